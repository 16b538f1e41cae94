import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useTranslate } from 'ra-core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { RequestFault } from '../data/request-fault.ts'
import { useLocalized } from '../words/i18n.ts'
import { apiWords } from './api-words.ts'
import {
  type ApiDocument,
  type ApiOperation,
  type ApiValue,
  exampleOfSchema,
  fieldTitlesOf,
  jsonSchemaOf,
  parametersOf,
  requestPath,
  type SchemaPart,
  valuesOf,
} from './openapi-document.ts'

interface PanelProps {
  readonly document: ApiDocument
  readonly operation: ApiOperation
}

/** One endpoint: parameters, body and response, and for reads a request with the current session. */
export function OperationPanel({ document, operation }: PanelProps) {
  const localized = useLocalized()
  const { method, path, title, description, requestBody, responses } = operation
  const titles = fieldTitlesOf(document, operation.tags[0] ?? '')
  const titled = (values: readonly ApiValue[]) =>
    values.map(value => {
      const title = value.title ?? titles[value.name]
      return { ...value, ...(title && { title }) }
    })
  const parameters = titled(parametersOf(document, operation))
  const body = jsonSchemaOf(document, requestBody)
  const answer = jsonSchemaOf(document, responses['200'])
  return (
    <article className="api-operation scroll pt-16 pb-32 px-24 p-16-phone">
      <h2 className="mb-8 size-18">{localized(title)}</h2>
      <p className="flex gap-4 break baseline">
        <span className={`api-method muted bold mono size-11 api-${method.toLowerCase()}`}>{method}</span>{' '}
        <code>{path}</code>
      </p>
      {description !== undefined && <p>{description}</p>}
      {method === 'GET' ? (
        <TryRequest operation={operation} parameters={parameters} />
      ) : (
        parameters.length > 0 && (
          <section>
            <h3>{localized(apiWords.parameters)}</h3>
            <ValueTable values={parameters} />
          </section>
        )
      )}
      {body && <SchemaShown document={document} schema={body} title={localized(apiWords.body)} titled={titled} />}
      {answer && (
        <SchemaShown document={document} schema={answer} title={localized(apiWords.response)} titled={titled} />
      )}
    </article>
  )
}

interface SchemaShownProps {
  readonly document: ApiDocument
  readonly schema: SchemaPart
  readonly title: string
  /** The values with the titles of fields. */
  titled(values: readonly ApiValue[]): readonly ApiValue[]
}

/** The properties of a body or a response, and an example. The data of the envelope has a table of its own. */
function SchemaShown({ document, schema, title, titled }: SchemaShownProps) {
  const localized = useLocalized()
  const values = titled(valuesOf(document, schema, 'body'))
  const data = values.find(({ name }) => name === 'data')?.schema
  const inner = data ? titled(valuesOf(document, data, 'body')) : []
  return (
    <section>
      <h3>{title}</h3>
      {values.length > 0 && <ValueTable values={values} />}
      {inner.length > 0 && (
        <>
          <h4 className="size-13 mt-16 mb-8">
            <code>data</code>
          </h4>
          <ValueTable values={inner} />
        </>
      )}
      <h4 className="size-13 mt-16 mb-8">{localized(apiWords.example)}</h4>
      <pre className="api-code text-12 boxed round-8 m-0 scrolls py-12 px-16 max-h-420">
        {JSON.stringify(exampleOfSchema(document, schema), null, 2)}
      </pre>
    </section>
  )
}

interface ValueTableProps {
  readonly values: readonly ApiValue[]
  /** The input of each value, where it can be sent. */
  readonly input?: (value: ApiValue) => ReactNode
}

