import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOfJourney, isThorough } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { adminPassword } from '../support/server.ts'
import { tooSmallForFingers } from '../support/touch-targets.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const [database] = databaseOfJourney('accessibility')

let screens: DemoScreens
beforeAll(async () => {
  if (!database) throw new Error('There is no database to test on.')
  screens = await openDemoScreens(database)
})
afterAll(() => screens.close())

/** A kind of page: its address, and the steps that bring it into the state to check. */
type Kind = [kind: string, address: (records: DemoScreens['records']) => string, then?: (page: Page) => Promise<void>]

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
const dialog = (page: Page) => page.getByRole('dialog').waitFor()
const both =
  (...all: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const one of all) await one(page)
  }
const letter = (state: string) => (records: DemoScreens['records']) =>
  `/ent/entNoticeLetter/${records.letters[state]}/show`

const board = (address: string): Kind => [`board ${address}`, () => address]

const kinds: readonly Kind[] = [
  ['first page', () => '/'],
  ['list', () => '/ent/entNoticeLetter'],
  ['list with selected rows', () => '/ent/entInfo', page => page.getByRole('checkbox').nth(2).check()],
  ['list without results', () => '/ent/entInfo?name_like=没有'],
  ['column panel', () => '/ent/entInfo', press('列设置')],
  [
    'confirmation of a deletion',
    () => '/ent/entInfo',
    both(page => page.getByRole('checkbox').nth(2).check(), press('删除'), dialog),
  ],
  ['export dialog', () => '/ent/entInfo', both(press('导出'), dialog)],
  ['tree', () => '/sysRegion'],
  ['bin', () => '/ent/entInfo/bin'],
  ['import', () => '/ent/entInfo/import'],
  ['form', () => '/ent/entInfo/create', press('保存')],
  [
    'form with lines',
    ({ orders }) => `/business/businessEntOrder/${orders[0]}`,
    page => page.locator('.lines td').nth(3).click(),
  ],
  ['detail', letter('handled')],
  ['dialog of a transition', letter('issued'), both(press('提交整改'), dialog)],
  [
    'palette',
    letter('issued'),
    both(
      page => page.keyboard.press('Control+k'),
      page => page.keyboard.type('qy'),
      page => page.getByRole('option').first().waitFor(),
    ),
  ],
  ['shortcut sheet', letter('issued'), both(page => page.keyboard.press('?'), dialog)],
  ['theme settings', () => '/', both(press('主题与颜色'), dialog)],
  ['page that does not exist', () => '/nothing'],
  ...['/homePage/index', '/analysis/inspect', '/analysis/notice', '/analysis/alert', '/analysis/capture'].map(board),
  ...['/analysis/reports', '/wel/school', '/datasource'].map(board),
]

/** Opens the popup of a combobox. */
const take = (name: string) => (page: Page) => page.getByRole('combobox', { name, exact: true }).click()
const opened = (role: 'grid' | 'option' | 'treeitem') => (page: Page) => page.getByRole(role).first().waitFor()

/** Visits several pages or dialogs and checks each of them. */
type Walk = [what: string, walk: (page: Page, judge: (step: string) => Promise<void>) => Promise<void>]

const item = (name: string) => (page: Page) => page.getByRole('menuitem', { name, exact: true }).click()
const check = (page: Page, name: string) => page.getByRole('row', { name }).getByRole('checkbox').check()
/** The button of the dialog that is open. */
const answer = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** Every kind of input with its popup, and every kind of filter. */
const boxes: Walk = [
  'the boxes of forms and searches',
  async (page, judge) => {
    await page.goto('/business/businessEntOrder/create')
    await take('下单时间')(page)
    await opened('grid')(page)
    await judge('calendar with a clock')
    await page.getByRole('gridcell').getByRole('button').nth(10).click()
    await judge('calendar with a clock, a moment chosen')
    await page.getByRole('button', { name: '选择月份' }).or(page.locator('button.calendar-title')).click()
    await page.getByRole('button', { name: '12月' }).waitFor()
    await judge('months of a calendar')
    // The pressed title is removed, so the dialog receives focus with a delay.
    await page.getByRole('dialog').press('Escape')
    await take('期望送达日期')(page)
    await opened('grid')(page)
    await judge('calendar')
    await page.keyboard.press('Escape')
    await take('企业')(page)
    await opened('option')(page)
    await judge('box of references')
    await page.keyboard.press('Escape')
    await page.goto('/ent/entInfo/create')
    await take('所属区域')(page)
    await opened('treeitem')(page)
    await judge('box of a tree')
    await page.keyboard.press('Escape')
    await page.goto('/ent/entNoticeLetter?deadline_ge=2026-11-02&deadline_le=2026-11-12')
    if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: /^筛选/ }).click()
    await take('整改期限 开始')(page)
    await opened('grid')(page)
    await judge('calendar of a range')
  },
]

