/** An address with the router's state. */
export interface TabLocation {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly state: unknown
  readonly key: string
}

/** The target of a navigation; `leaves` in its state names the page to close. */
export type Goal = Pick<TabLocation, 'pathname' | 'search'> & { readonly state?: unknown }

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
}

/** The opened pages; the first is home and stays. */
export interface Tabs {
  readonly all: readonly Tab[]
  readonly active: string
}

export interface OpenRules {
  readonly isUnsaved: (page: string) => boolean
  /** Only one page is open, as on a phone: the next one replaces it. */
  readonly isAlone: boolean
}

/** The most pages in the strip; the next one replaces the least recently used. */
export const mostTabs = 20
/** Maximum number of mounted screens. The others keep their address; screens with unsaved input remain mounted. */
export const mostAwake = 5
const home = '/'

/** The page that an address describes. */
export interface PageName {
  readonly kind: 'home' | 'list' | 'create' | 'import' | 'record' | 'bin' | 'operations' | 'other' | 'passing'
  readonly entity: string
  readonly id: string
}

/** Error pages do not become tabs. */
const passing = new Set(['404', '403', '500'])

export function pageNameOf(address: string): PageName {
  const [entity = '', id = '', rest = ''] = (address.split('?')[0] ?? '').split('/').filter(part => part !== '')
  if (entity === '') return { kind: 'home', entity, id }
  if (entity === 'operations') return { kind: 'operations', entity: '', id }
  if (passing.has(entity)) return { kind: 'passing', entity, id }
  if (id === '') return { kind: 'list', entity, id }
  if (id === 'create' && rest === '') return { kind: 'create', entity, id: '' }
  if (id === 'bin' && rest === '') return { kind: 'bin', entity, id: '' }
  if (id === 'import' && rest === '') return { kind: 'import', entity, id: '' }
  return { kind: rest === '' || rest === 'show' ? 'record' : 'other', entity, id: decoded(id) }
}

/** The page of an address. A record is one page, read or edited; new ones are distinguished by their initial values. */
export function pageOf({ pathname, search }: Pick<TabLocation, 'pathname' | 'search'>): string {
  const { kind, entity, id } = pageNameOf(pathname)
  switch (kind) {
    case 'home':
      return home
    case 'list':
      return `/${entity}`
    case 'create':
      return `/${entity}/create${search}`
    case 'bin':
      return `/${entity}/bin`
    case 'operations':
      return id === '' ? '/operations' : `/operations/${id}`
    case 'record':
      return `/${entity}/${encodeURIComponent(id)}`
    case 'import':
    case 'passing':
    case 'other':
      return pathname
  }
}

/** The initial tabs: home, and the page of the address. */
export const firstTabs = (place: TabLocation): Tabs =>
  openTab({ all: [{ page: home, place: placeAt(home), isAwake: false, usedAt: 0 }], active: home }, place, {
    isUnsaved: () => false,
    isAlone: false,
  })

/** Opens a page: its tab if it has one, else a new one. */
export function openTab(tabs: Tabs, place: TabLocation, { isUnsaved, isAlone }: OpenRules): Tabs {
  const page = pageOf(place)
  const usedAt = Math.max(...tabs.all.map(tab => tab.usedAt)) + 1
  const opened: Tab = { page, place, isAwake: true, usedAt }
  const leaves = (tab: Tab) =>
    tab.page !== page &&
    (isLeft(tab.page, place) ||
      (tab.page === tabs.active && !isUnsaved(tab.page) && (isAlone || givesWay(tab.page, page))))
  if (tabs.all.some(tab => tab.page === page)) {
    const left = tabs.all.filter(tab => tab.page === home || !leaves(tab))
    const all = left.map(tab => (tab.page === page ? opened : tab))
    return { all: withSleepers(all, isUnsaved), active: page }
  }
  const taken = tabs.all.findIndex(tab => tab.page !== home && leaves(tab))
  const all = taken > 0 ? tabs.all.with(taken, opened) : [...tabs.all, opened]
  return { all: withSleepers(withoutLeastUsed(all, page, isUnsaved), isUnsaved), active: page }
}

