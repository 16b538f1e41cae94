// Its index would bring a validator that needs eval.
import Form from '@rjsf/core/lib/components/Form.js'
import type {
  ErrorSchema,
  FieldErrorProps,
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  Field as RjsfField,
  UiSchema,
} from '@rjsf/utils'
import { CircleAlert } from 'lucide-react'
import { useNotify } from 'ra-core'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import { typeOf } from '../../fields/index.ts'
import { webOf } from '../../fields/web.ts'
import type { Field, FormGroup, Language, Model, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Surroundings } from './expression.ts'
import { type LineErrors, LinesTable } from './lines-table.tsx'
import { type RecordCheck, recordCheck } from './record-check.ts'
import { nested, validatorOf } from './record-validator.ts'
import { withoutStaleNames } from './written-value.ts'
import './form.css'

type Values = Readonly<Record<string, unknown>>

export interface RecordFormProps {
  readonly id: string
  readonly resource: Resource
  readonly groups: readonly FormGroup[]
  readonly model: Model
  readonly language: Language
  readonly sources: FieldSources
  /** Whom and which moment the rules read. */
  around(): Surroundings
  /** What was read, or the defaults of a new record; rules run for what differs from it. */
  readonly initial: Values
  readonly values: Values
  /** What the server said, by field (`lines.2.price` for a line's). */
  readonly serverErrors: Readonly<Record<string, string>>
  readonly disabled: boolean
  onChange(values: Values): void
  onSubmit(values: Values): void
  /** Everything that is wrong after an attempt to save; empty when all is mended. */
  onErrors(errors: readonly FormError[]): void
}

/** One message of the form, for the foot to point at. */
export interface FormError {
  /** The id of the element to focus. */
  readonly target: string
  readonly title: string
  readonly message: string
}

/** What every field of the form is told; stable between key strokes. */
interface FormContext {
  readonly model: Model
  readonly resource: Resource
  readonly groups: readonly FormGroup[]
  readonly language: Language
  readonly sources: FieldSources
  readonly record: RecordCell
  readonly check: RecordCheck
  touch(name: string): void
}

/**
 * The record's form, drawn by RJSF from the Model: groups on 24 columns, a field's own input in each place.
 * The one file that knows RJSF, so that it stays out of the first load.
 */
export function RecordForm(props: RecordFormProps) {
  const { id, resource, groups, model, language, sources, initial, values, serverErrors, disabled, around } = props
  const check = useMemo(() => recordCheck(model, resource, language, around), [model, resource, language, around])
  const [touched] = useState(() => new Set<string>())
  const [record] = useState(() => new RecordCell(values))
  const tried = useRef(false)
  const visible = check.visible(values)
  const key = visible.join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list of visible fields
  const { schema, uiSchema } = useMemo(
    () => schemasOf(resource, groups, visible, language),
    [resource, groups, key, language],
  )
  const validator = useMemo(
    () => validatorOf<Values>(data => check.errors(data, initial, tried.current ? undefined : touched)),
    [check, initial, touched],
  )
  const context = useMemo<FormContext>(
    () => ({ model, resource, groups, language, sources, record, check, touch: name => touched.add(name) }),
    [model, resource, groups, language, sources, record, check, touched],
  )
  const extraErrors = useMemo(() => errorSchemaOf(serverErrors), [serverErrors])
  useEffect(() => record.set(values), [record, values])

  const { onChange, onSubmit, onErrors } = props
  const change = useCallback(
    (data: Values) => onChange(check.computed(withoutStaleNames(resource, record.get(), data))),
    [check, resource, record, onChange],
  )
  const report = useCallback(
    (data: Values) => onErrors(tried.current ? formErrors(id, resource, model, language, check, data, initial) : []),
    [id, resource, model, language, check, initial, onErrors],
  )
  useEffect(() => report(values), [report, values])
  const refuse = useRefusal(id)

  return (
    <div
      onSubmitCapture={() => {
        tried.current = true
      }}
    >
      <Form<Values>
        id={id}
        idPrefix={id}
        schema={schema}
        uiSchema={uiSchema}
        validator={validator}
        formData={values}
        formContext={context}
        fields={fields}
        templates={templates}
        extraErrors={extraErrors}
        extraErrorsBlockSubmit={false}
        disabled={disabled}
        liveValidate={tried.current ? 'onChange' : 'onBlur'}
        showErrorList={false}
        noHtml5Validate
        experimental_componentUpdateStrategy="shallow"
        experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults' }}
        onChange={event => change(event.formData ?? {})}
        onSubmit={event => onSubmit(check.computed(event.formData ?? {}))}
        onError={() => {
          report(record.get())
          const [first] = formErrors(id, resource, model, language, check, record.get(), initial)
          if (first) refuse(first)
        }}
      />
    </div>
  )
}