const deskWalks: readonly Walk[] = [
  boxes,
  [
    'saved searches and the tree of a list',
    async (page, judge) => {
      await page.goto('/ent/entType')
      await press('常用查询')(page)
      await page.getByRole('menu').waitFor()
      await judge('menu of saved searches, none kept')
      await item('保存为常用查询')(page)
      await dialog(page)
      await judge('dialog that keeps a search')
      await page.getByRole('dialog').getByLabel('名称').fill('全部类型')
      await answer(page, '保存')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await press('常用查询')(page)
      await page.getByRole('menu').waitFor()
      await judge('menu of saved searches')
      await page.goto('/ent/entInfo')
      await press('按企业类型浏览')(page)
      await page.getByRole('treeitem').first().waitFor()
      await judge('tree pane')
      await page.goto('/sysRegion')
      await page.getByRole('treeitem').first().press('Shift+F10')
      await item('查看')(page)
      await page.getByRole('region', { name: '相关数据' }).getByLabel('包含下级').check()
      await page.getByRole('region', { name: '相关数据' }).getByRole('tab').first().waitFor()
      await judge('the records of a branch and of its descendants')
    },
  ],
  [
    'a bulk edit, its result, and the bin',
    async (page, judge) => {
      await page.goto('/ent/entInfo')
      for (const name of ['桐荫幼儿园食堂', '半山幼儿园食堂']) await check(page, name)
      await press('批量修改')(page)
      await press('添加字段')(page)
      await item('从业人数')(page)
      await answer(page, '修改 2 条')
      await page.getByRole('dialog').getByRole('alert').waitFor()
      await judge('dialog of a change of many')
      await answer(page, '取消')
      await press('放弃修改')(page)
      await press('删除')(page)
      await answer(page, '删除 2 条')
      await page.getByRole('dialog').locator('dd').first().waitFor()
      await judge('result of a deletion of many')
      await page.goto('/ent/entInfo/bin')
      await page.getByRole('row', { name: '半山幼儿园食堂' }).waitFor()
      await judge('bin with a record')
      await check(page, '半山幼儿园食堂')
      await judge('bin with a record selected')
      await page.getByRole('toolbar').getByRole('button', { name: '恢复' }).click()
      await page.getByText('回收站为空', { exact: true }).waitFor()
      await page.goto('/ent/entInfo')
      for (const name of ['半山幼儿园食堂', '云栖幼儿园食堂']) {
        await page.getByRole('row', { name }).hover()
        await page.getByRole('row', { name }).getByRole('button', { name: '更多' }).click()
        await item('删除')(page)
        await answer(page, '删除')
        await page.getByRole('row', { name }).waitFor({ state: 'detached' })
      }
      await judge('two ways back')
    },
  ],
  [
    'an import',
    async (page, judge) => {
      await page.goto('/ent/entCamera/import')
      await page.locator('input[type=file]').setInputFiles({
        name: '摄像头.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(cameras),
      })
      await page.getByRole('button', { name: '预检' }).waitFor()
      await judge('step of columns')
      await press('预检')(page)
      await page.getByRole('region', { name: '错误', exact: true }).waitFor()
      await judge('step of the check')
      await press('导入 1 行')(page)
      await page.getByRole('button', { name: '查看列表' }).waitFor()
      await judge('step of the result')
    },
  ],
]