/** Whether a navigation unmounts a screen. */
export const isLeft = (page: string, { state }: Pick<Goal, 'state'>): boolean =>
  typeof state === 'object' && state !== null && 'leaves' in state && state.leaves === page

/** The form of a new record becomes the page of the saved record; an error page is not kept. */
function givesWay(page: string, next: string): boolean {
  const [from, to] = [pageNameOf(page), pageNameOf(next)]
  return from.kind === 'passing' || (from.kind === 'create' && to.kind === 'record' && from.entity === to.entity)
}

function withoutLeastUsed(all: readonly Tab[], active: string, isUnsaved: OpenRules['isUnsaved']): readonly Tab[] {
  if (all.length <= mostTabs) return all
  const [least] = all
    .filter(({ page }) => page !== home && page !== active && !isUnsaved(page))
    .sort((one, other) => one.usedAt - other.usedAt)
  // // A tab with unsaved input is never closed automatically: the strip exceeds its limit instead.
  return least ? all.filter(tab => tab !== least) : all
}

/** Unmounts screens that were not used recently: a mounted screen costs a megabyte or two. */
function withSleepers(all: readonly Tab[], isUnsaved: OpenRules['isUnsaved']): readonly Tab[] {
  const awake = all.filter(tab => tab.isAwake).sort((one, other) => other.usedAt - one.usedAt)
  const sleepy = new Set(awake.slice(mostAwake).filter(({ page }) => !isUnsaved(page)))
  return sleepy.size === 0 ? all : all.map(tab => (sleepy.has(tab) ? { ...tab, isAwake: false } : tab))
}

/** Whether a tab can be closed: not the first. */
export const isClosable = (page: string): boolean => page !== home

/** Closes tabs; if the active one is closed, the one before it opens. */
export function closeTabs({ all, active }: Tabs, pages: readonly string[]): Tabs {
  const goes = ({ page }: Tab) => isClosable(page) && pages.includes(page)
  const at = all.findIndex(tab => tab.page === active)
  const before = all.slice(0, at + 1).findLast(tab => !goes(tab))
  return { all: all.filter(tab => !goes(tab)), active: before?.page ?? home }
}

/** The next or previous tab, cyclically. */
export function besideActive({ all, active }: Tabs, step: 1 | -1): Tab | undefined {
  const at = all.findIndex(tab => tab.page === active)
  return all.at((at + step) % all.length)
}

/** The addresses that are stored for a reload. */
export const addressesOf = ({ all }: Tabs): readonly string[] =>
  all.filter(({ page }) => page !== home && pageNameOf(page).kind !== 'passing').map(({ place }) => addressOf(place))

/** Restores stored tabs before those opened since; their screens are mounted when they are activated. */
export function withKept(tabs: Tabs, addresses: readonly string[]): Tabs {
  const kept = addresses.slice(0, mostTabs - 1).map(placeAt)
  const known = (page: string) => tabs.all.find(tab => tab.page === page)
  const back = kept.map(place => known(pageOf(place)) ?? { page: pageOf(place), place, isAwake: false, usedAt: 0 })
  const all = [...tabs.all.filter(({ page }) => page === home), ...back, ...tabs.all]
  const once = all.filter(({ page }, at) => all.findIndex(other => other.page === page) === at)
  return { all: withoutLeastUsed(once, tabs.active, () => false), active: tabs.active }
}

export const addressOf = ({ pathname, search, hash }: Pick<TabLocation, 'pathname' | 'search' | 'hash'>): string =>
  `${pathname}${search}${hash}`

function placeAt(address: string): TabLocation {
  const { pathname, search, hash } = new URL(address, 'http://here')
  return { pathname, search, hash, state: null, key: 'kept' }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    if (cause instanceof URIError) return text
    throw cause
  }
}
