import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Bilingual, Model } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { Segment, Segments } from '../components/segments.tsx'
import { SheetFault } from '../components/sheet-state.tsx'
import { addressOf, type ResourceScreen } from '../data/addresses.ts'
import { useEngine } from '../data/engine-context.ts'
import { statusOf } from '../data/request-fault.ts'
import { useFieldSources, useModelIndex } from '../data/resource-part.ts'
import { useDownload } from '../export/use-download.ts'
import { columnWidthOf } from '../list/column-width.ts'
import { columnsThatFit } from '../list/list-columns.ts'
import { ListSkeleton } from '../list/list-states.tsx'
import { fieldColumns, RecordTable } from '../list/record-table.tsx'
import { useElementWidth } from '../list/use-element-width.ts'
import { figure } from '../words/figure.ts'
import { useLanguage, useLocalized } from '../words/i18n.ts'
import { useOwnWords } from '../words/use-own-words.ts'
import { tableWords } from './table-words.ts'
import '../list/list.css'
import '../list/list-table.css'
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

interface Preview {
  readonly resource: string
  readonly rows: readonly Row[]
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

interface Made {
  readonly files: readonly DescriptorFile[]
  readonly problems: readonly Problem[]
  readonly mayWrite: boolean
  /** Of files that compile: the resources, and their first rows. */
  readonly model?: Model
  readonly previews?: readonly Preview[]
}

/** The chosen columns by table. */
type Chosen = Readonly<Record<string, readonly string[]>>

/** Makes descriptors of the tables of a data source: choice, texts with their problems, and sample rows. */
export function TableDescriptors() {
  const { session } = useEngine()
  const text = useOwnWords(tableWords)
  const notify = useNotify()
  const toSource = useSourceScreen()
  const [source, setSource] = useState('')
  const [naming, setNaming] = useState({ module: 'data', prefix: '' })
  const [chosen, setChosen] = useState<Chosen>({})
  const sources = useQuery({
    queryKey: ['table-sources'],
    queryFn: () =>
      session.call<readonly { readonly id: string; readonly name: string }[]>('/api/blade-develop/datasource/select'),
  })
  const request = { datasourceId: source, ...naming, tables: Object.keys(chosen), fields: chosen }
  const make = useMutation({
    mutationFn: (body: typeof request) => session.call<Made>('/api/genApi/v1/template', { method: 'POST', body }),
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
          onClick={() => make.mutate(request)}
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
            <Button onClick={() => toSource('create')}>{text('addSource')}</Button>
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
        {make.data && <Result key={make.submittedAt} made={make.data} request={make.variables} />}
      </div>
    </>
  )
}

/** Opens a screen of the data sources. */
function useSourceScreen(): (screen: ResourceScreen, id?: string) => void {
  const navigate = useNavigate()
  const index = useModelIndex()
  return (screen, id) => {
    const resource = index?.resources.find(({ name }) => name === 'bladeDatasource')
    if (resource) void navigate(addressOf(resource, screen, id))
  }
}

interface TablesProps {
  readonly source: string
  readonly chosen: Chosen
  onChange(chosen: Chosen): void
}

function Tables({ source, chosen, onChange }: TablesProps) {
  const { session } = useEngine()
  const toSource = useSourceScreen()
  const text = useOwnWords(tableWords)
  const { data, error, refetch } = useQuery({
    queryKey: ['tables', source],
    queryFn: () => session.call<readonly TableName[]>(`/api/genApi/v1/database?datasourceId=${source}`),
    retry: false,
  })
  // Refused for what is wrong with the data source: a repetition with the same password could lock its account.
  if (!data && statusOf(error) === 409)
    return (
      <p role="alert" className="inset row wrap gap-12 late">
        {error?.message}
        <Button onClick={() => toSource('edit', source)}>{text('editSource')}</Button>
      </p>
    )
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
          <div key={name} className="flex ruled">
            <Checkbox
              checked={own.length > 0}
              indeterminate={own.length > 0 && own.length < columns.length}
              slotProps={{ input: { 'aria-label': name } }}
              onChange={() => set(name, own.length > 0 ? [] : columns)}
            />
            <details className="flex-1 min-0">
              <summary className="row wrap gap-12 press tap-44">
                <span className="medium">{name}</span>
                <span className="muted text-13">{comment}</span>
                <span className="quiet text-12 num push">
                  {text('fields', { chosen: own.length, count: columns.length })} ·{' '}
                  {text('rows', { rows: figure(rows) })}
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
          </div>
        )
      })}
    </section>
  )
}

/** @param request what the descriptors were made of */
function Result({ made, request }: { made: Made; request: object }) {
  const { session } = useEngine()
  const text = useOwnWords(tableWords)
  const notify = useNotify()
  const [files, setFiles] = useState(made.files)
  const [{ problems, model, previews = [] }, setChecked] = useState(made)
  const [opened, setOpened] = useState(made.files[0]?.file)
  const failed = (error: Error) => notify(error.message, { type: 'error' })
  const check = useMutation({
    mutationFn: () => session.call<Made>('/api/genApi/v1/custom', { method: 'POST', body: { ...request, files } }),
    onSuccess: setChecked,
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
      {model &&
        previews
          .filter(({ resource }) => shown?.file.split('/').at(-1) === `${resource}.yaml`)
          .map(preview => <SampleRows key={preview.resource} model={model} preview={preview} />)}
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

/** The first rows in the list that the resource will have. */
function SampleRows({ model, preview: { resource: name, rows } }: { model: Model; preview: Preview }) {
  const text = useOwnWords(tableWords)
  const language = useLanguage()
  const sources = useFieldSources(name)
  const frame = useRef<HTMLDivElement>(null)
  const room = useElementWidth(frame)
  const columns = useMemo(() => {
    const resource = resourceOf(model, name)
    const part = { resource, model, language, sources, may: [], primary: [], refusals: {} }
    return fieldColumns(
      part,
      columnsThatFit(resource, language, field => columnWidthOf(part, field), room),
    )
  }, [model, name, language, sources, room])
  const caption = text('sample', { title: resourceOf(model, name).title[language], count: rows.length })
  return (
    <section className="stack gap-8">
      <h2 className="bold">{caption}</h2>
      <RecordTable ref={frame} rows={rows} className="list-table x-scroll" label={caption} columns={columns} />
      {rows.length === 0 && <p className="muted text-13">{text('noRows')}</p>}
    </section>
  )
}
