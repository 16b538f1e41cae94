import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { columnTexts } from '../support/list-column.ts'
import { showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'
import { holdResponses } from '../support/typing.ts'

describe.each(databasesWalked('postgres'))('the layout of lists on $kind', kind => {
  let screens: DemoScreens
  let page: Page
  const column = (title: string) => columnTexts(page, title)

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('hides low-priority columns in a narrow window, shows their count, and expands them on demand', async () => {
    const own = await screens.openAs('admin', adminPassword, { viewport: { width: 1000, height: 800 } })
    await own.goto('/ent/entInfo')
    const heads = () => own.locator('thead th').evaluateAll(all => all.map(head => (head as HTMLElement).offsetWidth))
    const hidden = own.getByRole('button', { name: /^已隐藏 \d+ 列$/ })
    await hidden.waitFor()
    const before = await heads()
    await own.getByRole('button', { name: '下一页' }).click()
    await showsText(own, '共 12 条，当前 11–12')
    expect(await heads(), 'rows move no column').toEqual(before)
    await hidden.click()
    await expect.poll(async () => (await heads()).length).toBeGreaterThan(before.length)
    await own.getByRole('button', { name: '按窗口隐藏列' }).click()
    await expect.poll(heads).toEqual(before)
    await own.context().close()
  })

  it('shows the selected branch of a collapsed tree as a chip', async () => {
    const types = (await screens.call('GET', '/api/ent/v1/entType/page?size=1')) as { records: { id: string }[] }
    const parentId = types.records[0]?.id
    await screens.call('POST', '/api/ent/v1/entType/save', { name: '下级类型', code: 'XJ', parentId })
    await page.goto(`/ent/entType?parentId_below=${parentId}`)
    const chip = page.getByRole('list', { name: '查询条件' })
    await page.getByRole('button', { name: '收起目录' }).click()
    await chip.getByRole('button', { name: /^清除上级类型：.+及下级$/ }).waitFor()
    await page.locator('.tree-strip').getByRole('button').click()
    await chip.waitFor({ state: 'detached' })
  })

  it('shows removable chips with touch-sized targets on a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const own = await screens.openAs('admin', adminPassword, phone)
    await own.goto('/ent/entInfo?createTime_datege=2020-01-01&name_like=食')
    const chip = own.getByRole('list', { name: '查询条件' }).getByRole('button')
    await chip.waitFor()
    expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await chip.tap()
    await chip.waitFor({ state: 'detached' })
    await own.getByRole('button', { name: '筛选 1' }).waitFor()
    await own.context().close()
  })

  it('fills the window with one request after a skeleton of equal rows, and keeps the page size on resize', async () => {
    const own = await screens.openAs('admin', adminPassword, { viewport: { width: 1440, height: 850 } })
    const asked: string[] = []
    own.on('request', request => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/page')) asked.push(searchParams.get('size') ?? '')
    })
    const release = await holdResponses(own, /\/entInfo\/page/)
    await own.goto('/ent/entInfo')
    const top = (rows: string) => own.locator(rows).evaluateAll(all => all.map(row => row.getBoundingClientRect().top))
    await expect.poll(async () => (await top('tbody .row-bones')).length).toBe(11)
    const bones = await top('tbody .row-bones')
    const heads = await top('thead th')
    await release()
    await own.locator('tbody tr[data-id]').first().waitFor()
    expect(await top('tbody tr[data-id]')).toEqual(bones)
    expect(new Set(await top('thead th'))).toEqual(new Set(heads))
    expect(asked).toEqual(['11'])
    expect(await own.locator('.list-table').evaluate(list => list.scrollHeight - list.clientHeight)).toBe(0)
    await own.setViewportSize({ width: 1440, height: 1000 })
    const size = own.getByRole('combobox', { name: '每页条数' })
    await expect.poll(() => size.innerText()).toBe('11 条/页 自动')
    await own.getByRole('button', { name: '下一页' }).click()
    await showsText(own, '共 12 条，当前 12–12')
    expect(asked).toEqual(['11', '11'])
    await own.reload()
    await expect.poll(() => asked.at(-1)).toBe('14')
    await own.context().close()
  })

  it('shows no pagination for a single page', async () => {
    const pager = page.getByRole('navigation', { name: '分页' })
    const size = page.getByRole('combobox', { name: '每页条数' })
    await page.goto('/ent/entInfo')
    await showsText(page, '共 12 条，当前 1–10')
    expect([await pager.count(), await size.count()]).toEqual([1, 1])
    await page.goto('/ent/entNoticeLetter')
    await showsText(page, '共 8 条')
    expect([await pager.count(), await size.count()]).toEqual([0, 0])
    await page.goto('/ent/entInfo?perPage=30')
    await showsText(page, '共 12 条')
    expect([await pager.count(), await size.count()]).toEqual([0, 0])
  })

  it('shows the remaining time of each letter, and sorts by its deadline', async () => {
    const day = (away: number) => new Date(Date.now() + 8 * 3_600_000 + away * 86_400_000).toISOString().slice(0, 10)
    const [entId] = Object.values(screens.records.enterprises)
    const deadlines = { 今: day(0), 近: day(2), 远: day(40) }
    for (const [problem, deadline] of Object.entries(deadlines))
      await screens.call('POST', '/api/ent/v1/entNoticeLetter/save', { entId, problem: `期限${problem}`, deadline })
    await page.goto('/ent/entNoticeLetter?problem=期限')
    await showsText(page, '共 3 条')
    await page.getByRole('columnheader', { name: '剩余时限' }).getByRole('button').click()
    await expect.poll(() => column('剩余时限')).toEqual(['今天到期', '剩 2 天', '剩 40 天'])
    expect(await column('整改期限')).toEqual(Object.values(deadlines))
    await page.getByRole('columnheader', { name: '剩余时限' }).getByRole('button').click()
    await expect.poll(() => column('剩余时限')).toEqual(['剩 40 天', '剩 2 天', '今天到期'])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: /期限近.*剩 2 天/ }).waitFor()
    await page.setViewportSize({ width: 1440, height: 800 })
    for (const { id } of (await screens.call(
      'GET',
      encodeURI('/api/ent/v1/entNoticeLetter/listByQuery?problem=期限'),
    )) as { id: string }[])
      await screens.call('DELETE', '/api/ent/v1/entNoticeLetter/removeById', { id })
  })

  it('shows units in the column header, and next to the numbers on a phone', async () => {
    await page.goto('/business/businessEntOrder')
    await page.getByRole('columnheader', { name: '合计（元）' }).waitFor()
    await expect.poll(async () => (await column('合计（元）')).at(0)).toMatch(/^[\d,]+\.\d\d$/)
    const [total] = await column('合计（元）')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: `${total} 元` }).waitFor()
    await page.setViewportSize({ width: 1440, height: 800 })
  })

  const letters = '/ent/entNoticeLetter'
  const floating: readonly (readonly [
    path: string,
    role: Role,
    name: RegExp,
    width: Width,
    onPhone?: Width | 'absent',
  ])[] = [
    [letters, 'combobox', /^企业$/, 'equal'],
    ['/ent/entInfo', 'combobox', /^企业类型$/, 'least', 'whole'],
    ['/ent/entInfo', 'combobox', /^有效期至 开始$/, 'own', 'whole'],
    ['/ent/entInfo/create', 'combobox', /^经营业态/, 'equal'],
    ['/ent/entInfo/create', 'combobox', /^企业类型/, 'least', 'whole'],
    ['/ent/entInfo/create', 'combobox', /^有效期至/, 'own', 'whole'],
    [letters, 'button', /^列设置$/, 'own', 'absent'],
    [letters, 'button', /^常用查询$/, 'own', 'absent'],
    [letters, 'button', /^更多$/, 'own'],
    ['/ent/entInfo', 'combobox', /^每页条数$/, 'least', 'absent'],
  ]
  it.each([1440, 1024, 390])('opens what floats at its field, inside a window of %i pixels', async width => {
    const own = await screens.openAs('admin', adminPassword, { viewport: { width, height: 800 } })
    const isPhone = width < 768
    for (const [path, role, opener, wide, onPhone = wide] of floating) {
      const expected = isPhone ? onPhone : wide
      if (expected === 'absent') continue
      await own.goto('about:blank')
      await own.goto(path)
      const box = own.getByRole(role, { name: opener }).first()
      const search = own.getByRole('button', { name: isPhone ? /^筛选/ : '展开' })
      await own
        .getByRole('button', { name: /^(筛选|查询|保存)/ })
        .first()
        .waitFor()
      if ((await box.count()) === 0) await search.first().click()
      await box.hover()
      const field = await box.evaluate(element =>
        (element.closest('.field-frame') ?? element.closest('.MuiInputBase-root') ?? element).getBoundingClientRect(),
      )
      await box.click()
      await expect
        .poll(() => own.evaluate(faultOfPlace, { field, width: expected }), { message: `${path} ${opener}` })
        .toBe('')
    }
    await own.context().close()
  })

  it('renders only the visible rows of 200, and the others on scroll', async () => {
    await sql`insert into ent_type (tenant_id, id, parent_id, name, code, create_time)
      select '000000', 6000000 + n, null, '第' || n || '类', 'V' || n, now() - n * interval '1 second' from generate_series(1, 400) n`.execute(
      screens.server.engine.database.kysely,
    )
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.goto('/ent/entType?name=第&perPage=200')
    await showsText(page, '共 400 条，当前 1–200')
    const drawn = () => page.getByRole('grid').locator('tbody [role=row], tbody tr[aria-rowindex]').count()
    await expect.poll(drawn).toBeGreaterThan(10)
    await expect.poll(drawn).toBeLessThan(50)
    const last = page.getByRole('row', { name: /第200类/ })
    await expect.poll(() => last.count()).toBe(0)
    await page.getByRole('row', { name: /第1类/ }).first().focus()
    await page.keyboard.press('End')
    await last.waitFor()
    await expect
      .poll(() => last.evaluate(row => row === document.activeElement || row.contains(document.activeElement)))
      .toBe(true)
    expect(await drawn()).toBeLessThan(50)
    await last.getByRole('checkbox').check()
    await showsText(page, '已选 1 条')
  })

  it('shows three search fields per row with labels of equal width, and collapses the others', async () => {
    await page.goto('/ent/entNoticeLetter')
    await showsText(page, '共 8 条')
    const area = page.locator('form').filter({ has: page.getByRole('button', { name: '查询', exact: true }) })
    const rows = () =>
      area
        .locator('label')
        .filter({ visible: true })
        .evaluateAll(all => {
          const byTop = new Map<number, number>()
          for (const label of all) {
            const top = Math.round((label.parentElement ?? label).getBoundingClientRect().top)
            byTop.set(top, (byTop.get(top) ?? 0) + 1)
          }
          return [...byTop.values()]
        })
    const widths = () =>
      area
        .locator('label')
        .filter({ visible: true })
        .evaluateAll(all => all.map(label => (label as HTMLElement).offsetWidth))
    // Next to the search and reset buttons.
    await expect.poll(rows).toEqual([2])
    expect(new Set(await widths())).toEqual(new Set([120]))
    await area.getByRole('button', { name: '展开', expanded: false }).click()
    await expect.poll(async () => (await rows()).slice(0, 2)).toEqual([3, expect.any(Number)])
    expect(new Set(await widths())).toEqual(new Set([120]))
    await area.getByRole('button', { name: '收起', expanded: true }).click()
    await expect.poll(rows).toEqual([2])
  })

  it('shows that there are more than 10,000 rows, and the exact count on request', async () => {
    const before = Number(await screens.call('GET', '/api/ent/v1/entNoticeLetter/exactTotal'))
    await sql`insert into ent_notice_letter select copy.*
      from ent_notice_letter letter, generate_series(1, ${10_050 - before}::int) n,
        jsonb_populate_record(letter, jsonb_build_object('id', 6000000 + n, 'letter_no', 'ZG2020-' || n)) copy
      where letter.id = (select min(id) from ent_notice_letter where is_deleted = 0)`.execute(
      screens.server.engine.database.kysely,
    )
    await page.goto('/ent/entNoticeLetter')
    await showsText(page, '共 10,000+ 条，当前 1–10')
    await page.getByRole('button', { name: '统计准确总数' }).click()
    await showsText(page, '共 10,050 条，当前 1–10')
    await page.getByRole('button', { name: '下一页' }).click()
    await showsText(page, '共 10,050 条，当前 11–20')
    await expect.poll(() => page.getByRole('button', { name: '统计准确总数' }).count()).toBe(0)
    // Another search has another count.
    await page.getByLabel('文书编号', { exact: true }).fill('ZG1999')
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await expect.poll(() => page.getByText('10,050').count()).toBe(0)
  })
})

