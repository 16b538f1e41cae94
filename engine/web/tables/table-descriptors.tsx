import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Bilingual } from '../../model/model.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { Segment, Segments } from '../components/segments.tsx'
import { SheetFault } from '../components/sheet-state.tsx'
import { addressOf } from '../data/addresses.ts'
import { useEngine } from '../data/engine-context.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useDownload } from '../export/use-download.ts'
import { ListSkeleton } from '../list/list-states.tsx'
import { figure } from '../words/figure.ts'
import { useLocalized } from '../words/i18n.ts'
import { useOwnWords } from '../words/use-own-words.ts'
import { tableWords } from './table-words.ts'
import '../list/list.css'
import './table-descriptors.css'

interface TableName {
  readonly name: string
  readonly comment: string | null
  readonly rows: number
  readonly columns: readonly string[]
}

interface DescriptorFile {
  readonly file: string
  readonly text: string
}

interface Problem {
  readonly code: string
  readonly at: { readonly file: string; readonly line: number; readonly column: number }
  readonly message: Bilingual
}

interface Checked {
  readonly files: readonly DescriptorFile[]
  readonly problems: readonly Problem[]
}

interface Preview {
  readonly resource: string
  readonly title: Bilingual
  readonly columns: readonly { readonly title: Bilingual; readonly type: string; readonly required: boolean }[]
  readonly rows: readonly (readonly (string | null)[])[]
}

type Made = Checked & { readonly previews: readonly Preview[]; readonly mayWrite: boolean }

/** The chosen columns by table. */
type Chosen = Readonly<Record<string, readonly string[]>>

