import {
  ListContextProvider,
  type ListControllerProps,
  type ListParams,
  type SortPayload,
  useListController,
  useStoreContext,
} from 'ra-core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useEngine } from '../data/engine-context.ts'
import type { ListViews } from '../data/list-views.ts'
import type { PageRequest } from '../data/page-query.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { openingPage } from '../list/initial-page.ts'
import { addressOfPage, pageOfRow, rewritten, unknownNames } from '../list/list-address.ts'
import { ListLoader } from '../list/list-loader.tsx'
import { ListViewProvider } from '../list/list-view.tsx'
import { pageSizeOf, rowsThatFit } from '../list/page-size.ts'
import { useReplacedAddress } from '../list/use-complete-address.ts'
import { ListSheet } from './list-sheet.tsx'

/** The list of any resource. */
export function RecordList() {
  return <ListLoader>{(part, views) => <ListOf part={part} views={views} />}</ListLoader>
}

function ListOf({ part, views }: { part: ResourcePart; views: ListViews }) {
  const { resource } = part
  const { pathname, search, state } = useLocation()
  const { getItem } = useStoreContext()
  // The default view is read when the list opens: a later change does not affect the open list.
  const [start] = useState(() => views.views.find(({ id }) => id === views.start))
  const { preferences } = useEngine()
  // Resizing the window does not change the page size either: it would refetch the rows.
  const [fitting] = useState(() => rowsThatFit(resource, preferences.read().density, window))
  const perPage = pageSizeOf(views, fitting)
  const usual = start?.sort ?? resource.sort
  const sort = useMemo(() => payloadOf(usual), [usual])
  const isComplete = useRef(false)
  const whole = () => {
    const left = getItem<ListParams | undefined>(`${resource.name}.listParams`)
    return addressOfPage(
      resource,
      left ? pageOf(left, views.pageSize ?? fitting) : openingPage(resource, views, fitting),
    )
  }
  const better = rewritten(resource, search, perPage, fitting)
  if (better !== undefined) {
    const unknownConditions = unknownNames(resource, search)
    const nextState = unknownConditions.length > 0 ? { ...state, unknownConditions } : state
    return <ReplacedAddress address={`${pathname}${better}`} state={nextState} />
  }
  // Completed before the first render: a later change would render the whole list again.
  if (search === '' && !isComplete.current) return <ReplacedAddress address={whole()} state={state} />
  isComplete.current = true
  return (
    <ListContent
      resource={resource.name}
      perPage={perPage}
      sort={sort}
      {...(start && { filterDefaultValues: start.query })}
    >
      <ListViewProvider part={part} views={views} fitting={fitting}>
        <ListSheet part={part} />
      </ListViewProvider>
    </ListContent>
  )
}

function ReplacedAddress({ address, state }: { readonly address: string; readonly state: unknown }) {
  useReplacedAddress(address, state)
  return null
}

const payloadOf = ({ field, descending }: { field: string; descending: boolean }): SortPayload => ({
  field,
  order: descending ? 'DESC' : 'ASC',
})

/** The query of the list when it was left, with the current page size. */
const pageOf = ({ filter, sort, order, page, perPage: before }: ListParams, perPage: number): PageRequest => ({
  pagination: { page: pageOfRow(page, before, perPage), perPage },
  sort: { field: sort, order: order === 'DESC' ? 'DESC' : 'ASC' },
  filter,
})

interface ListContentProps extends ListControllerProps {
  readonly children: ReactNode
}

/**
 * The rows of a list and its query, for the components of the list. No user gets here without having signed in,
 * and the first response shows whether the session has ended.
 */
export function ListContent({ children, ...props }: ListContentProps) {
  const content = useListController({ ...props, exporter: false, debounce: 0, disableAuthentication: true })
  return <ListContextProvider value={useSteady(content)}>{children}</ListContextProvider>
}

/**
 * Returns the same object while its values are equal, with stable functions that call the latest ones: otherwise the
 * whole list would be rendered whenever its address is read.
 */
function useSteady<T extends object>(now: T): T {
  const latest = useRef(now)
  const held = useRef<T>(undefined)
  latest.current = now
  const names = Object.keys(now) as (keyof T)[]
  const before = held.current
  const isSame = (name: keyof T) => typeof now[name] === 'function' || Object.is(now[name], before?.[name])
  if (before && names.every(isSame)) return before
  const steady = { ...now }
  for (const name of names) {
    if (typeof now[name] !== 'function') continue
    const follow = (...given: unknown[]) => (latest.current[name] as (...given: unknown[]) => unknown)(...given)
    steady[name] = (before?.[name] ?? follow) as T[keyof T]
  }
  held.current = steady
  return steady
}
