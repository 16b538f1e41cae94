import { expect, it } from 'vitest'
import type { IndexEntry, IndexPage } from '../data/model-source.ts'
import { routesOf } from '../data/routes.ts'
import {
  addressesOf,
  adjacentTab,
  closeTabs,
  firstTabs,
  maxTabs,
  type OpenRules,
  openTab,
  pageOf,
  type TabLocation,
  type Tabs,
  withKept,
} from './tab-model.ts'

const at = (address: string): TabLocation => {
  const [pathname = '', search] = address.split('?')
  return { pathname, search: search ? `?${search}` : '', hash: '', state: null, key: address }
}
/** Lists at addresses of one part, so that the tests stay short; and a page without a tab. */
const many = Array.from({ length: maxTabs }, (_, number) => `r${number}`)
const resources = ['letter', 'camera', 'rule', ...'abcdefg', ...many, 'one-more'].map(
  name => ({ name, path: `/${name}` }) as IndexEntry,
)
const about = { key: 'about', path: '/about', tab: 'none', frame: 'shell' } as IndexPage
const routes = routesOf({ resources, pages: [about] })
const leaving = { ...at('/letter'), state: { leaves: '/letter/create' } }
const nothing: OpenRules = { isUnsaved: () => false, isAlone: false, routes }
const walk = (addresses: readonly string[], rules = nothing): Tabs =>
  addresses
    .slice(1)
    .reduce((tabs, address) => openTab(tabs, at(address), rules), firstTabs(at(addresses[0] ?? '/'), routes))
const pages = ({ all }: Tabs) => all.map(({ page }) => page)

it.each([
  ['a list with any query', '/letter?page=2', '/letter'],
  ['a viewed record', '/letter/7/show', '/letter/7'],
  ['an edited record', '/letter/7', '/letter/7'],
  ['an id with encoded characters', '/letter/a%2Fb', '/letter/a%2Fb'],
  ['an id with an invalid encoding', '/letter/%E0%', '/letter/%25E0%25'],
  ['a new record', '/letter/create', '/letter/create'],
  ['a new record with initial values', '/letter/create?from=7', '/letter/create?from=7'],
  ['home', '/', '/'],
])('returns the page of %s', (_what, address, page) => {
  expect(pageOf(at(address), routes)).toBe(page)
})

it('opens a tab for each page, after home', () => {
  const tabs = walk(['/letter', '/letter/7/show', '/camera'])
  expect(pages(tabs)).toEqual(['/', '/letter', '/letter/7', '/camera'])
  expect(tabs.active).toBe('/camera')
})

it('returns to the tab that a page has, and keeps the order of the others', () => {
  const tabs = walk(['/letter?page=2', '/camera', '/letter/7', '/letter?page=3'])
  expect(pages(tabs)).toEqual(['/', '/letter', '/camera', '/letter/7'])
  expect(tabs.all.map(({ place }) => place.search)).toEqual(['', '?page=3', '', ''])
})

it('replaces the form of a new record with the record that it saved', () => {
  expect(pages(walk(['/letter', '/letter/create', '/letter/9/show']))).toEqual(['/', '/letter', '/letter/9'])
})

it('keeps the form of a new record that is not saved', () => {
  const rules = { isUnsaved: (page: string) => page === '/letter/create', isAlone: false, routes }
  const tabs = walk(['/letter', '/letter/create', '/letter/9/show'], rules)
  expect(pages(tabs)).toEqual(['/', '/letter', '/letter/create', '/letter/9'])
})

it('keeps neither an error page nor an unknown address', () => {
  const tabs = walk(['/letter', '/404', '/nowhere', '/camera'])
  expect(pages(tabs)).toEqual(['/', '/letter', '/camera'])
})

it('closes a tab that was left for good, although it was not saved', () => {
  const rules = { isUnsaved: (page: string) => page === '/letter/create', isAlone: false, routes }
  const tabs = openTab(walk(['/letter', '/letter/create'], rules), leaving, rules)
  expect([pages(tabs), tabs.active]).toEqual([['/', '/letter'], '/letter'])
})

it('has one page at a time where it is configured so', () => {
  expect(pages(walk(['/letter', '/camera', '/letter/7'], { ...nothing, isAlone: true }))).toEqual(['/', '/letter/7'])
})

