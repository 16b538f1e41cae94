import TextField from '@mui/material/TextField'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Pager } from '../components/pager.tsx'
import { SheetFault } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { usePage } from '../frame/page-context.ts'
import { ListSkeleton } from '../list/list-states.tsx'
import { RowCheck } from '../list/row-check.tsx'
import { useLanguage } from '../words/i18n.ts'
import { useFlowQuery } from './flow-calls.ts'
import { useFlowWords } from './flow-words.ts'
import '../list/list.css'
import './flow.css'

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** A page of a list, narrowed by a text. */
export function useFlowList<Row>(path: string) {
  const [{ page, size }, turn] = useState({ page: 1, size: 20 })
  const [text, setText] = useState('')
  const q = useDeferredValue(text)
  const { data, error, refetch } = useFlowQuery<Page<Row>>(path, { page, size, ...(q !== '' && { q }) })
  const search = (next: string) => {
    setText(next)
    turn({ page: 1, size })
  }
  return { rows: data?.rows, total: data?.total ?? 0, error, refetch, page, size, turn, text, search }
}

/** The title of the page, in the user's language. */
export function useListTitle(): string {
  const language = useLanguage()
  return usePage()?.title[language] ?? ''
}

interface FlowItemsProps<Row> {
  readonly list: ReturnType<typeof useFlowList<Row>>
  /** What an item shows: what it is about, and beside or below that the rest. */
  readonly cells: readonly ((row: Row) => ReactNode)[]
  readonly empty: { readonly icon: ReactNode; readonly title: string; readonly help: string }
  readonly selection?: ReturnType<typeof useSelected>
  actions?(row: Row): ReactNode
  onOpen(row: Row): void
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

/** A list of processes or tasks, which are no rows of a resource. */
export function FlowItems<Row extends { readonly id: string }>(props: FlowItemsProps<Row>) {
  const { list, empty, cells, selection, actions, onOpen } = props
  const label = useListTitle()
  const { rows, total, error, page, size } = list
  const words = useFlowWords()
  const [matter, ...others] = cells
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
        <StatePanel {...empty} {...(list.text !== '' && { title: words('noneFound') })} />
      ) : (
        <>
          <ul className="grow scroll" aria-label={label}>
            {rows.map(row => (
              <li key={row.id} className="flow-item row wrap gap-8 inset divided py-12">
                {selection && (
                  <RowCheck
                    isChosen={selection.ids.includes(row.id)}
                    label={words('select')}
                    onToggle={() => selection.onToggle(row.id)}
                  />
                )}
                <div className="grow">
                  <button
                    type="button"
                    className="flow-open row-link full text-left inherit medium break"
                    onClick={() => onOpen(row)}
                  >
                    {matter?.(row)}
                  </button>
                  <p className="row wrap gap-8 text-13 muted">
                    {others.map((cell, at) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the cells of an item are always the same
                      <span key={at}>{cell(row)}</span>
                    ))}
                  </p>
                </div>
                {actions?.(row)}
              </li>
            ))}
          </ul>
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