/** Walks that are the same on a desktop and on a phone. */
const walksOfAll: readonly Walk[] = [
  [
    'concurrent edits of one record',
    async (page, judge) => {
      const id = screens.records.orders[0] ?? ''
      const path = '/api/business/v1/businessEntOrder'
      await page.goto(`/business/businessEntOrder/${id}`)
      const remark = page.locator(`#businessEntOrder-${id}-form_remark`)
      await remark.waitFor()
      const theirs = (await screens.call('GET', `${path}/getById?id=${id}`)) as Versioned
      await remark.fill(`我的备注 ${theirs.version}`)
      await page.locator(`#businessEntOrder-${id}-form_supplierName`).fill(`供应商 ${theirs.version}`)
      await screens.call('PUT', `${path}/update`, { ...theirs, remark: `别人的备注 ${theirs.version}` })
      await press('保存')(page)
      await dialog(page)
      await judge('dialog of a conflict')
      await page.getByRole('radio').first().check()
      await answer(page, '查看')
      await judge('dialog of a conflict that was decided')
      await answer(page, '合并并保存')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  ],
  [
    'two versions of a record, and the restore of one',
    async (page, judge) => {
      await page.goto(`/business/businessEntOrder/${screens.records.orders[0]}/show`)
      await press('比较')(page)
      await dialog(page)
      await judge('dialog of two versions')
      await page.getByRole('dialog').getByLabel('仅显示差异').uncheck()
      await judge('dialog of two versions, whole')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^恢复到版本/ })
        .click()
      await page.getByRole('dialog', { name: /^恢复到版本/ }).waitFor()
      await judge('dialog of a version that comes back')
      await answer(page, '取消')
    },
  ],
  [
    'a transition of a record that another user changed',
    async (page, judge) => {
      const path = '/api/ent/v1/entNoticeLetter'
      const letter = {
        entId: Object.values(screens.records.enterprises)[0],
        problem: '原来的问题',
        deadline: '2030-01-01',
      }
      const { id } = (await screens.call('POST', `${path}/save`, letter)) as { readonly id: string }
      await page.goto(`/ent/entNoticeLetter/${id}/show`)
      await page.locator('.history-entry').first().waitFor()
      await screens.call('PUT', `${path}/update`, { id, version: 1, problem: '后来的问题' })
      await press('下发')(page)
      await answer(page, '下发')
      await page.getByRole('dialog').locator('.history-entry').waitFor()
      await judge('dialog of a transition on what was changed')
      await answer(page, '先不处理')
      await page.getByText('后来的问题').first().waitFor()
      await page.route(`**${path}/issue`, route => route.abort())
      await press('下发')(page)
      await answer(page, '下发')
      await page.getByText('尚不确定“下发”是否已完成').waitFor()
      await judge('dialog of a transition that was not answered')
      await answer(page, '不再等待')
      await page.unroute(`**${path}/issue`)
    },
  ],
]

interface Versioned {
  readonly version: number
}

const phoneWalks: readonly Walk[] = [
  boxes,
  [
    'a form and the tree of a list',
    async (page, judge) => {
      await page.goto('/ent/entInfo/create')
      await press('保存')(page)
      await page.locator('form [role=alert]').first().waitFor()
      await judge('form with faults')
      await page.goto(`/business/businessEntOrder/${screens.records.orders[1]}`)
      await page.locator('.form-group').first().waitFor()
      await judge('form with lines')
      await page.goto('/ent/entInfo')
      await press('按企业类型浏览')(page)
      await page.getByRole('treeitem').first().waitFor()
      await judge('sheet of a tree')
      await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
      await press('筛选')(page)
      await dialog(page)
      await judge('sheet of a search')
    },
  ],
  [
    'the menu and selected rows of a list',
    async (page, judge) => {
      await page.goto('/ent/entNoticeLetter')
      await press('更多')(page)
      await page.getByRole('menu').waitFor()
      await judge('menu of a list')
      await item('选择')(page)
      await page.getByRole('checkbox').nth(1).check()
      await press('删除')(page)
      await answer(page, '取消')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await judge('bar of what is selected')
    },
  ],
]