function ValueTable({ values, input }: ValueTableProps) {
  const localized = useLocalized()
  const hasPlaces = values.some(({ place }) => place !== 'body')
  return (
    <div className="api-table x-scroll">
      <table className="size-13 full collapsed">
        <thead className="absolute-phone clip-out-phone">
          <tr>
            <th className="divided text-left medium muted nowrap" scope="col">
              {localized(apiWords.name)}
            </th>
            {hasPlaces && (
              <th className="divided text-left medium muted nowrap" scope="col">
                {localized(apiWords.place)}
              </th>
            )}
            <th className="divided text-left medium muted nowrap" scope="col">
              {localized(apiWords.type)}
            </th>
            <th className="divided text-left medium muted nowrap" scope="col">
              {localized(apiWords.description)}
            </th>
            {input && (
              <th className="divided text-left medium muted nowrap" scope="col">
                {localized(apiWords.value)}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {values.map(value => (
            <tr key={`${value.place} ${value.name}`}>
              <td className="divided text-left">
                <code className="break">{value.name}</code>
                {value.required && <span className="late size-12 nowrap ml-8">{localized(apiWords.required)}</span>}
              </td>
              {hasPlaces && <td className="divided text-left">{value.place}</td>}
              <td className="divided text-left">
                <code className="break">{value.type}</code>
              </td>
              <td className="divided text-left">{value.title && localized(value.title)}</td>
              {input && <td className="divided text-left">{input(value)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface Answer {
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  readonly text: string
}

const longest = 100_000

interface TryRequestProps {
  readonly operation: ApiOperation
  readonly parameters: readonly ApiValue[]
}

/** The parameters of a read request with an input for each, and the response of the server. */
function TryRequest({ operation, parameters }: TryRequestProps) {
  const localized = useLocalized()
  const translate = useTranslate()
  const { session } = useEngine()
  const [input, setInput] = useState<Readonly<Record<string, string>>>({})
  const [more, setMore] = useState('')
  const [answer, setAnswer] = useState<Answer>()
  const [isBusy, setBusy] = useState(false)
  const isQueried = parameters.some(({ place }) => place === 'query')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const path = requestPath(operation, parameters, input, more)
    const started = performance.now()
    const [status, text] = await session.stream(path).then(
      async response => [response.status, indented(await response.text())] as const,
      (error: unknown) => {
        if (!(error instanceof RequestFault)) throw error
        return [error.status, translate(error.message, { _: error.message })] as const
      },
    )
    setAnswer({ path, status, milliseconds: Math.round(performance.now() - started), text })
    setBusy(false)
  }
  return (
    <section>
      <h3>{localized(apiWords.parameters)}</h3>
      <form onSubmit={event => void send(event)}>
        {parameters.length > 0 && (
          <ValueTable
            values={parameters}
            input={({ name, required }) => (
              <TextField
                size="small"
                required={required}
                value={input[name] ?? ''}
                onChange={event => setInput({ ...input, [name]: event.target.value })}
                slotProps={{ htmlInput: { 'aria-label': name } }}
              />
            )}
          />
        )}
        {isQueried && (
          <TextField
            className="mt-16!"
            size="small"
            fullWidth
            label={localized(apiWords.more)}
            helperText={localized(apiWords.moreHelp)}
            value={more}
            onChange={event => setMore(event.target.value)}
          />
        )}
        <p className="row gap-12 muted size-13 mt-16">
          <Button type="submit" variant="contained" size="small" loading={isBusy}>
            {localized(apiWords.send)}
          </Button>
          <span>{localized(apiWords.sendHelp)}</span>
        </p>
      </form>
      {answer && (
        <div role="status">
          <p className="flex wrap gap-y-4 gap-x-8 mt-16 mb-8">
            {localized(apiWords.status)} <strong>{answer.status}</strong> · {answer.milliseconds} ms
            <code className="muted break">{answer.path}</code>
          </p>
          {answer.text.length > longest && <p>{localized(apiWords.cut)}</p>}
          <pre className="api-code text-12 boxed round-8 m-0 scrolls py-12 px-16 max-h-420">
            {answer.text.slice(0, longest)}
          </pre>
        </div>
      )}
    </section>
  )
}

/** JSON with indentation; any other text unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