type Role = 'combobox' | 'button'

/** The width of what floats, compared with its field; a whole sheet on a phone. */
type Width = 'equal' | 'least' | 'own' | 'whole'

/** What is wrong with the place of what this field opened. */
function faultOfPlace({ field, width }: { readonly field: DOMRect; readonly width: Width }): string {
  const element = document.querySelector('.MuiPopper-root, .MuiPopover-paper, .pop-sheet-whole')
  if (!element) return 'nothing is open'
  const pane = element.getBoundingClientRect()
  const places = JSON.stringify({ pane, field })
  if (width === 'whole') return pane.width === innerWidth && pane.height === innerHeight ? '' : places
  if (pane.left < 0 || pane.top < 0 || pane.right > innerWidth || pane.bottom > innerHeight) return `outside ${places}`
  const gap = Math.max(pane.top - field.bottom, field.top - pane.bottom)
  // A menu without enough space covers its button.
  const isNear = gap <= 8 && (gap >= 0 || element.matches('.MuiPopover-paper'))
  if (!isNear || pane.left > field.right || pane.right < field.left) return `elsewhere ${places}`
  const more = pane.width - field.width
  return (width === 'equal' && Math.abs(more) > 1) || (width === 'least' && more < -1)
    ? `too wide or narrow ${places}`
    : ''
}
