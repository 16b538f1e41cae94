import { addressOf } from '../data/addresses.ts'
import type { RouteTable } from '../data/routes.ts'

/** An address with the router's state. */
export interface TabLocation {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly state: unknown
  readonly key: string
}

/** The target of a navigation; `leaves` in its state names the page to close. */
export type NavigationTarget = Pick<TabLocation, 'pathname' | 'search'> & { readonly state?: unknown }

/** One opened page. */
export interface Tab {
  /** The identity of the page; addresses of one page share a tab. */
  readonly page: string
  /** Its current or last address. */
  readonly place: TabLocation
  /** Its screen is mounted. */
  readonly isAwake: boolean
  /** Increases with each use. */
  readonly usedAt: number
  /** It is not in the strip, and closes when it is left. */
  readonly isPassing: boolean
}

/** The opened pages; the first is home and stays. */
export interface Tabs {
  readonly all: readonly Tab[]
  readonly active: string
}

/** What decides which tabs are closed when a page is opened. */
export interface OpenRules {
  readonly isUnsaved: (page: string) => boolean
  /** Only one page is open, as on a phone: the next one replaces it. */
  readonly isAlone: boolean
  readonly routes: RouteTable
}

/** The most pages in the strip; the next one replaces the least recently used. */
export const maxTabs = 20
/** Maximum number of mounted screens. The others keep their address; screens with unsaved input remain mounted. */
export const maxAwake = 5

/** The page that an address describes. */
export interface PageName {
  readonly kind: 'page' | 'list' | 'create' | 'import' | 'record' | 'bin' | 'unlisted' | 'error'
  /** The resource's name, or the key of the page. */
  readonly name: string
  readonly id: string
}

export function pageNameOf(address: string, routes: RouteTable): PageName {
  const route = routes.at(address.split('?')[0] ?? '')
  switch (route.kind) {
    case 'page':
      return { kind: 'page', name: route.page.key, id: '' }
    case 'resource': {
      const { screen, id, resource } = route
      return { kind: screen === 'edit' || screen === 'show' ? 'record' : screen, name: resource.name, id }
    }
    case 'error':
    case 'unlisted':
      return { kind: route.kind, name: '', id: '' }
  }
}

/** The page of an address. A record is one page, read or edited; new ones are distinguished by their initial values. */
export function pageOf({ pathname, search }: Pick<TabLocation, 'pathname' | 'search'>, routes: RouteTable): string {
  const route = routes.at(pathname)
  switch (route.kind) {
    case 'page':
      return route.page.path
    case 'resource': {
      const address = addressOf(route.resource, route.screen === 'show' ? 'edit' : route.screen, route.id)
      return route.screen === 'create' ? address + search : address
    }
    case 'error':
      return pathname
    case 'unlisted':
      return pathname.replace(/\/show$/, '')
  }
}

/** Whether an address gets no tab: errors, addresses that the index lacks, and pages that are declared so. */
function isPassingAt(pathname: string, routes: RouteTable): boolean {
  const route = routes.at(pathname)
  return (
    route.kind === 'error' ||
    route.kind === 'unlisted' ||
    (route.kind === 'page' && route.page.tab === 'none' && route.page.path !== routes.home)
  )
}

/** The initial tabs: home, and the page of the address. */
export function firstTabs(place: TabLocation, routes: RouteTable): Tabs {
  const { home } = routes
  const first = { page: home, place: placeAt(home), isAwake: false, usedAt: 0, isPassing: false }
  return openTab({ all: [first], active: home }, place, { isUnsaved: () => false, isAlone: false, routes })
}

/** Opens a page: its tab if it has one, else a new one. */
export function openTab(tabs: Tabs, place: TabLocation, { isUnsaved, isAlone, routes }: OpenRules): Tabs {
  const page = pageOf(place, routes)
  const usedAt = Math.max(...tabs.all.map(tab => tab.usedAt)) + 1
  const opened: Tab = { page, place, isAwake: true, usedAt, isPassing: isPassingAt(place.pathname, routes) }
  const isHome = isHomeOf(tabs)
  const leaves = (tab: Tab) =>
    tab.page !== page &&
    (isLeft(tab.page, place) ||
      (tab.page === tabs.active && !isUnsaved(tab.page) && (isAlone || givesWay(tab, page, routes))))
  if (tabs.all.some(tab => tab.page === page)) {
    const left = tabs.all.filter(tab => isHome(tab.page) || !leaves(tab))
    const all = left.map(tab => (tab.page === page ? opened : tab))
    return { all: withSleepers(all, isUnsaved), active: page }
  }
  const taken = tabs.all.findIndex(tab => !isHome(tab.page) && leaves(tab))
  const all = taken > 0 ? tabs.all.with(taken, opened) : [...tabs.all, opened]
  return { all: withSleepers(withoutLeastUsed(all, page, isUnsaved), isUnsaved), active: page }
}

