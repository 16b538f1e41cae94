import TextField from '@mui/material/TextField'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Pager } from '../components/pager.tsx'
import { SheetFault } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { usePage } from '../frame/page-context.ts'
import { useShell } from '../frame/shell-context.ts'
import { ListSkeleton } from '../list/list-states.tsx'
import { RecordTable } from '../list/record-table.tsx'
import { RowCheck } from '../list/row-check.tsx'
import { useLanguage } from '../words/i18n.ts'
import { useFlowQuery } from './flow-calls.ts'
import { type FlowWord, useFlowWords } from './flow-words.ts'
import '../list/list.css'
import '../list/list-table.css'
import './flow.css'

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** A page of a list, in our dialect or in that of the base platform, narrowed by a text. */
export function useFlowList<Row>(path: string) {
  const [{ page, size }, turn] = useState({ page: 1, size: 20 })
  const [text, setText] = useState('')
  const q = useDeferredValue(text)
  const isBase = path.startsWith('/')
  const { data, error, refetch } = useFlowQuery<Page<Row> & { readonly records?: readonly Row[] }>(
    path,
    isBase ? { current: page, size, name: q } : { page, size, ...(q !== '' && { q }) },
  )
  const search = (next: string) => {
    setText(next)
    turn({ page: 1, size })
  }
  return { rows: data?.records ?? data?.rows, total: data?.total ?? 0, error, refetch, page, size, turn, text, search }
}

export interface FlowColumn<Row> {
  readonly title: FlowWord
  readonly width?: number
  cell(row: Row): ReactNode
}

/** The title of the page, in the user's language. */
export function useListTitle(): string {
  const language = useLanguage()
  return usePage()?.title[language] ?? ''
}

interface FlowTableProps<Row> {
  readonly list: ReturnType<typeof useFlowList<Row>>
  /** The first one is what a row is about. */
  readonly columns: readonly FlowColumn<Row>[]
  readonly empty: { readonly icon: ReactNode; readonly title: string; readonly help: string }
  readonly selection?: Selection
  actions?(row: Row): ReactNode
  onOpen(row: Row): void
}

type Selection = ReturnType<typeof useSelected>

/** The rows that are selected. */
export function useSelected() {
  const [ids, setIds] = useState<readonly string[]>([])
  return {
    ids,
    onToggle: (id: string) => setIds(ids.includes(id) ? ids.filter(one => one !== id) : [...ids, id]),
    clear: () => setIds([]),
  }
}

interface Identified {
  readonly id: string
}

/** A list of processes or tasks, which are no rows of a resource: a table, on a phone cards. */
export function FlowTable<Row extends Identified>(props: FlowTableProps<Row>) {
  const { list, empty } = props
  const label = useListTitle()
  const { rows, total, error, page, size } = list
  const words = useFlowWords()
  const { isPhone } = useShell()
  const Rows = isPhone ? Cards : Table
  const isNarrowed = list.text !== ''
  return (
    <div className="list-main">
      <div className="flow-tools fixed pb-12 inset">
        <TextField
          type="search"
          className="max-w-320!"
          placeholder={words('searchWork')}
          value={list.text}
          onChange={event => list.search(event.target.value)}
          slotProps={{ htmlInput: { 'aria-label': words('searchWork') } }}
        />
      </div>
      {error && !rows ? (
        <SheetFault error={error} title={label} retry={() => void list.refetch()} />
      ) : !rows ? (
        <ListSkeleton />
      ) : rows.length === 0 && page === 1 ? (
        <StatePanel {...empty} {...(isNarrowed && { title: words('noneFound') })} />
      ) : (
        <>
          <Rows {...props} label={label} rows={rows} />
          <footer className="list-pager fixed ruled num wrap inset gap-y-4 gap-x-8 min-h-48">
            <span>{words('total', { count: total })}</span>
            <span className="room" />
            {total > 5 && <Pager page={page} size={size} total={total} onTurn={list.turn} />}
          </footer>
        </>
      )}
    </div>
  )
}

type RowsProps<Row> = FlowTableProps<Row> & { readonly label: string; readonly rows: readonly Row[] }

function Table<Row extends Identified>({ label, rows, columns, selection, actions, onOpen }: RowsProps<Row>) {
  const words = useFlowWords()
  return (
    <RecordTable
      className="list-table flow-table scroll relative flex-1"
      label={label}
      rows={rows}
      columns={[
        ...(selection
          ? [
              {
                key: 'check',
                title: <span className="unseen">{words('select')}</span>,
                width: 52,
                className: 'check',
                cell: (row: Row) => <Check row={row} selection={selection} />,
              },
            ]
          : []),
        ...columns.map(({ title, width, cell }, at) => ({
          key: title,
          title: words(title),
          width,
          className: at === 0 ? 'display truncate' : 'truncate',
          cell: (row: Row) =>
            at === 0 ? (
              <Open className="truncate" onOpen={() => onOpen(row)}>
                {cell(row)}
              </Open>
            ) : (
              cell(row)
            ),
        })),
        ...(actions
          ? [
              {
                key: 'actions',
                title: <span className="unseen">{words('actions')}</span>,
                width: 220,
                className: 'actions flow-row-actions',
                cell: actions,
              },
            ]
          : []),
      ]}
    />
  )
}

interface OpenProps {
  readonly className: string
  readonly children: ReactNode
  onOpen(): void
}

const Open = ({ className, children, onOpen }: OpenProps) => (
  <button type="button" className={`flow-open row-link max-full text-left inherit ${className}`} onClick={onOpen}>
    {children}
  </button>
)

function Cards<Row extends Identified>({ label, rows, columns, selection, actions, onOpen }: RowsProps<Row>) {
  const [first, ...others] = columns
  return (
    <ul className="grow scroll" aria-label={label}>
      {rows.map(row => (
        <li key={row.id} className="inset divided flow-card py-12">
          <div className="row gap-8">
            {selection && <Check row={row} selection={selection} />}
            <Open className="medium break tap-44 grow" onOpen={() => onOpen(row)}>
              {first?.cell(row)}
            </Open>
          </div>
          <p className="row wrap gap-8 text-13 muted">
            {others.map(({ title, cell }) => (
              <span key={title}>{cell(row)}</span>
            ))}
          </p>
          {actions && <p className="row wrap gap-8 flow-row-actions">{actions(row)}</p>}
        </li>
      ))}
    </ul>
  )
}

function Check({ row: { id }, selection }: { readonly row: Identified; readonly selection: Selection }) {
  const words = useFlowWords()
  return (
    <RowCheck isChosen={selection.ids.includes(id)} label={words('select')} onToggle={() => selection.onToggle(id)} />
  )
}
