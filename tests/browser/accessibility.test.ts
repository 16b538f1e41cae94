import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { adminPassword } from '../support/server.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// What a screen looks like does not hang on the database beneath it.
const [database] = databasesUnderTest().slice(-1)

let screens: DemoScreens
beforeAll(async () => {
  if (!database) throw new Error('There is no database to test on.')
  screens = await openDemoScreens(database)
})
afterAll(() => screens.close())

/** A kind of page: its address, and what makes it stand as it is looked at. */
type Kind = [kind: string, address: (records: DemoScreens['records']) => string, then?: (page: Page) => Promise<void>]

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
const dialog = (page: Page) => page.getByRole('dialog').waitFor()
const both =
  (...all: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const one of all) await one(page)
  }
const letter = (state: string) => (records: DemoScreens['records']) => `/entNoticeLetter/${records.letters[state]}/show`

const kinds: readonly Kind[] = [
  ['first page', () => '/'],
  ['list', () => '/entNoticeLetter'],
  ['list with rows selected', () => '/entInfo', page => page.getByRole('checkbox').nth(2).check()],
  ['list that found nothing', () => '/entInfo?name_like=没有'],
  ['panel of columns', () => '/entInfo', press('列设置')],
  [
    'question before a deletion',
    () => '/entInfo',
    both(page => page.getByRole('checkbox').nth(2).check(), press('删除'), dialog),
  ],
  ['dialog of an export', () => '/entInfo', both(press('导出'), dialog)],
  ['tree', () => '/sysRegion'],
  ['bin', () => '/entInfo/bin'],
  ['import', () => '/entInfo/import'],
  ['form', () => '/entInfo/create', press('保存')],
  [
    'form with lines',
    ({ orders }) => `/businessEntOrder/${orders[0]}`,
    page => page.locator('.lines td').nth(3).click(),
  ],
  ['detail', letter('handled')],
  ['dialog of a move', letter('issued'), both(press('处理'), dialog)],
  [
    'palette',
    letter('issued'),
    both(
      page => page.keyboard.press('Control+k'),
      page => page.keyboard.type('qy'),
      page => page.getByRole('option').first().waitFor(),
    ),
  ],
  ['sheet of shortcuts', letter('issued'), both(page => page.keyboard.press('?'), dialog)],
  ['choice of a look', () => '/', both(press('主题与颜色'), dialog)],
  ['page that nobody has', () => '/nothing'],
]

const ready =
  '.home li, td, .phone-row, .form-group, .detail-group, .state-panel, .bin, .import, .tree-pane, [role=tree]'

describe.each([
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
])('the screens at a %s', (device, viewport) => {
  let page: Page
  beforeAll(async () => {
    page = await screens.openAs('admin', adminPassword, { viewport, reducedMotion: 'reduce' })
  })

  // What has a button or keys of its own at a desk stands in menus on a phone.
  const shown = kinds.filter(([, , then]) => device === 'desk' || then === undefined)
  it.each<Kind>(shown)('keep a %s free of serious faults, in light and dark', async (_kind, address, then) => {
    await page.goto(address(screens.records))
    await page.locator(ready).filter({ visible: true }).first().waitFor()
    await then?.(page)
    for (const [scheme, canvas] of schemes) {
      await page.evaluate(inScheme, scheme)
      await expect.poll(() => canvasOf(page)).toBe(canvas)
      expect([scheme, await faults(page)]).toEqual([scheme, []])
    }
  })

  it('keep the sign-in free of serious faults', async () => {
    const stranger = await screens.open({ viewport, reducedMotion: 'reduce' })
    await stranger.goto('/login')
    await stranger.getByRole('button', { name: '登录' }).click()
    for (const [scheme] of schemes) {
      await stranger.evaluate(inScheme, scheme)
      expect([scheme, await faults(stranger)]).toEqual([scheme, []])
    }
    await stranger.context().close()
  })
})

describe('the width of a window', () => {
  const widths = [360, 390, 768, 1024, 1280, 1440, 1920, 2560]
  let page: Page
  beforeAll(async () => {
    page = await screens.openAs('admin', adminPassword, { reducedMotion: 'reduce' })
  })

  it.each([
    ['first page', '/'],
    ['list', '/entNoticeLetter'],
    ['tree', '/sysRegion'],
    ['bin', '/entInfo/bin'],
    ['import', '/entInfo/import'],
    ['form', '/entInfo/create'],
    ['form with lines', 'order'],
    ['detail', 'letter'],
    ['sign-in', '/login'],
  ])('makes no %s scroll sideways', async (_kind, path) => {
    const { orders, letters } = screens.records
    const address = { order: `/businessEntOrder/${orders[0]}`, letter: `/entNoticeLetter/${letters['handled']}/show` }[
      path
    ]
    if (path === '/login') page = await screens.open()
    await page.goto(address ?? path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.locator(`${ready}, #root form`).filter({ visible: true }).first().waitFor()
      expect([width, ...(await page.evaluate(overflow))]).toEqual([width])
    }
  })
})

/** What is wider than its place: the page, the sheet, and the parts of the sheet that are not tables. */
function overflow(): string[] {
  const root = document.documentElement
  const parts = [root, ...document.querySelectorAll('.sheet, .tab-panel, .sheet form, .top-bar, .list-head')]
  return parts
    .filter(part => part.scrollWidth > part.clientWidth + 1 && part.getClientRects().length > 0)
    .map(part => `${part.tagName}.${part.className} ${part.scrollWidth} in ${part.clientWidth}`)
}

const schemes = [
  ['light', 'rgb(244, 245, 247)'],
  ['dark', 'rgb(13, 15, 19)'],
] as const

const canvasOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

/** Chooses a scheme as another window of the browser would: the page follows without being loaded anew. */
function inScheme(scheme: string): void {
  const [key, newValue] = ['mingchu:choices', JSON.stringify({ scheme })]
  localStorage.setItem(key, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

/** Each fault as one line: the rule, and where it is broken. */
async function faults(page: Page): Promise<string[]> {
  // Motion is over, so that no colour is judged half-way.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(motion => motion.finished)))
  // Not as a script element: the page's own policy forbids one, and it stands.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, { resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
      )
  })
}

interface Axe {
  run(
    root: Document,
    options: object,
  ): Promise<{
    readonly violations: readonly {
      readonly id: string
      readonly impact: string | null
      readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[]
    }[]
  }>
}
