import Badge from '@mui/material/Badge'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import IconButton from '@mui/material/IconButton'
import { Ellipsis, SlidersHorizontal, X } from 'lucide-react'
import { useListContext } from 'ra-core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Step } from '../../model/model.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { mayImport } from '../import/importable.ts'
import { hasBin, useListHead } from '../list/list-head.ts'
import { ListPager } from '../list/list-pager.tsx'
import { ListSkeleton } from '../list/list-states.tsx'
import { useExactTotal } from '../list/list-total.ts'
import { useListView } from '../list/list-view.tsx'
import { maySelect } from '../list/may-select.ts'
import { NewButton } from '../list/new-button.tsx'
import { PhoneRow } from '../list/phone-row.tsx'
import { ViewMenu, ViewPills } from '../list/saved-views.tsx'
import { SearchArea } from '../list/search-area.tsx'
import { queriedFields, type SearchQuery } from '../list/search-query.ts'
import { useSelection } from '../list/selection.ts'
import { useListKind } from '../list/use-list-kind.ts'
import { useListScroll } from '../list/use-list-scroll.ts'
import type { ListChanges } from '../list/use-row-changes.ts'
import { TreeSheet } from '../tree/tree-sheet.tsx'
import { useTranslation } from '../words/i18n.ts'
import { ChangedRows } from './changed-rows.tsx'
import { ConditionChips } from './condition-chips.tsx'
import { hasCollectionSteps } from './has-collection-steps.ts'
import { ListBody } from './list-body.tsx'

const CollectionStep = lazy(() => import('./collection-step.tsx').then(found => ({ default: found.CollectionStep })))
const PhoneMenu = lazy(() => import('./phone-menu.tsx').then(found => ({ default: found.PhoneMenu })))
const PhoneSelection = lazy(() => import('./phone-selection.tsx').then(found => ({ default: found.PhoneSelection })))

interface PhoneListProps {
  readonly part: ResourcePart
  readonly query: SearchQuery
  readonly changes: ListChanges
  onSearch(query: SearchQuery): void
}

/** A list on a phone: rows of three lines, the search behind a button, the main action at the bottom. */
export function PhoneList({ part, query, changes, onSearch }: PhoneListProps) {
  const translate = useTranslation()
  const { data } = useListContext()
  const { text, smart_count } = useExactTotal()
  const { plan, fitting } = useListView()
  const rows = useRef<HTMLDivElement>(null)
  useListScroll(rows)
  const [isSearching, setSearching] = useState(false)
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const [taken, setTaken] = useState<{ readonly step: Step; readonly count: number }>()
  const choosing = useChoosing()
  const kind = useListKind(part.resource)
  const hasRows = data !== undefined && data.length > 0
  const { resource, may } = part
  const head = useListHead(part)
  const isSelectable = maySelect(part)
  const asked = queriedFields(resource, query).length
  const search = (next: SearchQuery) => {
    setSearching(false)
    onSearch(next)
  }
  return (
    <>
      <ScreenHead {...head}>
        {!part.bin && <ViewMenu part={part} isPhone />}
        {!part.bin && <TreeSheet part={part} query={query} onSearch={onSearch} />}
        {resource.list.search.length > 0 && (
          <IconButton
            aria-label={asked > 0 ? `${translate('list.filter')} ${asked}` : translate('list.filter')}
            onClick={() => setSearching(true)}
          >
            <Badge badgeContent={asked || null} color="primary" slotProps={{ badge: { 'aria-hidden': true } }}>
              <SlidersHorizontal />
            </Badge>
          </IconButton>
        )}
        {(hasRows || mayImport(part) || hasBin(part) || hasCollectionSteps(part)) && (
          <IconButton
            aria-label={translate('list.moreActions')}
            aria-haspopup="menu"
            onClick={event => setMenu(event.currentTarget)}
          >
            <Ellipsis />
          </IconButton>
        )}
        {menu && (
          <Suspense>
            <PhoneMenu
              part={part}
              anchor={menu}
              hasRows={hasRows}
              onChoose={hasRows && isSelectable && !kind ? choosing.begin : undefined}
              onTake={step => {
                setMenu(null)
                setTaken(before => ({ step, count: (before?.count ?? 0) + 1 }))
              }}
              onClose={() => setMenu(null)}
            />
          </Suspense>
        )}
        {taken && (
          <Suspense>
            <CollectionStep key={taken.count} part={part} step={taken.step} />
          </Suspense>
        )}
      </ScreenHead>
      <ViewPills isPhone />
      <ConditionChips part={part} query={query} onSearch={onSearch} />
      <div className="phone-rows stack scroll ruled" ref={rows}>
        <ListBody part={part} query={query} onSearch={onSearch}>
          {kind ? (
            <Suspense fallback={<ListSkeleton />}>
              <kind.Rows part={part} />
            </Suspense>
          ) : (
            <ul>
              {data?.map(record => (
                <PhoneRow
                  key={record.id}
                  part={part}
                  record={record}
                  columns={plan.isChosen ? plan.names : undefined}
                  {...(isSelectable && { onChoose: () => choosing.selection.toggle(String(record.id)) })}
                  {...(choosing.is && { isChosen: choosing.selection.includes(String(record.id)) })}
                />
              ))}
            </ul>
          )}
        </ListBody>
        {!kind?.isWhole && <ListPager fitting={fitting} />}
      </div>
      {choosing.is ? (
        <Suspense fallback={<footer className="phone-foot gap-8 fixed ruled pb-8 px-16 h-72" />}>
          <PhoneSelection part={part} selection={choosing.selection} onEnd={choosing.end} />
        </Suspense>
      ) : (
        <footer className="phone-foot gap-8 fixed ruled pb-8 px-16 h-72">
          <span>{text && translate('list.total', { total: text, smart_count })}</span>
          <ChangedRows changes={changes} />
          {may.includes('add') && <NewButton resource={resource} />}
        </footer>
      )}
      <Dialog
        fullScreen
        open={isSearching}
        onClose={() => setSearching(false)}
        slotProps={{ paper: { 'aria-label': translate('list.conditions') } }}
      >
        <header className="phone-bar fixed">
          <IconButton aria-label={translate('shell.close')} onClick={() => setSearching(false)}>
            <X />
          </IconButton>
          <h2>{translate('list.conditions')}</h2>
        </header>
        <DialogContent className="phone-search">
          <SearchArea part={part} query={query} isStacked onSearch={search} />
        </DialogContent>
      </Dialog>
    </>
  )
}

/** Selection mode lasts from its button or the first selected row until no row is selected. */
function useChoosing() {
  const selection = useSelection()
  const hasChosen = selection.isAll || selection.ids.length > 0
  const [isBegun, setBegun] = useState(false)
  useEffect(() => {
    if (hasChosen) setBegun(false)
  }, [hasChosen])
  return {
    selection,
    is: isBegun || hasChosen,
    begin: () => setBegun(true),
    end() {
      setBegun(false)
      selection.clear()
    },
  }
}
