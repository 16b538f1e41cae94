import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SheetFault } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { useShell } from '../frame/shell-context.ts'
import { ListSkeleton } from '../list/list-states.tsx'
import { RowCheck } from '../list/row-check.tsx'
import { useTranslation } from '../words/i18n.ts'
import { pageSize } from './flow-calls.ts'
import { useFlowWords } from './flow-words.ts'
import '../list/list.css'
import '../list/list-table.css'
import './flow.css'

export interface FlowColumn<Row> {
  readonly title: string
  readonly width?: number
  cell(row: Row): ReactNode
}

interface FlowTableProps<Row> {
  readonly label: string
  readonly query: { readonly data?: FlowPage<Row> | undefined; readonly error: unknown; refetch(): unknown }
  /** The first one is what a row is about. */
  readonly columns: readonly FlowColumn<Row>[]
  readonly empty: { readonly icon: ReactNode; readonly title: string; readonly help: string }
  /** From 1. */
  readonly page: number
  readonly selection?: Selection
  idOf(row: Row): string
  actions?(row: Row): ReactNode
  onOpen?(row: Row): void
  onPage(page: number): void
}

export interface FlowPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

interface Selection {
  readonly ids: readonly string[]
  onToggle(id: string): void
}

/** The rows that are selected. */
export function useSelected() {
  const [ids, setIds] = useState<readonly string[]>([])
  return {
    ids,
    onToggle: (id: string) => setIds(ids.includes(id) ? ids.filter(one => one !== id) : [...ids, id]),
    clear: () => setIds([]),
  }
}

/** A list of processes or tasks, which are no rows of a resource: a table, on a phone cards. */
export function FlowTable<Row>(props: FlowTableProps<Row>) {
  const { label, query, empty, page, onPage } = props
  const { isPhone } = useShell()
  const { data, error } = query
  const Rows = isPhone ? Cards : Table
  if (error && !data) return <SheetFault error={error} title={label} retry={() => void query.refetch()} />
  if (!data) return <ListSkeleton />
  if (data.rows.length === 0 && page === 1) return <StatePanel {...empty} />
  return (
    <>
      <Rows {...props} rows={data.rows} />
      <Pager page={page} total={data.total} onPage={onPage} />
    </>
  )
}

type RowsProps<Row> = FlowTableProps<Row> & FlowPageRows<Row>
interface FlowPageRows<Row> {
  readonly rows: readonly Row[]
}

function Table<Row>({ label, rows, columns, selection, idOf, actions, onOpen }: RowsProps<Row>) {
  const words = useFlowWords()
  return (
    <div className="list-table flow-table">
      <table aria-label={label}>
        <colgroup>
          {selection && <col style={{ width: 52 }} />}
          {columns.map(({ title, width }) => (
            <col key={title} style={{ width }} />
          ))}
          {actions && <col style={{ width: 220 }} />}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col">
                <span className="unseen">{words('select')}</span>
              </th>
            )}
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {actions && <th scope="col" aria-label={words('actions')} />}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => {
            const id = idOf(row)
            return (
              <tr key={id}>
                {selection && (
                  <td>
                    <RowCheck
                      isChosen={selection.ids.includes(id)}
                      label={words('select')}
                      onToggle={() => selection.onToggle(id)}
                    />
                  </td>
                )}
                {columns.map(({ title, cell }, at) => (
                  <td key={title} className={at === 0 ? 'display truncate' : 'truncate'}>
                    {at === 0 && onOpen ? (
                      <button type="button" className="flow-open truncate" onClick={() => onOpen(row)}>
                        {cell(row)}
                      </button>
                    ) : (
                      cell(row)
                    )}
                  </td>
                ))}
                {actions && (
                  <td>
                    <span className="row gap-4 flow-row-actions">{actions(row)}</span>
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Cards<Row>({ label, rows, columns: [first, ...others], idOf, actions, onOpen }: RowsProps<Row>) {
  return (
    <ul className="grow scroll" aria-label={label}>
      {rows.map(row => (
        <li key={idOf(row)} className="inset divided flow-card">
          {onOpen ? (
            <button type="button" className="flow-open medium break tap-44" onClick={() => onOpen(row)}>
              {first?.cell(row)}
            </button>
          ) : (
            <strong className="medium break">{first?.cell(row)}</strong>
          )}
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

interface PagerProps {
  readonly page: number
  readonly total: number
  onPage(page: number): void
}

function Pager({ page, total, onPage }: PagerProps) {
  const translate = useTranslation()
  const words = useFlowWords()
  const pages = Math.ceil(total / pageSize)
  return (
    <footer className="list-pager">
      <span>{words('total', { count: total })}</span>
      <span className="room" />
      {pages > 1 && (
        <nav aria-label={translate('list.pages')}>
          <button type="button" aria-label={words('previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft size={16} />
          </button>
          <span className="num">
            {page} / {pages}
          </span>
          <button
            type="button"
            aria-label={words('following')}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          >
            <ChevronRight size={16} />
          </button>
        </nav>
      )}
    </footer>
  )
}