/** Whether a navigation unmounts a screen. */
export const isLeft = (page: string, { state }: Pick<NavigationTarget, 'state'>): boolean =>
  typeof state === 'object' && state !== null && 'leaves' in state && state.leaves === page

/** The form of a new record becomes the page of the saved record; a page without a tab is not kept. */
function givesWay({ page, isPassing }: Tab, next: string, routes: RouteTable): boolean {
  const [from, to] = [pageNameOf(page, routes), pageNameOf(next, routes)]
  return isPassing || (from.kind === 'create' && to.kind === 'record' && from.name === to.name)
}

function withoutLeastUsed(all: readonly Tab[], active: string, isUnsaved: OpenRules['isUnsaved']): readonly Tab[] {
  if (all.length <= maxTabs) return all
  const [least] = all
    .slice(1)
    .filter(({ page }) => page !== active && !isUnsaved(page))
    .sort((one, other) => one.usedAt - other.usedAt)
  // A tab with unsaved input is never closed automatically: the strip exceeds its limit instead.
  return least ? all.filter(tab => tab !== least) : all
}

/** Unmounts screens that were not used recently: a mounted screen costs a megabyte or two. */
function withSleepers(all: readonly Tab[], isUnsaved: OpenRules['isUnsaved']): readonly Tab[] {
  const awake = all.filter(tab => tab.isAwake).sort((one, other) => other.usedAt - one.usedAt)
  const sleepy = new Set(awake.slice(maxAwake).filter(({ page }) => !isUnsaved(page)))
  return sleepy.size === 0 ? all : all.map(tab => (sleepy.has(tab) ? { ...tab, isAwake: false } : tab))
}

/** Whether a tab can be closed: not the first. */
export const isClosable = (tabs: Pick<Tabs, 'all'>, page: string): boolean => !isHomeOf(tabs)(page)

const isHomeOf =
  ({ all: [home] }: Pick<Tabs, 'all'>) =>
  (page: string) =>
    page === home?.page

/** Closes tabs; if the active one is closed, the one before it opens. */
export function closeTabs(tabs: Tabs, pages: readonly string[]): Tabs {
  const { all, active } = tabs
  const closes = ({ page }: Tab) => isClosable(tabs, page) && pages.includes(page)
  const at = all.findIndex(tab => tab.page === active)
  const before = all.slice(0, at + 1).findLast(tab => !closes(tab))
  return { all: all.filter(tab => !closes(tab)), active: before?.page ?? all[0]?.page ?? '/' }
}

/** The next or previous tab, cyclically. */
export function adjacentTab({ all, active }: Tabs, step: 1 | -1): Tab | undefined {
  const at = all.findIndex(tab => tab.page === active)
  return all.at((at + step) % all.length)
}

/** The addresses that are stored for a reload. */
export const addressesOf = ({ all }: Tabs): readonly string[] =>
  all.slice(1).flatMap(({ place, isPassing }) => (isPassing ? [] : [locationText(place)]))

/**
 * Restores the stored tabs before those opened since, unmounted until they are selected. Former addresses become
 * the current ones.
 */
export function withKept(tabs: Tabs, addresses: readonly string[], routes: RouteTable): Tabs {
  const kept = addresses
    .slice(0, maxTabs - 1)
    .map(placeAt)
    .map(place => presentPlace(place, routes))
  const known = (page: string) => tabs.all.find(tab => tab.page === page)
  const back = kept.map(place => {
    const page = pageOf(place, routes)
    return known(page) ?? { page, place, isAwake: false, usedAt: 0, isPassing: false }
  })
  const all = [...tabs.all.slice(0, 1), ...back, ...tabs.all]
  const once = all.filter(({ page }, at) => all.findIndex(other => other.page === page) === at)
  return { all: withoutLeastUsed(once, tabs.active, () => false), active: tabs.active }
}

function presentPlace(place: TabLocation, routes: RouteTable): TabLocation {
  const pathname = routes.redirect(place.pathname)
  return pathname === undefined ? place : { ...place, pathname }
}

/** A location as text. */
export const locationText = ({ pathname, search, hash }: Pick<TabLocation, 'pathname' | 'search' | 'hash'>): string =>
  `${pathname}${search}${hash}`

function placeAt(address: string): TabLocation {
  const { pathname, search, hash } = new URL(address, 'http://here')
  return { pathname, search, hash, state: null, key: 'kept' }
}
