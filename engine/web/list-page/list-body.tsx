import Button from '@mui/material/Button'
import { CornerDownRight, Eye, FolderTree } from 'lucide-react'
import { useListContext } from 'ra-core'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLabels } from '../../fields/reference/use-labels.ts'
import { SheetFault, useDelayed } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { addressOf } from '../data/addresses.ts'
import { isOffline, refusalMessageOf, statusOf } from '../data/request-fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { RecordFormDialog } from '../form/record-dialog.tsx'
import { neededWidth } from '../list/list-columns.ts'
import { ListSkeleton, NothingYet, OfflineNote, SignInNote } from '../list/list-states.tsx'
import { maySelect } from '../list/may-select.ts'
import { pageSizes } from '../list/page-size.ts'
import type { SearchQuery } from '../list/search-query.ts'
import { classesOf } from '../list/table-classes.ts'
import { TableHead } from '../list/table-head.tsx'
import { useColumns } from '../list/use-columns.ts'
import { onlyBranch } from '../tree/tree-fields.ts'
import { useTranslation } from '../words/i18n.ts'
import { ListTable } from './list-table.tsx'
import '../list/list-table.css'

const NoMatch = lazy(() => import('../list/no-match.tsx').then(found => ({ default: found.NoMatch })))

interface ListBodyProps {
  readonly part: ResourcePart
  readonly query: SearchQuery
  /** Renders the rows where they are not a table. */
  readonly children?: ReactNode
  onSearch(query: SearchQuery): void
}

/** The rows of a list, or its empty, loading or error state. The previous rows remain while new ones are fetched. */
export function ListBody({ part, query, children, onSearch }: ListBodyProps) {
  const { data, error, isPending, isPaused, refetch } = useListContext()
  if (data && data.length > 0) {
    return (
      <>
        {(isPaused || isOffline(error)) && <OfflineNote />}
        {statusOf(error) === 401 && <SignInNote />}
        {children ?? <ListTable part={part} />}
      </>
    )
  }
  const isSearch = Object.keys(query).length > 0
  const refusal = isSearch ? refusalMessageOf(error) : undefined
  if (error && refusal === undefined) {
    return <SheetFault error={error} title={part.resource.titles[part.language]} retry={() => refetch()} />
  }
  if (isPending) return children === undefined ? <TableSkeleton part={part} /> : <ListSkeleton />
  const branch = refusal === undefined ? onlyBranch(part.resource, query) : undefined
  if (branch !== undefined) return <EmptyBranch part={part} branch={branch} />
  if (isSearch) {
    return (
      <Suspense fallback={<ListSkeleton />}>
        <NoMatch part={part} query={query} refusal={refusal} onSearch={onSearch} />
      </Suspense>
    )
  }
  return <NothingYet part={part} />
}

/**
 * The table while its rows are loading: the final header, and after a delay as many placeholder rows as the page has.
 */
function TableSkeleton({ part }: { part: ResourcePart }) {
  const translate = useTranslation()
  const isLate = useDelayed(300)
  const { perPage } = useListContext()
  const scroller = useRef<HTMLDivElement>(null)
  const { columns, hasFiller } = useColumns(part, scroller)
  const rows = Array.from({ length: isLate ? Math.min(perPage, pageSizes.most) : 0 }, (_, row) => row)
  return (
    <div
      className="list-table scroll relative flex-1"
      ref={scroller}
      role="status"
      aria-busy="true"
      aria-label={translate('state.loading')}
    >
      <table className="table" style={{ minWidth: neededWidth(columns) }}>
        <TableHead
          part={part}
          columns={columns}
          hasFiller={hasFiller}
          isSelectable={maySelect(part)}
          onResize={() => undefined}
        />
        <tbody aria-hidden>
          {rows.map(row => (
            <tr key={row} className="row-bones">
              <td className="check">
                {maySelect(part) && <i className="inline-block h-10 round-4 hovered align-middle" />}
              </td>
              {columns.map(({ field }, at) => (
                <td key={field.name} className={classesOf(part.resource, field)}>
                  <i
                    className="inline-block h-10 round-4 hovered align-middle"
                    style={{ width: `${48 + (((row + 2) * (at + 3)) % 5) * 8}%` }}
                  />
                </td>
              ))}
              {hasFiller && <td />}
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface NothingBelowProps {
  readonly part: ResourcePart
  readonly branch: string
}

/** The empty state of a branch without records: links to it, and to a new record below it. */
function EmptyBranch({ part: { resource, sources, may }, branch }: NothingBelowProps) {
  const translate = useTranslation()
  const navigate = useNavigate()
  const [isMaking, setMaking] = useState(false)
  const [option] = useLabels(sources, resource.name, [branch], undefined).of([branch])
  const name = option && option.label !== option.id ? option.label : ''
  const parent = resource.tree ?? ''
  return (
    <StatePanel
      icon={<FolderTree />}
      title={translate('tree.nothingBelow', { name })}
      help={translate(may.includes('add') ? 'tree.nothingBelowAdd' : 'tree.nothingBelowHelp')}
    >
      <Button startIcon={<Eye />} onClick={() => navigate(addressOf(resource, 'show', branch))}>
        {translate('list.view')}
      </Button>
      {may.includes('add') && (
        <Button startIcon={<CornerDownRight />} onClick={() => setMaking(true)}>
          {translate('tree.addBelow')}
        </Button>
      )}
      {isMaking && (
        <RecordFormDialog
          resource={resource.name}
          presets={{ [parent]: branch, ...(name && { [`${parent}Name`]: name }) }}
          onClose={() => setMaking(false)}
          onSaved={() => setMaking(false)}
        />
      )}
    </StatePanel>
  )
}
