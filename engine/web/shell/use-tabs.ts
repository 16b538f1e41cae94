import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useEngine } from '../data/engine-context.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useRoutes } from '../data/use-routes.ts'
import {
  addressesOf,
  closeTabs,
  firstTabs,
  isLeft,
  locationText,
  type NavigationTarget,
  openTab,
  pageOf,
  type Tab,
  type Tabs,
  withKept,
} from '../frame/tab-model.ts'

/** The open pages, synchronised with the address, and their actions. */
export interface OpenTabs extends Tabs {
  readonly unsaved: readonly string[]
  show(tab: Tab): void
  /** Closes tabs without a confirmation, unsaved or not. */
  close(pages: readonly string[]): void
  leaveFor(page: string, address: string): void
  /** Whether a page's screen stays mounted after a navigation to there. */
  outlives(page: string, next: NavigationTarget): boolean
}

/** Follows the router: every visited page has a tab, or, on a phone, replaces the previous one. */
export function useTabs(isAlone: boolean): OpenTabs {
  const { unsaved, left, tabs: stored } = useEngine()
  const unsavedPages = useSyncExternalStore(unsaved.watch, unsaved.pages)
  const routes = useRoutes()
  const location = useLocation()
  const navigate = useNavigate()
  const go = useRef(navigate)
  go.current = navigate
  const [tabs, setTabs] = useState(() => firstTabs(location, routes))
  const [seen, setSeen] = useState(location)
  const user = useModelIndex()?.me.userId
  const [restored, setRestored] = useState<string>()

  // During the render, not after it: a page must not appear in the tab of another.
  if (location !== seen) {
    setSeen(location)
    setTabs(openTab(tabs, location, { isUnsaved: unsaved.any, isAlone, routes }))
  }
  if (user !== undefined && restored !== user) {
    setRestored(user)
    if (!isAlone) setTabs(before => withKept(before, stored.read(user), routes))
  }
  const addresses = addressesOf(tabs)
  const kept = JSON.stringify(addresses)
  useEffect(() => {
    if (user !== undefined && restored === user) stored.write(user, JSON.parse(kept))
  }, [user, restored, kept, stored])

  // Screens in hidden tabs do not receive the browser's unload event.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => unsaved.any() && event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])

  const latest = useRef(tabs)
  latest.current = tabs
  const show = useCallback(({ place }: Tab) => {
    void go.current(locationText(place), { state: place.state })
  }, [])
  const close = useCallback(
    (pages: readonly string[]) => {
      unsaved.giveUp(pages)
      left.forget(pages)
      const before = latest.current
      const after = closeTabs(before, pages)
      setTabs(now => closeTabs(now, pages))
      const next = after.all.find(({ page }) => page === after.active)
      if (next && after.active !== before.active) show(next)
    },
    [show, unsaved, left],
  )
  const leaveFor = useCallback((page: string, address: string) => {
    void go.current(address, { state: { leaves: page } })
  }, [])
  const outlives = useCallback(
    (page: string, next: NavigationTarget) => !isAlone && pageOf(next, routes) !== page && !isLeft(page, next),
    [isAlone, routes],
  )
  return useMemo(
    () => ({ ...tabs, unsaved: unsavedPages, show, close, leaveFor, outlives }),
    [tabs, unsavedPages, show, close, leaveFor, outlives],
  )
}