const cameras =
  '摄像头名称,企业,视频平台,安装位置\n灶台 01,清溪区第三小学食堂,海康,灶台\n灶台 02,清溪区第三小学食堂,萤石,灶台\n,云栖幼儿园,海康,灶台\n'

const ready =
  '.board .chart, .home li, td, .phone-row, .form-group, .detail-group, .state-panel, .bin, .import, .tree-pane, [role=tree]'

describe.each([
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
])('screens on a %s', (device, viewport) => {
  let page: Page
  beforeAll(async () => {
    page = await screens.openAs('admin', adminPassword, { viewport, reducedMotion: 'reduce' })
  })

  const unreached = async () => {
    const found: string[] = []
    for (const language of device === 'phone' ? languages : []) {
      await chooseLanguage(page, language)
      for (const [font, spacing] of endFonts[language]) {
        await page.evaluate(spaceLetters, spacing)
        for (const part of await page.evaluate(tooSmallForFingers)) found.push(`${language}, ${font} font: ${part}`)
      }
      await page.evaluate(spaceLetters, 'normal')
    }
    if (device === 'phone') await chooseLanguage(page, 'zh')
    return found
  }

  // On a phone, actions that have a button or a shortcut on a desktop are in menus.
  const shown = kinds.filter(([, , then]) => device === 'desk' || then === undefined)
  // Both devices have the same colours.
  const kindSchemes = device === 'desk' ? schemes : schemes.slice(0, 1)
  const modes = kindSchemes.map(([scheme]) => scheme).join(' or ')
  it.each<Kind>(shown)(`%s: has no serious violations in ${modes} mode`, async (_kind, address, then) => {
    await page.goto(address(screens.records))
    await page.locator(ready).filter({ visible: true }).first().waitFor()
    await then?.(page)
    expect(await faultsIn(page, kindSchemes)).toEqual([])
    expect(await unreached(), 'targets that are too small for touch').toEqual([])
  })

  const walks = [
    ...(device === 'desk' ? deskWalks : phoneWalks),
    // A thorough run repeats on a phone what a desktop shows too.
    ...(device === 'desk' || isThorough ? walksOfAll : []),
  ]
  // A thorough run also checks the colours of each step in dark mode.
  const stepSchemes = isThorough ? kindSchemes : schemes.slice(0, 1)
  it.each(walks)('%s: has no serious violations at any step', async (_name, walk) => {
    await walk(page, async step =>
      expect([step, ...(await faultsIn(page, stepSchemes)), ...(await unreached())]).toEqual([step]),
    )
  })

  it('sign-in: has no serious violations', async () => {
    const stranger = await screens.open({ viewport, reducedMotion: 'reduce' })
    await stranger.goto('/login')
    await stranger.getByRole('button', { name: '登录' }).click()
    await judge(stranger)
    await stranger.context().close()
  })
})

describe('window widths', () => {
  const widths = isThorough ? [360, 390, 768, 1024, 1280, 1440, 1920, 2560] : [360, 768, 1024, 1440]
  let page: Page
  beforeAll(async () => {
    page = await screens.openAs('admin', adminPassword, { reducedMotion: 'reduce' })
  })

  it.each([
    ['first page', '/'],
    ['list', '/ent/entNoticeLetter'],
    ['tree', '/sysRegion'],
    ['bin', '/ent/entInfo/bin'],
    ['import', '/ent/entInfo/import'],
    ['form', '/ent/entInfo/create'],
    ['form with lines', 'order'],
    ['detail', 'letter'],
    ['sign-in', '/login'],
  ])('%s: does not scroll horizontally', async (_kind, path) => {
    const { orders, letters } = screens.records
    const address = {
      order: `/business/businessEntOrder/${orders[0]}`,
      letter: `/ent/entNoticeLetter/${letters['handled']}/show`,
    }[path]
    if (path === '/login') page = await screens.open()
    await page.goto(address ?? path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.locator(`${ready}, #root form`).filter({ visible: true }).first().waitFor()
      for (const language of languages) {
        await chooseLanguage(page, language)
        for (const [font, spacing] of widestFont[language]) {
          const place = [width, language, font]
          await page.evaluate(spaceLetters, spacing)
          await expect.poll(async () => [...place, ...(await page.evaluate(overflow))]).toEqual(place)
        }
        await page.evaluate(spaceLetters, 'normal')
      }
    }
  })
})

