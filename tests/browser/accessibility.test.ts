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

describe.each([
  ['light', 'rgb(244, 245, 247)'],
  ['dark', 'rgb(13, 15, 19)'],
])('the screens in %s', (scheme, canvas) => {
  let page: Page
  beforeAll(async () => {
    page = await screens.openAs('admin', adminPassword)
    await page.context().addInitScript(inScheme, scheme)
  })

  it.each<[screen: string, path: (records: DemoScreens['records']) => string, then?: (page: Page) => Promise<void>]>([
    ['list', () => '/entNoticeLetter'],
    ['form', () => '/entInfo/create', page => page.getByRole('button', { name: '保存', exact: true }).click()],
    ['lines', ({ orders }) => `/businessEntOrder/${orders[0]}`, page => page.locator('.lines td').nth(3).click()],
    ['detail', ({ letters }) => `/entNoticeLetter/${letters['handled']}/show`],
    [
      'dialog',
      ({ letters }) => `/entNoticeLetter/${letters['issued']}/show`,
      page => page.getByRole('button', { name: '处理', exact: true }).click(),
    ],
  ])('keep a %s free of serious faults', async (_screen, path, then) => {
    await page.goto(path(screens.records))
    await page.locator('h1').first().waitFor()
    await page.locator('td, .form-group, .detail-group').first().waitFor()
    await then?.(page)
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(canvas)
    expect(await faults(page)).toEqual([])
  })

  it('keep the sign-in free of serious faults', async () => {
    const stranger = await screens.open()
    await stranger.context().addInitScript(inScheme, scheme)
    await stranger.goto('/login')
    await stranger.getByRole('button', { name: '登录' }).click()
    expect(await faults(stranger)).toEqual([])
  })
})

const inScheme = (scheme: string) => localStorage.setItem('mingchu:choices', JSON.stringify({ scheme }))

/** Each fault as one line: the rule, and where it is broken. */
async function faults(page: Page): Promise<string[]> {
  // Motion is over, so that no colour is judged half-way.
  await page.waitForTimeout(400)
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
