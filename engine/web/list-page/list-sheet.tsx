import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ArchiveRestore, Ellipsis, History, Upload } from 'lucide-react'
import { useListContext, useNotify } from 'ra-core'
import { Suspense, useEffect, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { fieldOf } from '../../model/system-fields.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { useMenu } from '../components/use-menu.ts'
import { addressOf } from '../data/addresses.ts'
import { useEngine } from '../data/engine-context.ts'
import { operationsAddress } from '../data/operations.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { ExportButton } from '../export/export-button.tsx'
import { useShell } from '../frame/shell-context.ts'
import { useShortcut } from '../frame/shortcuts.ts'
import { mayImport } from '../import/importable.ts'
import { hasBin, useListHead } from '../list/list-head.ts'
import { ListPager } from '../list/list-pager.tsx'
import { ListSkeleton } from '../list/list-states.tsx'
import { useListView } from '../list/list-view.tsx'
import { NewButton } from '../list/new-button.tsx'
import { SavedViews } from '../list/saved-views.tsx'
import { SearchArea } from '../list/search-area.tsx'
import type { SearchQuery } from '../list/search-query.ts'
import { useListName } from '../list/selection.ts'
import { useCompleteAddress } from '../list/use-complete-address.ts'
import { useListKind } from '../list/use-list-kind.ts'
import { useRowChanges } from '../list/use-row-changes.ts'
import { isQueryable, isSortable } from '../list/view-search.ts'
import { TreePane } from '../tree/tree-pane.tsx'
import { useTranslation } from '../words/i18n.ts'
import { ConditionChips } from './condition-chips.tsx'
import { ListBody } from './list-body.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { PhoneList } from './phone-list.tsx'
import '../list/list.css'

/** The page of a list: header, search, toolbar, rows, pager, and a tree on the left if there is one. */
export function ListSheet({ part }: { part: ResourcePart }) {
  const { isPhone } = useShell()
  const { filterValues, setFilters } = useListContext()
  const { fitting } = useListView()
  useKnownConditions(part)
  useListMemory()
  useCompleteAddress(part)
  useListShortcuts(part)
  const changes = useRowChanges(part)
  const kind = useListKind(part.resource)
  const head = useListHead(part)
  const asked = JSON.stringify(filterValues)
  const query: SearchQuery = useMemo(() => JSON.parse(asked), [asked])
  const search = (next: SearchQuery) => setFilters({ ...next }, {})
  if (isPhone) return <PhoneList part={part} query={query} changes={changes} onSearch={search} />
  return (
    <>
      {part.bin ? <ScreenHead {...head} /> : <ListHead part={part} />}
      <div className="list-columns grow flex">
        {!kind?.isPage && !part.bin && <TreePane part={part} query={query} onSearch={search} />}
        <div className="list-main stack grow">
          {!kind?.isPage && <SearchArea part={part} query={query} onSearch={search} />}
          {!kind?.isPage && <ConditionChips part={part} query={query} onSearch={search} />}
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
    <header className="list-head fixed">
      <h1 className="size-18">{resource.titles[language]}</h1>
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

/** Link to the import of a resource; needs the right to import. */
function ImportButton({ part }: { part: ResourcePart }) {
  const translate = useTranslation()
  if (!mayImport(part)) return null
  return (
    <Button
      variant="outlined"
      color="inherit"
      component={Link}
      to={addressOf(part.resource, 'import')}
      startIcon={<Upload />}
    >
      {translate('importing.open')}
    </Button>
  )
}

/** Stores the list's state at each response, for the return to it and for the neighbours of a record. */
function useListMemory(): void {
  const { lists } = useEngine()
  const name = useListName()
  const { data, page, perPage, sort, filterValues, total = 0, meta, isPlaceholderData, isPending } = useListContext()
  const isCapped = (meta as { capped?: boolean } | undefined)?.capped === true
  const { field, order } = sort
  const asked = JSON.stringify(filterValues)
  useEffect(() => {
    if (isPending || isPlaceholderData || !data) return
    lists.keep(name, {
      page,
      perPage,
      sort: { field, order: order === 'ASC' ? 'ASC' : 'DESC' },
      filter: JSON.parse(asked),
      total,
      capped: isCapped,
      ids: data.map(({ id }) => String(id)),
    })
  }, [lists, name, data, page, perPage, field, order, asked, total, isCapped, isPending, isPlaceholderData])
}

/** Shortcuts of a list, in addition to those of its rows: `/` goes to the search, `n` to the form of a new record. */
function useListShortcuts({ resource, may }: ResourcePart): void {
  const translate = useTranslation()
  const navigate = useNavigate()
  useShortcut({ keys: 'n', title: translate('list.new'), when: may.includes('add') }, () =>
    navigate(addressOf(resource, 'create')),
  )
  useShortcut({ keys: '/', title: translate('list.conditions'), when: resource.list.search.length > 0 }, () => {
    const fields = document.querySelectorAll<HTMLElement>('.search-area :is(input, [tabindex="0"])')
    // Lists in hidden tabs must not react.
    ;[...fields].find(field => field.offsetParent !== null)?.focus()
  })
}

/** The menu of a list's header: its recent operations, and its bin. */
function ListMenu({ part }: { part: ResourcePart }) {
  const translate = useTranslation()
  const { opener, menu } = useMenu()
  return (
    <>
      <IconButton aria-label={translate('list.moreActions')} {...opener}>
        <Ellipsis size={16} />
      </IconButton>
      {menu.open && (
        <Menu {...menu}>
          <MenuItem component={Link} to={operationsAddress(part.resource.name)}>
            <History aria-hidden /> {translate('operations.title')}
          </MenuItem>
          {hasBin(part) && (
            <MenuItem component={Link} to={addressOf(part.resource, 'bin')}>
              <ArchiveRestore aria-hidden /> {translate('bin.open')}
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  )
}

/** A field removed from the descriptor is no longer filtered or sorted by: the server would refuse it. */
function useKnownConditions({ resource }: ResourcePart): void {
  const { sort, setSort, filterValues, setFilters } = useListContext()
  const notify = useNotify()
  const { field, descending } = resource.sort
  const isKnown = isSortable(fieldOf(resource, sort.field))
  useEffect(() => {
    if (!isKnown) setSort({ field, order: descending ? 'DESC' : 'ASC' })
  }, [isKnown, setSort, field, descending])

  const asked = Object.entries(filterValues as Readonly<Record<string, unknown>>)
  const lost = asked.filter(([name]) => !isQueryable(resource, name)).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that something is lost
  useEffect(() => {
    if (lost === 0) return
    setFilters(Object.fromEntries(asked.filter(([name]) => isQueryable(resource, name))), {})
    notify('list.conditionsLost', { type: 'warning', messageArgs: { smart_count: lost } })
  }, [lost])
}