/** Elements that overflow: the page, the sheet, and the parts of the sheet that are not tables. */
async function overflow(): Promise<string[]> {
  // Wait for the layout of this width.
  await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const root = document.documentElement
  const parts = [root, ...document.querySelectorAll('.sheet, .tab-panel, .sheet form, .top-bar, .list-head')]
  return parts
    .filter(part => part.scrollWidth > part.clientWidth + 1 && part.getClientRects().length > 0)
    .map(part => `${part.tagName}.${part.className} ${part.scrollWidth} in ${part.clientWidth}`)
}

const languages = ['zh', 'en'] as const
type Language = (typeof languages)[number]

async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate(chooseElsewhere, { language })
  await page.locator(`html[lang|=${language}]`).waitFor({ state: 'attached' })
}

/** Letter spacing that scales the text width to 0.2, 1, nearly 1.5 (German) and 2; Latin letters are half as wide as Chinese characters. */
const allFonts: Readonly<Record<Language, readonly (readonly [font: string, spacing: string])[]>> = {
  zh: [
    ['narrow', '-0.8em'],
    ['project', 'normal'],
    ['wide', '1em'],
  ],
  en: [
    ['narrow', '-0.4em'],
    ['project', 'normal'],
    ['German', '0.2em'],
    ['wide', '0.5em'],
  ],
}
// Narrow text makes targets small, and wide text presses their neighbours; a thorough run tries all fonts.
const endFonts = isThorough ? allFonts : { zh: allFonts.zh.slice(0, 1), en: allFonts.en.slice(-1) }
// What does not overflow with the widest text does not with narrower text.
const widestFont = { zh: allFonts.zh.slice(-1), en: allFonts.en.slice(-1) }

/** Runs in the page: makes every text narrower or wider, to simulate another font. */
function spaceLetters(spacing: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`* { letter-spacing: ${spacing} !important }`)
  document.adoptedStyleSheets = spacing === 'normal' ? [] : [sheet]
}

const schemes = [
  ['light', 'rgb(244, 245, 247)'],
  ['dark', 'rgb(13, 15, 19)'],
] as const

const canvasOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

/** Runs in the page: changes the setting as another window does; the page applies it without a reload. */
function chooseElsewhere(choice: { readonly scheme?: string; readonly language?: string }): void {
  const key = 'mingchu:choices'
  const newValue = JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), ...choice })
  localStorage.setItem(key, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

/** All violations in light mode, and the colour violations in dark mode, where everything else is the same. */
async function faultsIn(page: Page, those: readonly (typeof schemes)[number][]): Promise<string[]> {
  const found: string[] = []
  for (const [scheme, canvas] of those) {
    await page.evaluate(chooseElsewhere, { scheme })
    await expect.poll(() => canvasOf(page)).toBe(canvas)
    for (const fault of await faults(page, scheme === 'dark')) found.push(`${scheme}: ${fault}`)
  }
  return found
}

const judge = async (page: Page) => expect(await faultsIn(page, schemes)).toEqual([])

/** Each violation as one line: the rule and the element. */
async function faults(page: Page, isColourOnly: boolean): Promise<string[]> {
  // Wait for animations, so that no intermediate colour is checked.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(motion => motion.finished)))
  // Not as a script element: the page's Content-Security-Policy forbids it and remains in force.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe)
  return page.evaluate(async isColourOnly => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, {
      resultTypes: ['violations'],
      // No rule that is enabled by default needs it.
      preload: false,
      ...(isColourOnly && { runOnly: ['color-contrast'] }),
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
      )
  }, isColourOnly)
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
