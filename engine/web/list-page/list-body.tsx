import { useListContext } from 'ra-core'
import { lazy, type ReactNode, Suspense } from 'react'
import { SheetFault } from '../components/sheet-state.tsx'
import { isOffline, refusalMessageOf, statusOf } from '../data/request-fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { ListSkeleton, NothingYet, OfflineNote, SignInNote } from '../list/list-states.tsx'
import type { SearchQuery } from '../list/search-query.ts'
import { TableSkeleton } from '../list/table-skeleton.tsx'
import { EmptyBranch } from '../tree/empty-branch.tsx'
import { onlyBranch } from '../tree/tree-fields.ts'
import { ListTable } from './list-table.tsx'

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
