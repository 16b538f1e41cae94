import { useListContext } from 'ra-core'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { useRefetch } from '../data/use-refetch.ts'
import { useSelection } from './selection.ts'
import { useChangedInFilter } from './use-changed-in-filter.ts'

/** What other users changed since the rows of a list were requested. */
export interface ListChanges {
  /** The number of rows that concern the list, at most 100; -1 if there may have been changes. */
  readonly count: number
  /** Requests the rows again: selection, page and scroll position remain. */
  refresh(): void
}

/**
 * The changes of the current list. It refreshes when the user returns to it, from another tab of the page or of the
 * browser, and has selected nothing; never while it is on the screen.
 */
export function useRowChanges(): ListChanges {
  const { changes } = useEngine()
  const { resource, isFetching, error } = useListContext()
  const { isAll, ids } = useSelection()
  const refresh = useRefetch()
  const [seen, setSeen] = useState(() => changes.position())
  const requested = useRef(seen)
  const known = useSyncExternalStore(changes.subscribe, () => changes.count(resource, seen))
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
