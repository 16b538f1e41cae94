import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { columnTexts } from '../support/list-column.ts'
import { showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

describe.each(databasesWalked('postgres'))('lists on $kind', kind => {
  let screens: DemoScreens
  let page: Page
  const column = (title: string) => columnTexts(page, title)

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('pages through rows, and sorts by a column header', async () => {
    await page.goto('/ent/entInfo')
    await showsText(page, '共 12 条，当前 1–10')
    await page.getByRole('button', { name: '下一页' }).click()
    await showsText(page, '共 12 条，当前 11–12')
    expect(await column('企业名称')).toHaveLength(2)
    await page.getByRole('columnheader', { name: '有效期至' }).getByRole('button').click()
    await showsText(page, '共 12 条，当前 1–10')
    await expect.poll(async () => (await column('有效期至')).at(0)).toBe('2028-01-14')
    const days = await column('有效期至')
    expect(days).toEqual([...days].sort())
    await page.getByRole('columnheader', { name: '有效期至' }).getByRole('button').click()
    await expect.poll(async () => (await column('有效期至')).at(0)).toBe('2028-09-14')
  })

  it('sorts a reference by the pinyin of its label, and offers no sort for unsortable columns', async () => {
    await page.goto('/ent/entNoticeLetter')
    await page.getByRole('columnheader', { name: '企业' }).getByRole('button').click()
    await page.locator('th[aria-sort=ascending]').waitFor()
    const pinyin = new Intl.Collator('zh', { numeric: true })
    await expect
      .poll(async () => {
        const names = (await column('企业')).map(String)
        return names.join() === names.toSorted(pinyin.compare).join() && new Set(names).size > 2
      })
      .toBe(true)
    const problem = page.getByRole('columnheader', { name: '存在问题' })
    await expect.poll(() => problem.locator('button, svg').count(), { message: 'long texts have no order' }).toBe(0)
  })

  it('shows URL filters without a search field as chips, and unknown names as errors', async () => {
    await page.goto('/ent/entInfo?createTime_datege=2020-01-01&name_like=食&nmae=x')
    const chips = page.getByRole('list', { name: '查询条件' })
    await chips.getByRole('button', { name: /^清除创建时间：2020-01-01 起/ }).waitFor()
    await expect.poll(() => chips.getByRole('button').count(), { message: 'the search area shows the name' }).toBe(2)
    await chips.getByRole('button', { name: /未知条件“nmae”（未生效，是否指“name”/ }).click()
    await chips.getByRole('button', { name: /nmae/ }).waitFor({ state: 'detached' })
    await chips.getByRole('button', { name: /创建时间/ }).click()
    await chips.waitFor({ state: 'detached' })
    expect(decodeURIComponent(page.url())).toContain('filter={"name_like":"食"}')
  })

  it('stores the page size per user across sessions', async () => {
    await page.goto('/ent/entInfo')
    await showsText(page, '共 12 条，当前 1–10')
    const saved = page.waitForResponse(answer => answer.url().includes('/api/engine/choices/entInfo'))
    await page.getByRole('combobox', { name: '每页条数' }).click()
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toEqual(['10 条/页 自动', ...[10, 30, 50, 100, 200].map(size => `${size} 条/页`)])
    await page.getByRole('option', { name: '30 条/页', exact: true }).click()
    await saved
    const elsewhere = await screens.openAs('admin', adminPassword)
    await elsewhere.goto('/ent/entInfo')
    await expect.poll(() => elsewhere.locator('tbody tr').count()).toBe(12)
    await expect
      .poll(() => elsewhere.getByRole('navigation', { name: '分页' }).count(), { message: 'one page needs no pager' })
      .toBe(0)
    await elsewhere.context().close()
    await screens.call('PUT', '/api/engine/choices/entInfo', { pageSize: null })
  })

  it('searches by part of a name, and clears the filter on reset', async () => {
    await page.goto('/ent/entInfo')
    await page.getByLabel('企业名称', { exact: true }).fill('幼儿园')
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await showsText(page, '共 3 条')
    expect((await column('企业名称')).every(name => name?.includes('幼儿园'))).toBe(true)
    await page.getByRole('button', { name: '重置', exact: true }).click()
    await showsText(page, '共 12 条，当前 1–10')
  })

  it('keeps the creation date range on reset', async () => {
    await page.goto('/ent/entNoticeLetter?createTime_dategt=2020-01-01+00:00:00')
    await showsText(page, '共 8 条')
    // A search area expands when a collapsed field has a value.
    await page.locator('form').getByRole('button', { name: '收起', expanded: true }).waitFor()
    await page.getByRole('button', { name: '创建时间 选择日期' }).click()
    await page.getByRole('button', { name: '今天', exact: true }).click()
    await page.getByLabel('存在问题', { exact: true }).fill('没有这样的问题')
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await showsText(page, '没有符合条件的责令改正通知书')
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    await page.getByRole('button', { name: `清除创建时间：${today}`, exact: true }).waitFor()
    await page.getByRole('button', { name: '清除存在问题：含“没有这样的问题”', exact: true }).click()
    await showsText(page, '共 8 条')
    await page.getByLabel('存在问题', { exact: true }).fill('没有这样的问题')
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await showsText(page, '没有符合条件的责令改正通知书')
    await page.getByRole('button', { name: '重置', exact: true }).click()
    await showsText(page, '共 8 条')
    await expect.poll(() => page.getByLabel('存在问题', { exact: true }).inputValue()).toBe('')
    await expect
      .poll(() =>
        page
          .getByLabel(/^创建时间 /)
          .first()
          .inputValue(),
      )
      .not.toBe('')
  })

  it('shows the values of a search that the server rejects, and offers to clear it', async () => {
    const [entId] = Object.values(screens.records.enterprises)
    await page.goto(`/ent/entNoticeLetter?letterStatus_in=0,77&entId=${entId}`)
    await showsText(page, '查询条件无效')
    const [name] = Object.keys(screens.records.enterprises)
    await page.getByRole('button', { name: `清除企业：${name}`, exact: true }).waitFor()
    await page.getByRole('button', { name: '清除文书状态：草稿、77', exact: true }).click()
    await page.getByText('查询条件无效').waitFor({ state: 'detached' })
    // An id may contain the same digits.
    await page.waitForURL(url => !url.searchParams.get('filter')?.includes('0,77'))
  })

  it('stores its state in the URL for back navigation, reload and links', async () => {
    await page.goto('/ent/entInfo')
    await page.getByRole('button', { name: '下一页' }).click()
    await showsText(page, '共 12 条，当前 11–12')
    const link = page.url()
    await page.goBack()
    await showsText(page, '共 12 条，当前 1–10')
    await page.goForward()
    await showsText(page, '共 12 条，当前 11–12')
    await page.reload()
    await showsText(page, '共 12 条，当前 11–12')
    await page.goto('/ent/entInfo?page=-3&perPage=7&filter=[1]&sort=nothing')
    await showsText(page, '共 12 条，当前 1–10')
    await page.goto(link)
    await showsText(page, '共 12 条，当前 11–12')
  })

  it('supports keyboard navigation', async () => {
    await page.goto('/ent/entInfo')
    await showsText(page, '共 12 条，当前 1–10')
    const rowInFocus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))
    await page.keyboard.press('j')
    await expect.poll(rowInFocus).toBe('2')
    await page.keyboard.press('j')
    await expect.poll(rowInFocus).toBe('3')
    await page.keyboard.press('k')
    await expect.poll(rowInFocus).toBe('2')
    await page.keyboard.press('End')
    await expect.poll(rowInFocus).toBe('11')
    await page.keyboard.press(' ')
    await showsText(page, '已选 1 条')
    await page.keyboard.press(' ')
    await showsText(page, '共 12 条，当前 1–10')
    await page.keyboard.press('Home')
    await expect.poll(rowInFocus).toBe('2')
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.pathname.endsWith('/show'))
    await page.goBack()
    await showsText(page, '共 12 条，当前 1–10')
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.getByRole('heading', { level: 1, name: '编辑企业信息' }).waitFor()
    await page.goBack()
    await showsText(page, '共 12 条，当前 1–10')
    await page.keyboard.press('/')
    await expect
      .poll(() => page.getByLabel('企业名称', { exact: true }).evaluate(field => field === document.activeElement))
      .toBe(true)
  })

  it('stores selected columns and their widths per user across pages', async () => {
    const heads = () =>
      page.locator('thead th').evaluateAll(all => all.map(head => (head as HTMLElement).innerText.trim()))
    const shown = async () => (await heads()).filter(head => head !== '' && head !== '更多')
    const width = () => page.getByRole('columnheader', { name: '企业名称' }).evaluate(head => head.clientWidth)
    await page.setViewportSize({ width: 1340, height: 800 })
    await page.goto('/ent/entInfo')
    await showsText(page, '共 12 条，当前 1–10')
    const before = ['企业名称', '企业类型', '经营业态', '所属区域', '量化等级', '有效期至', '主体状态']
    await expect.poll(shown).toEqual(before)
    await page.getByRole('button', { name: '列设置' }).click()
    const panel = page.getByRole('dialog', { name: '列设置' })
    // The checkbox moves to the shown columns when it is checked.
    await panel.getByLabel('创建时间', { exact: true }).click()
    await expect.poll(() => panel.getByLabel('创建时间', { exact: true }).isChecked()).toBe(true)
    await panel.getByRole('button', { name: /“企业名称”/ }).focus()
    await page.keyboard.press('ArrowDown')
    await panel.getByRole('button', { name: '完成' }).click()
    await panel.waitFor({ state: 'hidden' })
    // Columns hidden for lack of space are shown, too: selected columns stay, and the table scrolls.
    const others = ['经营业态', '所属区域', '量化等级', '有效期至', '联系电话', '主体状态', '创建时间']
    const after = ['企业类型', '企业名称', ...others]
    await expect.poll(shown).toEqual(after)
    const narrow = await width()
    await page.getByRole('columnheader', { name: '企业名称' }).getByRole('button').focus()
    const saved = page.waitForResponse(answer => answer.url().includes('/api/engine/choices/entInfo'))
    await page.keyboard.press('Alt+ArrowRight')
    await saved
    await expect.poll(width).toBe(narrow + 16)
    const edge = await page.getByRole('columnheader', { name: '企业名称' }).locator('.head-edge').boundingBox()
    const savedAgain = page.waitForResponse(answer => answer.url().includes('/api/engine/choices/entInfo'))
    await page.mouse.move((edge?.x ?? 0) + 4, (edge?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move((edge?.x ?? 0) + 44, (edge?.y ?? 0) + 10)
    await page.mouse.up()
    await savedAgain
    await expect.poll(width).toBe(narrow + 56)

    const elsewhere = await screens.openAs('admin', adminPassword)
    await elsewhere.goto('/ent/entInfo')
    await showsText(elsewhere, '共 12 条，当前 1–10')
    const found = () => elsewhere.locator('thead th').evaluateAll(all => all.map(head => head.textContent?.trim()))
    await expect.poll(async () => (await found()).filter(head => head !== '' && head !== '更多')).toEqual(after)
    await elsewhere.setViewportSize({ width: 390, height: 844 })
    await elsewhere
      .getByRole('link', { name: /联系电话.*创建时间/ })
      .first()
      .waitFor()
    await elsewhere.context().close()

    await page.getByRole('button', { name: '列设置' }).click()
    await panel.getByRole('button', { name: '恢复默认' }).click()
    await panel.getByRole('button', { name: '完成' }).click()
    await expect.poll(shown).toEqual(before)
    await page.setViewportSize({ width: 1440, height: 800 })
  })

  it('saves a search by name for the user and for users of the role it is shared with', async () => {
    await page.goto('/ent/entNoticeLetter')
    await page.getByLabel('文书编号', { exact: true }).fill('0001')
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await showsText(page, '共 1 条')
    await page.getByRole('button', { name: '常用查询' }).click()
    await page.getByRole('menuitem', { name: '保存为常用查询' }).click()
    const dialog = page.getByRole('dialog', { name: '保存常用查询' })
    await dialog.getByLabel('名称', { exact: true }).fill('第一份')
    await dialog.getByLabel('商户', { exact: true }).check()
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    const searches = page.getByRole('navigation', { name: '常用查询' })
    await searches.getByRole('button', { name: /^全部/ }).click()
    await showsText(page, '共 8 条')
    await searches.getByRole('button', { name: /^第一份/ }).click()
    await showsText(page, '共 1 条')

    const merchant = await screens.openAs(screens.merchant.account, screens.merchant.password)
    await merchant.goto('/ent/entNoticeLetter')
    await merchant
      .getByRole('navigation', { name: '常用查询' })
      .getByRole('button', { name: /^第一份/ })
      .click()
    await merchant.waitForURL(/0001/)
    await merchant.context().close()
  })

  it.each(['closed', '4'])('shows the title of the entry that an address calls %s', async entry => {
    await page.goto(`/ent/entNoticeLetter?filter=${encodeURIComponent(JSON.stringify({ letterStatus: entry }))}`)
    await page.locator('.search-area .MuiChip-label').getByText('已结案', { exact: true }).waitFor()
  })

  it('draws the icons that a text names', async () => {
    await page.goto('/system/menu')
    const icon = page.getByRole('row', { name: /责令改正通知书/ }).getByRole('img', { name: 'gavel' })
    await expect.poll(() => icon.locator('svg > *').count()).toBeGreaterThan(0)
  })
})