it('keeps twenty tabs, and closes the least recently used one', () => {
  const addresses = Array.from({ length: maxTabs - 1 }, (_, number) => `/r${number}`)
  const tabs = openTab(walk([...addresses, '/r0']), at('/one-more'), nothing)
  expect(tabs.all).toHaveLength(20)
  expect(pages(tabs)).not.toContain('/r1')
  expect(pages(tabs)).toEqual(expect.arrayContaining(['/', '/r0', '/r2', '/one-more']))
})

it('never closes a tab that is not saved', () => {
  const addresses = Array.from({ length: maxTabs - 1 }, (_, number) => `/r${number}`)
  const next = (isUnsaved: (page: string) => boolean) =>
    pages(openTab(walk(addresses), at('/one-more'), { isUnsaved, isAlone: false, routes }))
  expect(next(page => page === '/r0')).toContain('/r0')
  expect(next(page => page === '/r0')).not.toContain('/r1')
  expect(next(page => page.startsWith('/r'))).toHaveLength(21)
})

it('keeps the five most recently used screens, and the addresses of the others', () => {
  const awake = ({ all }: Tabs) => all.filter(tab => tab.isAwake).map(({ page }) => page)
  const tabs = walk(['/a?page=3', '/b', '/c', '/d', '/e', '/a?page=3', '/f'])
  expect(awake(tabs)).toEqual(['/a', '/c', '/d', '/e', '/f'])
  expect(tabs.all.map(({ page }) => page)).toContain('/b')
  expect(awake(openTab(tabs, at('/b'), nothing))).toEqual(['/a', '/b', '/d', '/e', '/f'])
})

it('suspends no screen with unsaved input', () => {
  const rules = { isUnsaved: (page: string) => page === '/a', isAlone: false, routes }
  const { all } = walk(['/a', '/b', '/c', '/d', '/e', '/f', '/g'], rules)
  expect(all.filter(tab => tab.isAwake).map(({ page }) => page)).toEqual(['/a', '/c', '/d', '/e', '/f', '/g'])
})

it('opens the previous tab when the active one is closed', () => {
  const tabs = closeTabs(walk(['/letter', '/camera', '/rule', '/camera']), ['/camera'])
  expect([pages(tabs), tabs.active]).toEqual([['/', '/letter', '/rule'], '/letter'])
})

it('closes the others or all, but never the first', () => {
  const tabs = walk(['/letter', '/camera', '/rule'])
  const others = closeTabs(
    tabs,
    pages(tabs).filter(page => page !== '/rule'),
  )
  expect([pages(others), others.active]).toEqual([['/', '/rule'], '/rule'])
  const none = closeTabs(tabs, pages(tabs))
  expect([pages(none), none.active]).toEqual([['/'], '/'])
})

it('returns the adjacent tab, and wraps around at the end', () => {
  const tabs = walk(['/letter', '/camera'])
  expect([adjacentTab(tabs, 1)?.page, adjacentTab(tabs, -1)?.page]).toEqual(['/', '/letter'])
})

it('stores only addresses, and restores only the screen of the current page', () => {
  const kept = addressesOf(walk(['/letter?page=2', '/camera', '/500']))
  expect(kept).toEqual(['/letter?page=2', '/camera'])
  const back = withKept(firstTabs(at('/camera'), routes), kept, routes)
  expect(back.all.map(({ page, isAwake }) => [page, isAwake])).toEqual([
    ['/', false],
    ['/letter', false],
    ['/camera', true],
  ])
})

it('keeps no tab of a page that is declared without one', () => {
  const tabs = walk(['/letter', '/about'])
  expect(tabs.all.filter(({ isPassing }) => !isPassing).map(({ page }) => page)).toEqual(['/', '/letter'])
  expect(addressesOf(tabs)).toEqual(['/letter'])
  expect(pages(openTab(tabs, at('/camera'), nothing))).toEqual(['/', '/letter', '/camera'])
})

it('restores tabs of former addresses at the present ones, with their search', () => {
  const moved = routesOf({ resources: [{ name: 'letter', path: '/post/letters' } as IndexEntry], pages: [] })
  const back = withKept(firstTabs(at('/'), moved), ['/letter?page=2', '/letter/7/show'], moved)
  expect(back.all.map(({ page, place }) => [page, place.search])).toEqual([
    ['/', ''],
    ['/post/letters', '?page=2'],
    ['/post/letters/7', ''],
  ])
})
