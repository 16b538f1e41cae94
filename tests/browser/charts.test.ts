import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOfJourney } from '../support/databases.ts'
import { writeUser } from '../support/demo-screens.ts'
import { salesApp } from '../support/sales-app.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const count = 'measure: { n: { compute: count(), title: { zh: 销售, en: Sales }, unit: { zh: 笔, en: sales } } }\n'
const span = `search: { soldAt: 7 days }\n${count}`
const charts = [
  ['total', '销售数', `${span}compare: previous\nbetter: more\ntarget: sale.target\n`],
  ['amount', '金额', 'search: { soldAt: 7 days }\nmeasure: { sum: sum(amount) }\n'],
  ['trend', '走势', `${span}group: soldAt.day\nchart: line\ncompare: previous\n`],
  ['shops', '商店', `${span}group: shopId\nchart: bars\ncompare: previous\nsort: -n\n`],
  ['kinds', '类别', `${span}group: kind\nchart: columns\n`],
  ['days', '每天', `${span}group: soldAt.day\nsplit: season\nchart: stack\n`],
  ['seasons', '季节', `${span}group: season\nchart: share\n`],
  ['paid', '已付', `${span}group: isPaid\nchart: donut\n`],
  ['hours', '时段', `${span}group: [soldAt.weekday, soldAt.hourOfDay]\nchart: heat\n`],
  ['none', '大额', `${span}where: "amount > 1000"\ngroup: kind\nchart: bars\n`],
  ['list', '明细', `${span}group: kind\nchart: table\n`],
  ['places', '区域', `${span.replace(' }', ', shopId.regionId: all }')}group: shopId.regionId.below\nchart: map\n`],
  ['calendar', '日历', `${span}group: soldAt.day\nchart: calendar\n`],
  ['now', '此刻', 'chart: list\ncolumns: [soldAt, kind, season]\nsort: -soldAt\ntop: 3\n'],
]
const ring = (at: number) => [0, 1, 1, 0].map((x, n) => [at + x, n === 2 ? 31 : 30])
const files = {
  ...salesApp,
  'menus.yaml': 'city: { title: { zh: 城市, en: City }, icon: building, order: 10 }\n',
  ...Object.fromEntries(
    ['sale', 'shop'].map(name => [
      `resources/city/${name}.yaml`,
      salesApp[`resources/city/${name}.yaml`]?.replace(
        'menu: false',
        'menu: { under: city, icon: coins, order: 20 }',
      ) ?? '',
    ]),
  ),
  ...Object.fromEntries(
    charts.map(([name, title, body]) => [
      `charts/${name}.yaml`,
      `title: { zh: ${title}, en: Chart }\nof: sale\n${body}`,
    ]),
  ),
  'borders.geojson': JSON.stringify({
    approval: 'GS(2026)0001',
    features: ['东', '西'].map((name, at) => ({
      properties: { name },
      geometry: { type: 'Polygon', coordinates: [ring(at)] },
    })),
  }),
  'boards/screen.yaml': `title: { zh: 大屏, en: Display }
path: /city/screen
as: screen
every: 5
search: { period: 7 days, regionId: all }
scenes:
  city:
    tiles:
      top: { figure: [total, amount], span: 6, tall: 6 }
      places: { chart: places, span: 12, tall: 14 }
      now: { chart: now, span: 6, tall: 14 }
      trend: { chart: trend, span: 6, tall: 8 }
  area:
    each: regionId
    tiles:
      places: { chart: places, span: 13, tall: 12 }
      calendar: { chart: calendar, span: 11, tall: 12 }
`,
  'boards/city.yaml': `title: { zh: 城市看板, en: City board }
path: /city/board
menu: { under: city, icon: building, order: 10 }
code: signedIn
search: { period: 7 days, regionId: all }
tiles:
  top: { figure: [total, amount], span: 24, tall: 2 }
  trend: { chart: trend, span: 15, tall: 6 }
  shops: { chart: shops, span: 9, tall: 6 }
  kinds: { chart: kinds }
  days: { chart: days }
  seasons: { chart: seasons }
  hours: { chart: hours, span: 12 }
  paid: { chart: paid, span: 12 }
  none: { chart: none, span: 12 }
  list: { chart: list, span: 12 }
  places: { chart: places, span: 12 }
  calendar: { chart: calendar, span: 12 }
  now: { chart: now, span: 12 }
phone: [top, shops, trend]
`,
}

