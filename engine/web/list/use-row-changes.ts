import { useQuery } from '@tanstack/react-query'
import { type Identifier, useDataProvider, useListContext } from 'ra-core'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { maxCounted, type RowChanges } from '../data/row-changes.ts'
import { useRefetch } from '../data/use-refetch.ts'
import { useSelection } from './selection.ts'

/** What other users changed since the rows of a list were requested. */
export interface ListChanges {
  /** The number of rows that concern the list, at most 100; -1 if there may have been changes. */
  readonly count: number
  /** Requests the rows again: selection, page and scroll position remain. */
  refresh(): void
}

/**
 * The changes of the current list. It refreshes when the user returns to it, from another tab of the page or of the
 * browser, and has selected nothing; never while it is on the screen. Those of a bin are not counted.
 */
export function useRowChanges({ bin }: ResourcePart): ListChanges {
  const { changes } = useEngine()
  const { resource, isFetching, error } = useListContext()
  const { isAll, ids } = useSelection()
  const refresh = useRefetch()
  const [seen, setSeen] = useState(() => changes.position())
  const requested = useRef(seen)
  const known = useSyncExternalStore(changes.subscribe, () => (bin ? 0 : changes.count(resource, seen)))
  const count = useChangedInFilter(changes, seen, known)
  useEffect(() => changes.want(resource), [changes, resource])
  useEffect(() => {
    if (isFetching) requested.current = changes.position()
    else if (!error) setSeen(requested.current)
  }, [changes, isFetching, error])

  const onReturn = () => {
    if (count !== 0 && !isAll && ids.length === 0) refresh()
  }
  const latest = useRef(onReturn)
  latest.current = onReturn
  useEffect(() => {
    // A hidden tab has no effects: they begin again when it is shown.
    latest.current()
    const listener = () => {
      if (document.visibilityState === 'visible') latest.current()
    }
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  }, [])
  return { count, refresh }
}

/**
 * The number of changed rows that concern a list: those on the screen, and others that match its filter now, which one
 * query counts. Of an unfiltered list, of large changes and where the query fails, all that the user may see.
 */
function useChangedInFilter(changes: RowChanges, seen: number, count: number): number {
  const { resource, filterValues, data: rows } = useListContext()
  const provider = useDataProvider()
  const isCounted = count > 0 && count < maxCounted && Object.keys(filterValues).length > 0 && !filterValues['id_in']
  const shown = new Set(rows?.map(({ id }: { readonly id: Identifier }) => String(id)))
  const ids = isCounted ? changes.ids(resource, seen) : []
  const others = ids.filter(id => !shown.has(id))
  const { data, error } = useQuery({
    queryKey: [resource, 'changed', filterValues, others],
    queryFn: ({ signal }) =>
      provider.getList(resource, {
        pagination: { page: 1, perPage: 1 },
        sort: { field: 'id', order: 'ASC' },
        filter: { ...filterValues, id_in: others.join(',') },
        signal,
      }),
    enabled: others.length > 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isCounted || (error && others.length > 0)) return count
  return ids.length - others.length + (others.length > 0 ? (data?.total ?? 0) : 0)
}