/** Makes descriptors of the tables of a data source: choice, texts with their problems, and sample rows. */
export function TableDescriptors() {
  const { session } = useEngine()
  const text = useOwnWords(tableWords)
  const notify = useNotify()
  const navigate = useNavigate()
  const datasource = useModelIndex()?.resources.find(({ name }) => name === 'bladeDatasource')
  const [source, setSource] = useState('')
  const [naming, setNaming] = useState({ module: 'data', prefix: '' })
  const [chosen, setChosen] = useState<Chosen>({})
  const sources = useQuery({
    queryKey: ['table-sources'],
    queryFn: () =>
      session.call<readonly { readonly id: string; readonly name: string }[]>('/api/blade-develop/datasource/select'),
  })
  const make = useMutation({
    mutationFn: () =>
      session.call<Made>('/api/genApi/v1/template', {
        method: 'POST',
        body: { datasourceId: source, ...naming, tables: Object.keys(chosen), fields: chosen },
      }),
    onError: error => notify(error.message, { type: 'error' }),
  })
  const field = (name: keyof typeof naming) => (
    <TextField
      fullWidth={false}
      label={text(name)}
      value={naming[name]}
      onChange={({ target }) => setNaming({ ...naming, [name]: target.value.trim() })}
    />
  )
  return (
    <>
      <ScreenHead title={text('title')}>
        <Button
          variant="contained"
          disabled={source === '' || Object.keys(chosen).length === 0 || make.isPending}
          onClick={() => make.mutate()}
        >
          {text('make')}
        </Button>
      </ScreenHead>
      <div className="list-main stack grow gap-16 scroll table-descriptors">
        {sources.error ? (
          <SheetFault error={sources.error} title={text('title')} retry={() => void sources.refetch()} />
        ) : !sources.data ? (
          <ListSkeleton />
        ) : sources.data.length === 0 ? (
          <p className="inset row wrap gap-12">
            {text('noSource')}
            {datasource && (
              <Button onClick={() => navigate(addressOf(datasource, 'create'))}>{text('addSource')}</Button>
            )}
          </p>
        ) : (
          <div className="inset row wrap gap-12">
            <TextField
              select
              fullWidth={false}
              className="table-source"
              label={text('source')}
              value={source}
              onChange={({ target }) => {
                setSource(target.value)
                setChosen({})
                make.reset()
              }}
            >
              {sources.data.map(({ id, name }) => (
                <MenuItem key={id} value={id}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
            {field('module')}
            {field('prefix')}
          </div>
        )}
        {source !== '' && <Tables key={source} source={source} chosen={chosen} onChange={setChosen} />}
        {make.data && <Result key={make.submittedAt} made={make.data} />}
      </div>
    </>
  )
}

interface TablesProps {
  readonly source: string
  readonly chosen: Chosen
  onChange(chosen: Chosen): void
}

function Tables({ source, chosen, onChange }: TablesProps) {
  const { session } = useEngine()
  const text = useOwnWords(tableWords)
  const { data, error, refetch } = useQuery({
    queryKey: ['tables', source],
    queryFn: () => session.call<readonly TableName[]>(`/api/genApi/v1/database?datasourceId=${source}`),
    retry: false,
  })
  if (error && !data) return <SheetFault error={error} retry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  if (data.length === 0) return <p className="inset muted">{text('noTables')}</p>
  const all = Object.fromEntries(data.map(({ name, columns }) => [name, columns]))
  const isAll = data.every(({ name }) => chosen[name])
  const set = (name: string, columns: readonly string[]) => {
    const { [name]: _former, ...others } = chosen
    onChange(columns.length === 0 ? others : { ...others, [name]: columns })
  }
  return (
    <section className="inset stack gap-4" aria-label={text('tables')}>
      <FormControlLabel
        label={text('all')}
        control={<Checkbox checked={isAll} onChange={() => onChange(isAll ? {} : all)} />}
      />
      {data.map(({ name, comment, rows, columns }) => {
        const own = chosen[name] ?? []
        return (
          <details key={name} className="ruled">
            <summary className="row wrap gap-12 press tap-44">
              <Checkbox
                checked={own.length > 0}
                indeterminate={own.length > 0 && own.length < columns.length}
                slotProps={{ input: { 'aria-label': name } }}
                onChange={() => set(name, own.length > 0 ? [] : columns)}
              />
              <span className="medium">{name}</span>
              <span className="muted text-13">{comment}</span>
              <span className="quiet text-12 num push">
                {text('fields', { chosen: own.length, count: columns.length })} · {text('rows', { rows: figure(rows) })}
              </span>
            </summary>
            <div className="row wrap">
              {columns.map(column => (
                <FormControlLabel
                  key={column}
                  label={column}
                  control={
                    <Checkbox
                      checked={own.includes(column)}
                      onChange={({ target }) =>
                        set(
                          name,
                          columns.filter(one => (one === column ? target.checked : own.includes(one))),
                        )
                      }
                    />
                  }
                />
              ))}
            </div>
          </details>
        )
      })}
    </section>
  )
}

function Result({ made }: { made: Made }) {
  const { session } = useEngine()
  const text = useOwnWords(tableWords)
  const notify = useNotify()
  const [files, setFiles] = useState(made.files)
  const [problems, setProblems] = useState(made.problems)
  const [opened, setOpened] = useState(made.files[0]?.file)
  const failed = (error: Error) => notify(error.message, { type: 'error' })
  const check = useMutation({
    mutationFn: () => session.call<Checked>('/api/genApi/v1/custom', { method: 'POST', body: { files } }),
    onSuccess: checked => setProblems(checked.problems),
    onError: failed,
  })
  const write = useMutation({
    mutationFn: () =>
      session.call<{ readonly written: readonly string[] }>('/api/genApi/v1/generate', {
        method: 'POST',
        body: { files, gen: 'write' },
      }),
    onSuccess: ({ written }) => notify(text('written', { count: written.length }), { type: 'success' }),
    onError: failed,
  })
  const { isRunning, download } = useDownload()
  const shown = files.find(({ file }) => file === opened)
  return (
    <section className="inset stack gap-12" aria-label={text('files')}>
      <div className="row wrap gap-8">
        <Button disabled={check.isPending} onClick={() => check.mutate()}>
          {text('check')}
        </Button>
        <Button
          disabled={isRunning}
          onClick={() => void download('/api/genApi/v1/generate', { method: 'POST', body: { files } })}
        >
          {text('download')}
        </Button>
        {made.mayWrite ? (
          <Button variant="contained" disabled={write.isPending} onClick={() => write.mutate()}>
            {text('write')}
          </Button>
        ) : (
          <span className="muted text-13">{text('readOnly')}</span>
        )}
      </div>
      <Problems problems={problems} />
      <div className="x-scroll">
        <Segments label={text('files')} isLabelHidden>
          {files.map(({ file }) => (
            <Segment key={file} isOn={file === opened} onChoose={() => setOpened(file)}>
              {file.slice(file.lastIndexOf('/') + 1)}
            </Segment>
          ))}
        </Segments>
      </div>
      {shown && (
        <textarea
          className="boxed round-6 full text-13 table-text"
          aria-label={text('text', { file: shown.file })}
          spellCheck={false}
          rows={Math.min(shown.text.split('\n').length, 24)}
          value={shown.text}
          onChange={({ target }) =>
            setFiles(files.map(one => (one.file === opened ? { ...one, text: target.value } : one)))
          }
        />
      )}
      {made.previews
        .filter(({ resource }) => shown?.file.split('/').at(-1) === `${resource}.yaml`)
        .map(preview => (
          <SampleRows key={preview.resource} preview={preview} />
        ))}
    </section>
  )
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  const text = useOwnWords(tableWords)
  const localized = useLocalized()
  if (problems.length === 0) return <p role="status">{text('right')}</p>
  return (
    <ul role="alert" className="stack gap-4">
      {problems.map(({ code, at, message }) => (
        <li key={`${at.file}:${at.line}:${at.column} ${code}`} className="late text-13 break">
          {at.file}:{at.line}:{at.column} {localized(message)}
        </li>
      ))}
    </ul>
  )
}

const figureTypes: ReadonlySet<string> = new Set(['integer', 'decimal', 'money'])

/** The first rows, as the list of the resource would show them. */
function SampleRows({ preview: { title, columns, rows } }: { preview: Preview }) {
  const text = useOwnWords(tableWords)
  const localized = useLocalized()
  const caption = text('sample', { title: localized(title), count: rows.length })
  const isFigure = (name: string) => figureTypes.has(name)
  return (
    <section className="stack gap-8">
      <h2 className="bold">{caption}</h2>
      <div className="x-scroll">
        <table className="table" aria-label={caption}>
          <thead>
            <tr>
              {columns.map(column => (
                <th
                  key={localized(column.title)}
                  scope="col"
                  className={isFigure(column.type) ? 'figure nowrap' : 'nowrap'}
                >
                  {localized(column.title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={JSON.stringify(row)}>
                {columns.map((column, index) => (
                  <td
                    key={localized(column.title)}
                    className={isFigure(column.type) ? 'figure num' : 'truncate table-cell'}
                  >
                    {row[index] ?? '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && <p className="muted text-13">{text('noRows')}</p>}
    </section>
  )
}
