import { useListContext } from 'ra-core'
import type { ReactNode } from 'react'
import { isOffline } from '../data/fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { SheetFault } from '../state/sheet-state.tsx'
import { NothingBelow } from '../tree/nothing-below.tsx'
import { branchAlone } from '../tree/tree-fields.ts'
import { Bones, NoMatch, NothingYet, OfflineNote } from './list-states.tsx'
import { ListTable } from './list-table.tsx'
import type { SearchQuery } from './search-query.ts'

interface ListBodyProps {
  readonly part: ResourcePart
  readonly query: SearchQuery
  /** Rows in another form than a table. */
  readonly children?: ReactNode
  onSearch(query: SearchQuery): void
}

/** The rows of a list, or what stands in their place. Old rows stay while new ones are fetched. */
export function ListBody({ part, query, children, onSearch }: ListBodyProps) {
  const { data, error, isPending, isPaused, refetch } = useListContext()
  if (data && data.length > 0) {
    return (
      <>
        {(isPaused || isOffline(error)) && <OfflineNote />}
        {children ?? <ListTable part={part} />}
      </>
    )
  }
  if (error) return <SheetFault error={error} title={part.resource.title[part.language]} retry={() => refetch()} />
  if (isPending) return <Bones />
  const branch = branchAlone(part.resource, query)
  if (branch !== undefined) return <NothingBelow part={part} branch={branch} />
  if (Object.keys(query).length > 0) return <NoMatch part={part} query={query} onSearch={onSearch} />
  return <NothingYet part={part} />
}