/** The record as typed, for the few inputs that need other fields than their own. */
class RecordCell {
  private values: Values
  private readonly first: Values
  private readonly readers = new Set<() => void>()

  constructor(values: Values) {
    this.values = values
    this.first = values
  }

  get = (): Values => this.values

  /** What the form began with; enough for whoever reads names of what is referred to. */
  getFirst = (): Values => this.first

  subscribe = (reader: () => void): (() => void) => {
    this.readers.add(reader)
    return () => this.readers.delete(reader)
  }

  set(values: Values): void {
    this.values = values
    for (const reader of this.readers) reader()
  }
}

const fields: Readonly<Record<string, RjsfField>> = { engine: EngineField as RjsfField, lines: LinesField as RjsfField }
const templates = {
  FieldTemplate: FieldFrame,
  ObjectFieldTemplate: Groups,
  FieldErrorTemplate: FieldErrors,
}

/** RJSF is told names and titles only; values are checked by `recordCheck`, as on the server. */
function schemasOf(resource: Resource, groups: readonly FormGroup[], visible: readonly string[], language: Language) {
  const names = groups.flatMap(group => group.fields).filter(name => visible.includes(name))
  const shown = names.map(name => fieldOf(resource, name)).filter(field => field !== undefined)
  const schema: RJSFSchema = {
    type: 'object',
    properties: Object.fromEntries(shown.map(field => [field.name, { title: field.title[language] }])),
    required: shown.filter(field => field.required && !field.readOnly).map(field => field.name),
  }
  const inputs = Object.fromEntries(
    shown.map(field => [
      field.name,
      {
        'ui:field': field.type === 'children' ? 'lines' : 'engine',
        'ui:readonly': isGiven(field),
        'ui:help': field.help?.[language],
      },
    ]),
  )
  // The save button stands in the sheet's foot.
  const uiSchema: UiSchema = { ...inputs, 'ui:submitButtonOptions': { norender: true } }
  return { schema, uiSchema }
}

const isGiven = (field: Field) => field.readOnly || field.compute !== undefined

type EngineProps = FieldProps<unknown, RJSFSchema, FormContext>

/** One field of the record, by its type's own input. */
function EngineField({
  name,
  formData,
  fieldPathId,
  disabled,
  readonly,
  rawErrors,
  registry,
  onChange,
  onBlur,
}: EngineProps) {
  const { model, resource, language, sources, record, touch } = registry.formContext
  const field = fieldOf(resource, name)
  if (!field) throw new Error(`The form asks for "${name}", which "${resource.name}" lacks.`)
  const { Input, Cell } = webOf(field)
  const id = fieldPathId.$id
  // Only what depends on other fields is drawn again when they change.
  const around = useSyncExternalStore(record.subscribe, field.reads?.length ? record.get : record.getFirst)
  if (readonly) {
    const isNothing = formData === undefined || formData === null || formData === ''
    return (
      <div id={id} className="field-given">
        {isNothing ? (
          '—'
        ) : (
          <Cell field={field} model={model} language={language} record={around} sources={sources} value={formData} />
        )}
      </div>
    )
  }
  return (
    <Input
      id={id}
      field={field}
      model={model}
      language={language}
      record={around}
      sources={sources}
      value={formData}
      disabled={Boolean(disabled)}
      invalid={rawErrors !== undefined && rawErrors.length > 0}
      describedBy={`${id}-note`}
      onChange={value => onChange(value, fieldPathId.path)}
      onBlur={() => {
        touch(name)
        onBlur(id, formData)
      }}
    />
  )
}

function LinesField({ name, formData, fieldPathId, disabled, errorSchema, registry, onChange }: EngineProps) {
  const { model, resource, language, sources, check } = registry.formContext
  const field = fieldOf(resource, name)
  const line = model.resources[String(field?.options['of'])]
  if (!field || !line) throw new Error(`The form has no lines "${name}" in "${resource.name}".`)
  return (
    <LinesTable
      id={fieldPathId.$id}
      field={field}
      resource={line}
      model={model}
      language={language}
      sources={sources.of(line.name)}
      lines={(formData as readonly Values[] | undefined) ?? []}
      errors={lineErrorsOf(errorSchema)}
      disabled={Boolean(disabled)}
      isShown={check.isShown}
      onChange={lines => onChange(lines, fieldPathId.path)}
    />
  )
}

function lineErrorsOf(errors: ErrorSchema<unknown> | undefined): Record<number, LineErrors> {
  const rows = Object.entries((errors ?? {}) as Record<string, Record<string, { __errors?: string[] }>>)
  return Object.fromEntries(
    rows
      .filter(([row]) => /^\d+$/.test(row))
      .map(([row, names]) => [
        row,
        Object.fromEntries(Object.entries(names).map(([name, { __errors = [] }]) => [name, __errors])),
      ]),
  )
}