const address = '/city/board'
const buyer = { account: 'buyer', password: 'Buyer#2026', roleName: '采购', roleAlias: 'buyer' }
const words = {
  picture: '保存图片',
  workbook: '导出 Excel',
  computed: '这是怎么算的',
  group: '分组',
  measureBy: '数值',
}
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

describe.each(databaseOfJourney('charts'))('charts and boards on $kind', kind => {
  let screens: Screens
  let page: Page
  const tile = (of: string, on = page) => on.locator('.chart').filter({ has: on.locator(`h2:text-is("${of}")`) })
  const drawn = (on: Page) => on.locator('.chart-drawing svg path').first().waitFor({ state: 'attached' })
  /** What axe finds in an element. */
  const faultsIn = async (on: Page, selector: string) => {
    await on.evaluate(await readFile(axe, 'utf8'))
    const { violations } = (await on.evaluate(`axe.run(document.querySelector('${selector}'))`)) as {
      violations: readonly { id: string; nodes: readonly { html: string }[] }[]
    }
    return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
  }
  /** The file that an entry of the menu of a chart saves. */
  const saved = async (on: Page, of: Locator, name: string) => {
    await of.locator('header [aria-haspopup]').click()
    const [download] = await Promise.all([on.waitForEvent('download'), on.getByRole('menuitem', { name }).click()])
    return readFile(await download.path())
  }
  const ago = (days: number) =>
    `${new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)} 00:30:00`
  const save = (record: object) => screens.call('POST', '/api/city/v1/sale/save', record)
  /** The condition of the list that opens, once it has this number of rows. */
  const listed = async (rows: number) => {
    await page.waitForURL(url => url.pathname.endsWith('/sale'))
    await expect.poll(() => page.locator('.list-table tbody tr').count()).toBe(rows)
    return page.locator('.condition-chips').innerText()
  }

  beforeAll(async () => {
    screens = await openScreens(kind, { app: files })
    const saved = async (of: string, record: object) =>
      ((await screens.call('POST', `/api/city/v1/${of}/save`, record)) as { id: string }).id
    const city = await saved('region', { name: '城' })
    const east = await saved('region', { name: '东', parentId: city })
    await saved('region', { name: '西', parentId: city })
    const shop = await saved('shop', { name: '开', isOpen: true, regionId: east })
    for (const [days, season, kind, isPaid] of [
      [0, '1', '米', true],
      [1, '1', '米', false],
      [1, '2', '面', true],
      [2, '2', '米', true],
      [9, '2', '面', true],
    ] as const)
      await save({ soldAt: ago(days), season, kind, isPaid, amount: 99.5, ...(days < 2 && { shopId: shop }) })
    await writeUser(screens, { ...buyer, codes: ['sale_view', 'shop_view'] })
    page = await screens.openAs(buyer.account, buyer.password)
    await page.goto(address)
    await drawn(page)
  }, 60_000)
  afterAll(() => screens.close())

  it('draws each kind', async () => {
    const marks: readonly (readonly [title: string, marks: string, count: number])[] = [
      ['走势', 'path[stroke="var(--chart-ink)"]:not([fill^=var])', 2],
      ['走势', 'path[stroke="var(--chart-pale)"][stroke-dasharray]', 1],
      ['商店', '.chart-bar > i', 2],
      ['类别', 'svg path[fill="var(--chart-bar)"]', 2],
      ['每天', 'svg path[fill^="var(--mui-palette-dictionary-"]', 4],
      ['季节', '.chart-whole > i', 2],
      ['已付', '.chart-donut circle', 2],
      ['时段', '.chart-cells > a', 7 * 24],
      ['明细', 'tbody tr', 2],
      ['区域', '.chart-place', 2],
      ['日历', '.chart-day', 7],
      ['此刻', 'li', 3],
    ]
    for (const [title, selector, number] of marks)
      await expect.poll(() => tile(title).locator(selector).count(), { message: `${title} ${selector}` }).toBe(number)
    expect(await tile('大额').locator('.chart-empty').count()).toBe(1)
    expect(await page.locator('.chart-figure strong').allInnerTexts()).toEqual(['4 笔', '398'])
    expect(await page.locator('.chart-change').getAttribute('data-tone')).toBe('good')
  })

  it('opens the list of a mark by a click and by keys, with as many rows', async () => {
    const drawing = tile('类别').locator('.chart-drawn')
    const { width = 0, height = 0 } = (await drawing.boundingBox()) ?? {}
    await drawing.click({ position: { x: width * 0.35, y: height * 0.75 } })
    expect(await listed(3)).toContain('米')
    await page.reload()
    expect(await listed(3)).toContain('米')
    await page.goto(address)
    await drawn(page)
    const first = tile('走势').locator('a[data-mark]').first()
    await first.focus()
    for (const key of ['End', 'ArrowLeft']) await page.keyboard.press(key)
    const text = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(text).toContain('2 笔')
    expect(await tile('走势').locator('.chart-tip').innerText()).toContain('2 笔')
    await page.keyboard.press('Enter')
    expect(await listed(2)).toContain('2 笔')
  })

  it('turns into its table, is saved as a picture, and follows the period and changes', async () => {
    await page.goto(address)
    await drawn(page)
    const trend = tile('走势')
    await trend.locator('a[data-mark]').first().focus()
    await page.keyboard.press('t')
    await expect.poll(() => trend.locator('tbody tr').count()).toBe(7)
    expect((await saved(page, trend, words.picture)).subarray(1, 4).toString()).toBe('PNG')
    const admin = await screens.openAs('admin', adminPassword)
    await admin.goto(address)
    expect((await saved(admin, tile('走势', admin), words.workbook)).subarray(0, 2).toString()).toBe('PK')
    await admin.close()
    await page.locator('.board-period button').nth(1).click()
    await page.waitForURL(url => url.searchParams.get('period') === '30 days')
    await expect.poll(() => trend.locator('tbody tr').count()).toBe(30)
    const figure = page.locator('.chart-figure strong').first()
    await expect.poll(() => figure.innerText()).toBe('5 笔')
    await save({ soldAt: `${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)} 00:10:00`, amount: 10 })
    await expect.poll(() => figure.innerText(), { timeout: 15_000 }).toBe('6 笔')
  })

  it('hides a series by its legend, and says how it is computed', async () => {
    await page.goto(address)
    await drawn(page)
    const days = tile('每天')
    const [parts, first] = [
      days.locator('svg path[fill^="var(--mui-palette-dictionary-"]'),
      days.locator('fieldset button').first(),
    ]
    await expect.poll(() => parts.count()).toBe(4)
    await first.focus()
    await page.keyboard.press('Space')
    expect(await first.getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => parts.count()).toBe(2)
    await days.locator('header [aria-haspopup]').click()
    await page.getByRole('menuitem', { name: words.computed }).click()
    const computed = page.getByRole('dialog', { name: words.computed })
    expect(await computed.innerText()).toContain('charts/days.yaml:4')
    await page.keyboard.press('Escape')
    await computed.waitFor({ state: 'detached' })
  })

  it('has the menu of a chart on each figure of a row, by keys', async () => {
    await page.goto(address)
    const figure = page.locator('.board-figure').first()
    await figure.locator('[aria-haspopup]').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: words.computed }).press('Enter')
    const computed = page.getByRole('dialog', { name: words.computed })
    expect(await computed.innerText()).toContain('charts/total.yaml:')
    await page.keyboard.press('Escape')
    await computed.waitFor({ state: 'detached' })
    await figure.locator('a[data-mark]').focus()
    await page.keyboard.press('t')
    await expect.poll(() => figure.locator('tbody tr').count()).toBe(1)
    await page.keyboard.press('t')
    await figure.locator('strong').waitFor()
  })

  it('shows a list as a chart under its conditions, which a view keeps, and whose marks open the list', async () => {
    await page.goto('/city/sale?isPaid=true')
    await page.locator('.list-bar [value=chart]').click()
    const chart = page.locator('.list-chart .chart')
    const choose = async (of: string, text: string) => {
      await page.getByRole('combobox', { name: of }).click()
      await page.locator(`[role=option][data-value="${text}"]`).click()
    }
    await expect.poll(() => chart.locator('.chart-whole > i').count()).toBe(2)
    await choose(words.group, 'kind')
    await expect.poll(() => chart.locator('.chart-bars b').allInnerTexts()).toEqual(['2', '2'])
    expect(await faultsIn(page, '.list-chart')).toEqual([])
    await choose(words.measureBy, 'sum(amount)')
    await expect.poll(() => chart.locator('.chart-bars b').allInnerTexts()).toEqual(['199', '199'])
    await page.locator('.saved-views-menu').click()
    await page.getByRole('menuitem').first().click()
    await page.locator('.view-form input').first().fill('图')
    await page.keyboard.press('Enter')
    await page.locator('.saved-views-pills button:has-text("图")').waitFor()
    await page.locator('.list-bar [value=table]').click()
    await page.locator('.list-table').waitFor()
    await page.locator('.saved-views-pills button:has-text("图")').click()
    await expect.poll(() => chart.locator('.chart-bars b').allInnerTexts()).toEqual(['199', '199'])
    await chart.locator('a[data-mark]').first().click()
    await expect.poll(() => page.locator('.list-table tbody tr').count()).toBe(2)
    expect(await page.locator('.condition-chips').innerText()).toContain('199')
  })

  it('opens the next level of a map, which has the borders of the operator, and returns to the one above', async () => {
    await page.goto(address)
    await tile('区域').locator('.chart-place').first().click()
    const names = async () =>
      (await tile('区域').locator('.chart-borders a').allTextContents()).map(text => text.slice(0, 1)).toSorted()
    await expect.poll(names).toEqual(['东', '西'])
    expect(await tile('区域').locator('header small').innerText()).toContain('GS(2026)0001')
    // Records of the region itself are beside its places.
    const regions = (await screens.call('GET', '/api/city/v1/region/page?name=城')) as { records: { id: string }[] }
    const own = { name: '总店', isOpen: true, regionId: regions.records[0]?.id }
    const { id: shopId } = (await screens.call('POST', '/api/city/v1/shop/save', own)) as { id: string }
    const { id } = (await save({ shopId, amount: 1, soldAt: ago(0) })) as { id: string }
    await page.reload()
    await expect.poll(names).toEqual(['东', '城', '西'])
    expect(await tile('区域').locator('.chart-borders svg a').count()).toBe(2)
    await screens.call('DELETE', '/api/city/v1/sale/removeById', { id })
    await page.keyboard.press('Backspace')
    await page.waitForURL(url => url.search === '')
  })

  it('shows the scenes of a display in turn, and stops with reduced motion', async () => {
    const display = await screens.openAs(buyer.account, buyer.password, {
      viewport: { width: 1920, height: 1080 },
      reducedMotion: 'no-preference',
    })
    await display.goto('/city/screen')
    const title = display.locator('.screen h1')
    await expect.poll(() => title.innerText()).toBe('大屏')
    await display.keyboard.press('ArrowRight')
    await expect.poll(() => title.innerText()).toBe('城')
    await expect.poll(() => display.locator('.chart-borders a').count()).toBe(2)
    const place = await display.locator('.chart-day span').first().boundingBox()
    expect(place?.height).toBeGreaterThan(24)
    await expect.poll(() => title.innerText(), { timeout: 10_000 }).toBe('大屏')
    await display.keyboard.press('Space')
    expect(await display.locator('footer').innerText()).toContain('已暂停')
    expect(await display.locator('.side-bar, .top-bar').count()).toBe(0)
    // The value under the pointer, on a scaled screen too.
    await drawn(display)
    const { x = 0, y = 0, width = 0, height = 0 } = (await display.locator('.chart-drawn').boundingBox()) ?? {}
    await display.mouse.move(x + width * 0.75, y + height / 2)
    const pointer = await display.locator('.chart-pointer').boundingBox()
    expect(Math.abs((pointer?.x ?? 0) - x - width * 0.75)).toBeLessThan(width / 10)
    await display.emulateMedia({ reducedMotion: 'reduce' })
    await display.reload()
    await expect.poll(() => display.locator('.screen').getAttribute('data-still')).toBe('true')
    await display.close()
  })

  it.each([
    [1366, 768],
    [3840, 2160],
  ])('shows a display in English at %d × %d, whole and legible', async (width, height) => {
    const display = await screens.openAs(buyer.account, buyer.password, { viewport: { width, height } })
    await display.goto('/')
    await display.getByRole('button', { name: 'English' }).click()
    await display.getByRole('button', { name: '中文' }).waitFor()
    await display.goto('/city/screen?still')
    await expect.poll(() => display.locator('.screen h1').innerText()).toBe('Display')
    await drawn(display)
    expect(await display.locator('footer').innerText()).toContain('full screen')
    const found = await display.locator('.board-tile').evaluateAll(tiles =>
      tiles.map(tile => {
        const { right, bottom } = tile.getBoundingClientRect()
        const small = [...tile.querySelectorAll('small, span')].map(one =>
          Number.parseFloat(getComputedStyle(one).fontSize),
        )
        return [right / innerWidth, bottom / innerHeight, Math.min(...small, 20)]
      }),
    )
    expect(found).toHaveLength(4)
    for (const [right = 2, bottom = 2, least = 0] of found) {
      expect(Math.max(right, bottom)).toBeLessThanOrEqual(1)
      // 24 of 1080 pixels, of a stage of 540.
      expect(least).toBeGreaterThanOrEqual(12)
    }
    await display.close()
  })

  // It takes four minutes, and other work on the machine changes what it measures.
  it.runIf(process.env['LONG'])(
    'keeps its memory while a display receives the events of a day and turns',
    async () => {
      const display = await screens.openAs(buyer.account, buyer.password, {
        viewport: { width: 1366, height: 768 },
        reducedMotion: 'no-preference',
      })
      await display.goto('/city/screen')
      await drawn(display)
      const session = await display.context().newCDPSession(display)
      let received = 0
      await session.send('Network.enable')
      session.on('Network.dataReceived', ({ dataLength }) => {
        received += dataLength
      })
      const { kysely } = screens.server.engine.database
      const receive = async (bytes: number) => {
        received = 0
        for (let round = 0; received < bytes && round < 150; round++) {
          await sql`insert into engine_event (xid, id, tenant_id, resource, record_ids, at)
          select pg_current_xact_id()::text::bigint, (extract(epoch from clock_timestamp()) * 1000000)::bigint * 1000 + row_number() over (),
            tenant_id, 'sale', array[id], clock_timestamp() from sale, generate_series(1, 100) n where is_deleted = 0 limit 500`.execute(
            kysely,
          )
          await display.waitForTimeout(600)
        }
        // The least of several scenes.
        let least = { heap: Number.POSITIVE_INFINITY, nodes: Number.POSITIVE_INFINITY }
        for (let sample = 0; sample < 4; sample++) {
          await display.waitForTimeout(2000)
          await session.send('HeapProfiler.collectGarbage')
          const { usedSize } = await session.send('Runtime.getHeapUsage')
          const { nodes } = await session.send('Memory.getDOMCounters')
          least = { heap: Math.min(least.heap, usedSize), nodes: Math.min(least.nodes, nodes) }
        }
        return least
      }
      const before = await receive(1_500_000)
      // Some 25,000 events; if they were kept, they would take more.
      const after = await receive(3_000_000)
      expect(received).toBeGreaterThan(3_000_000)
      expect(after.heap - before.heap).toBeLessThan(2_000_000)
      expect(after.nodes).toBeLessThan(before.nodes * 2)
      await display.close()
    },
    240_000,
  )

  it.each([
    ['a desk', 1440, 'light'],
    ['a desk in the dark', 1440, 'dark'],
    ['a phone', 390, 'light'],
    ['a phone in the dark', 390, 'dark'],
  ] as const)('is accessible and fits on %s', async (_on, width, colorScheme) => {
    const isPhone = width < 768
    const other = await screens.openAs('admin', adminPassword, {
      viewport: { width, height: 900 },
      colorScheme,
      ...(isPhone && { hasTouch: true, isMobile: true }),
    })
    await other.goto(address)
    await drawn(other)
    const tops = await other.locator('.chart h2').allInnerTexts()
    expect(tops[0]).toBe(isPhone ? '商店' : '走势')
    expect(await other.locator('.board').evaluate(board => board.scrollWidth - board.clientWidth)).toBeLessThan(1)
    expect(await faultsIn(other, '.board')).toEqual([])
    await other.close()
  })

  it('narrows all charts by a choice, which the list of a mark has too, and fills the screen', async () => {
    await page.goto(address)
    await page.locator('.board-search').getByRole('combobox').click()
    await page.getByRole('treeitem', { name: '城' }).click()
    await page.waitForURL(url => url.searchParams.has('regionId'))
    await page.keyboard.press('Escape')
    await tile('区域').locator('.chart-borders a').filter({ hasText: '东' }).click()
    await listed(3)
    expect(decodeURIComponent(page.url())).toContain('regionId')
    await page.goBack()
    await expect.poll(() => page.locator('.board-search').innerText()).toContain('城')
    const frame = page.locator('.side-bar')
    await page.locator('.board').press('f')
    await expect.poll(() => frame.isVisible()).toBe(false)
    await page.locator('.board').press('f')
    await expect.poll(() => frame.isVisible()).toBe(true)
  })

  it('says that a filter in the address is invalid, and shows the board without it', async () => {
    await page.goto(`${address}?period=soon`)
    expect(await page.locator('.state-panel p').innerText()).toContain('period')
    await page.getByRole('button', { name: '恢复默认条件' }).click()
    await drawn(page)
    expect(new URL(page.url()).search).toBe('')
  })
})
