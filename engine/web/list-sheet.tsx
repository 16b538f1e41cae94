import { useListContext } from 'ra-core'
import { useEffect } from 'react'
import { ListBody } from './list-body.tsx'
import { ListPager } from './list-pager.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { NewButton } from './new-button.tsx'
import { PhoneList } from './phone-list.tsx'
import type { ResourcePart } from './resource-part.ts'
import { SearchArea } from './search-area.tsx'
import type { SearchQuery } from './search-query.ts'
import { useShell } from './shell-context.ts'
import { TreePane } from './tree-pane.tsx'
import './list.css'

/** The sheet of a list: head, search, tools, rows, pager; on a tree the branches at the left. */
export function ListSheet({ part }: { part: ResourcePart }) {
  const { isPhone } = useShell()
  const { filterValues, setFilters } = useListContext()
  useListInStep(part)
  const query: SearchQuery = filterValues
  const search = (next: SearchQuery) => setFilters({ ...next }, {})
  if (isPhone) return <PhoneList part={part} query={query} onSearch={search} />
  return (
    <>
      <ListHead part={part} />
      <div className="list-columns">
        {part.resource.tree && <TreePane part={part} field={part.resource.tree} query={query} onSearch={search} />}
        <div className="list-main">
          <SearchArea key={JSON.stringify(query)} part={part} query={query} onSearch={search} />
          <ListToolbar part={part} />
          <ListBody part={part} query={query} onSearch={search} />
          <ListPager />
        </div>
      </div>
    </>
  )
}

function ListHead({ part: { resource, language, may } }: { part: ResourcePart }) {
  return (
    <header className="list-head">
      <h1>{resource.title[language]}</h1>
      <div className="list-head-actions">{may.includes('add') && <NewButton name={resource.name} />}</div>
    </header>
  )
}

/** A field that the descriptor lost is no longer asked for or sorted by: the server would refuse it. */
function useListInStep({ resource }: ResourcePart): void {
  const { sort, setSort } = useListContext()
  const { field, descending } = resource.order
  const isKnown = resource.list.columns.includes(sort.field) || sort.field === field
  useEffect(() => {
    if (!isKnown) setSort({ field, order: descending ? 'DESC' : 'ASC' })
  }, [isKnown, setSort, field, descending])
}