type FrameProps = FieldTemplateProps<unknown, RJSFSchema, FormContext>

/** Label above, then the field, then one line: its help, or in its place the error. */
function FieldFrame({ id, label, children, required, readonly, errors, rawErrors, rawHelp, uiSchema }: FrameProps) {
  if (id.split('_').length === 1) return children
  const isLines = uiSchema?.['ui:field'] === 'lines'
  const isWrong = rawErrors !== undefined && rawErrors.length > 0
  return (
    <div className="field">
      {isLines ? (
        <h2 className="field-lines-title" id={`${id}-label`}>
          {label}
        </h2>
      ) : (
        <label htmlFor={id} id={`${id}-label`}>
          {label}
          {required && !readonly && (
            <span className="required" aria-hidden>
              *
            </span>
          )}
        </label>
      )}
      {children}
      <div id={`${id}-note`}>{isWrong ? errors : rawHelp && <p className="field-help">{rawHelp}</p>}</div>
    </div>
  )
}

function FieldErrors({ errors = [] }: FieldErrorProps) {
  const [first] = errors
  return first ? (
    <p className="field-error" role="alert">
      <CircleAlert size={13} aria-hidden /> {first}
    </p>
  ) : null
}

/** The record's groups: title and explanation at the left, fields on 24 columns at the right. */
function Groups({ properties, registry }: ObjectFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const { resource, groups, language } = registry.formContext
  return groups.map(group => {
    const parts = group.fields.flatMap(name => {
      const content = properties.find(one => one.name === name)?.content
      const field = fieldOf(resource, name)
      return content && field ? [{ field, content }] : []
    })
    if (parts.length === 0) return null
    const lines = parts.find(({ field }) => field.type === 'children')?.field
    // Lines take the whole width, and have a title of their own: it is not said twice.
    const isTitled = lines?.title[language] !== group.title?.[language]
    return (
      <section key={group.fields.join()} className={lines ? 'form-group wide' : 'form-group'}>
        {isTitled && <GroupTitle group={group} language={language} />}
        <div className="form-grid">
          {parts.map(({ field, content }) => (
            <div key={field.name} className={`span-${typeOf(field).span}`}>
              {content as ReactNode}
            </div>
          ))}
        </div>
      </section>
    )
  })
}

function GroupTitle({ group, language }: { group: FormGroup; language: Language }) {
  return (
    <header>
      {group.title && <h2>{group.title[language]}</h2>}
      {group.help && <p>{group.help[language]}</p>}
    </header>
  )
}

/** What the server said, by field, as RJSF nests it. */
const errorSchemaOf = (errors: Readonly<Record<string, string>>) =>
  nested(Object.entries(errors).map(([path, message]) => ({ path: path.split('.'), message }))) as ErrorSchema<Values>

function formErrors(
  id: string,
  resource: Resource,
  model: Model,
  language: Language,
  check: RecordCheck,
  values: Values,
  initial: Values,
): FormError[] {
  return check.errors(values, initial).map(({ path, message }) => {
    const field = fieldOf(resource, String(path[0]))
    const line = path.length > 2 ? model.resources[String(field?.options['of'])] : undefined
    const inner = line && fieldOf(line, String(path[2]))
    const title = field?.title[language] ?? String(path[0])
    return {
      target: [id, ...path].join('_'),
      title: inner ? `${title} ${Number(path[1]) + 1} · ${inner.title[language]}` : title,
      message,
    }
  })
}

/** No more than one message a second, however often save is pressed. */
const calm = 1000

/** Brings the first wrong field into sight and the caret into it, and says what is wrong. */
function useRefusal(form: string): (first: FormError) => void {
  const notify = useNotify()
  const last = useRef(0)
  return ({ target, message }) => {
    focusField(target, form)
    if (Date.now() - last.current < calm) return
    last.current = Date.now()
    notify(message, { type: 'error' })
  }
}

/** Focuses a field of the form by its id, or its first cell where it is a table of lines. */
export function focusField(target: string, form: string): void {
  // A line's error may be of a field that is no column: then its table is the nearest place.
  const [field = target] = /^.+?(?=_\d+_)/.exec(target) ?? []
  const element = document.getElementById(target) ?? document.getElementById(`${field}-label`)?.closest('.field')
  const inner = element?.matches('input, textarea, button, [tabindex]')
    ? element
    : (element?.querySelector('td[aria-invalid="true"]') ?? element?.querySelector('input, textarea, [tabindex="0"]'))
  const place = (inner ?? element ?? document.getElementById(form)) as HTMLElement | null
  place?.scrollIntoView({ block: 'center' })
  place?.focus({ preventScroll: true })
}
