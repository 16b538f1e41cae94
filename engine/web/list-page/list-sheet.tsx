import { useListContext } from 'ra-core'
import { Suspense, useMemo } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import { ExportButton } from '../export/export-button.tsx'
import { useShell } from '../frame/shell-context.ts'
import { ImportButton } from '../import/import-button.tsx'
import { ListPager } from '../list/list-pager.tsx'
import { ListSkeleton } from '../list/list-states.tsx'
import { useListView } from '../list/list-view.tsx'
import { NewButton } from '../list/new-button.tsx'
import { SavedViews } from '../list/saved-views.tsx'
import { SearchArea } from '../list/search-area.tsx'
import type { SearchQuery } from '../list/search-query.ts'
import { useCompleteAddress } from '../list/use-complete-address.ts'
import { useKnownConditions } from '../list/use-known-conditions.ts'
import { useListKind } from '../list/use-list-kind.ts'
import { useListMemory } from '../list/use-list-memory.ts'
import { useListShortcuts } from '../list/use-list-shortcuts.ts'
import { useRowChanges } from '../list/use-row-changes.ts'
import { TreePane } from '../tree/tree-pane.tsx'
import { ConditionChips } from './condition-chips.tsx'
import { ListBody } from './list-body.tsx'
import { ListMenu } from './list-menu.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { PhoneList } from './phone-list.tsx'
import '../list/list.css'

/** The page of a list: header, search, toolbar, rows, pager, and a tree on the left if there is one. */
export function ListSheet({ part }: { part: ResourcePart }) {
  const { isPhone } = useShell()
  const { filterValues, setFilters } = useListContext()
  const { fitting } = useListView()
  useKnownConditions(part)
  useListMemory(part.resource.name)
  useCompleteAddress(part.resource)
  useListShortcuts(part)
  const changes = useRowChanges()
  const kind = useListKind(part.resource)
  const asked = JSON.stringify(filterValues)
  const query: SearchQuery = useMemo(() => JSON.parse(asked), [asked])
  const search = (next: SearchQuery) => setFilters({ ...next }, {})
  if (isPhone) return <PhoneList part={part} query={query} changes={changes} onSearch={search} />
  return (
    <>
      <ListHead part={part} />
      <div className="list-columns">
        <TreePane part={part} query={query} onSearch={search} />
        <div className="list-main stack grow">
          <SearchArea part={part} query={query} onSearch={search} />
          <ConditionChips part={part} query={query} onSearch={search} />
          <ListToolbar part={part} changes={changes} />
          <ListBody part={part} query={query} onSearch={search}>
            {kind && (
              <Suspense fallback={<ListSkeleton />}>
                <kind.Rows part={part} />
              </Suspense>
            )}
          </ListBody>
          {!kind?.isWhole && <ListPager fitting={fitting} />}
        </div>
      </div>
    </>
  )
}

function ListHead({ part }: { part: ResourcePart }) {
  const { resource, language, may } = part
  const { total, filterValues } = useListContext()
  // An empty list offers the same button in its middle, and one filled button is enough.
  const isEmpty = total === 0 && Object.keys(filterValues).length === 0
  return (
    <header className="list-head">
      <h1>{resource.titles[language]}</h1>
      <SavedViews part={part} />
      <div className="list-head-actions flex gap-8 push">
        <ListMenu part={part} />
        <ImportButton part={part} />
        {!isEmpty && <ExportButton part={part} />}
        {may.includes('add') && !isEmpty && <NewButton resource={resource} />}
      </div>
    </header>
  )
}
