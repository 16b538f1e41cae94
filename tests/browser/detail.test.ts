import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

describe.each(databasesWalked('postgres'))('the detail page on $kind', kind => {
  let screens: DemoScreens
  let page: Page
  const title = (): Promise<string> => page.locator('h1').filter({ visible: true }).innerText()
  const history = () => page.getByRole('region', { name: '历史' }).filter({ visible: true })
  const related = () => page.getByRole('region', { name: '相关数据' }).filter({ visible: true })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  /** The cells of a comparison dialog, one array per row. */
  const compared = (name: string) =>
    dialog(name)
      .locator('tbody tr')
      .evaluateAll(rows => rows.map(row => [...row.children].map(cell => (cell as HTMLElement).innerText.trim())))
  const choose = async (item: string) => {
    await page.getByRole('button', { name: '更多操作' }).filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const save = (entity: string, record: object) => screens.call('PUT', `${entity}/update`, record)

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('navigates to neighbours across list pages, and returns to the unchanged list', async () => {
    await page.goto('/ent/entInfo')
    await page.getByRole('button', { name: '下一页' }).click()
    await showsText(page, '共 12 条，当前 11–12')
    // The previous rows are shown until the rows of this page are loaded.
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
    const first = page.getByRole('row').nth(1).getByRole('link').first()
    const name = await first.innerText()
    await first.click()
    await showsText(page, '11 / 12')
    await expect.poll(title).toBe(name)
    await page.keyboard.press('k')
    await showsText(page, '10 / 12')
    await page.getByRole('button', { name: '上一条' }).click()
    await showsText(page, '9 / 12')
    for (const place of ['10 / 12', '11 / 12', '12 / 12']) {
      await page.keyboard.press('ArrowRight')
      await showsText(page, place)
    }
    await expect.poll(() => page.getByRole('button', { name: '下一条' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: '返回列表' }).click()
    await showsText(page, '共 12 条，当前 11–12')
    await page.goto(`/ent/entInfo/${Object.values(screens.records.enterprises)[0]}/show`)
    await page.locator('.detail-group').first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: '下一条' }).count()).toBe(0)
  })

  it('shows related records, links to them, and creates a new one', async () => {
    const [[name, id] = ['', '']] = Object.entries(screens.records.enterprises)
    await page.goto(`/ent/entInfo/${id}/show`)
    await expect
      .poll(() => related().getByRole('tab').allInnerTexts())
      .toEqual(['资料', '责令改正通知书 4', '摄像头 1', '采购订单 1', '用户 1'])
    // The header shows the state of a record without a lifecycle, too.
    await expect
      .poll(() => page.locator('header .state-tag').filter({ visible: true }).allInnerTexts())
      .toEqual(['存续（在营）'])
    await related().getByRole('tab', { name: '责令改正通知书' }).click()
    await expect.poll(() => related().locator('tbody tr').count()).toBe(4)
    await expect.poll(() => related().getByRole('columnheader').allInnerTexts()).not.toContain('企业')
    await related().getByRole('link', { name: '查看全部' }).click()
    await showsText(page, '共 4 条')
    await page.goBack()
    await related().getByRole('link', { name: '新建' }).click()
    await expect
      .poll(() => page.getByRole('combobox', { name: '企业' }).filter({ visible: true }).first().inputValue())
      .toBe(name)
    await page.goBack()
    const row = related().locator('tbody').getByRole('link').first()
    const letter = await row.innerText()
    await row.click()
    await page.getByRole('heading', { name: letter, level: 1 }).waitFor()
  })

  it('shows the history, compares two versions, and restores an earlier one', async () => {
    const [id] = screens.records.orders
    const path = '/api/business/v1/businessEntOrder'
    const before = (await screens.call('GET', `${path}/getById?id=${id}`)) as Order
    const [line, other] = before.lines
    await save(path, { id, version: before.version, remark: '请走后门', lines: [{ id: line?.id, quantity: 9 }] })
    await save(path, { id, version: before.version + 1, remark: '不用送了' })
    await page.goto(`/business/businessEntOrder/${id}/show`)
    await expect.poll(() => history().locator('li').count()).toBe(3)
    const entries = await history().locator('li').allInnerTexts()
    expect(entries[0]).toContain('备注请走后门 → 不用送了')
    expect(entries[1]).toContain(`订单明细删除一行 ${other?.productName}`)
    expect(entries[2]).toContain('创建了这条记录')

    await history().getByRole('button', { name: '比较', exact: true }).click()
    await expect.poll(() => compared('比较版本')).toEqual([['备注', '请走后门', '不用送了']])
    await dialog('比较版本').getByLabel('较早的版本').click()
    await page.getByRole('option', { name: '版本 1' }).click()
    await expect.poll(async () => (await compared('比较版本')).map(([field]) => field)).toContain('订单明细')
    await dialog('比较版本').getByRole('button', { name: '恢复到版本 1' }).click()

    await expect
      .poll(async () => (await compared('恢复到版本 1')).map(([field]) => field))
      .toEqual(['备注', '订单明细'])
    // Another user saves first: the restore must not overwrite that version without review.
    await save(path, { id, version: before.version + 2, remark: '改天再送' })
    await dialog('恢复到版本 1').getByRole('button', { name: '恢复', exact: true }).click()
    await showsText(page, '改天再送')
    await history().locator('li').last().hover()
    await history().locator('li').last().getByRole('button', { name: '恢复此版本' }).click()
    await dialog('恢复到版本 1').getByRole('button', { name: '恢复', exact: true }).click()
    await showsText(page, '已恢复到版本 1')
    await expect.poll(() => history().locator('li').count()).toBe(5)
    const after = (await screens.call('GET', `${path}/getById?id=${id}`)) as Order
    expect(after.remark ?? null).toBe(before.remark ?? null)
    expect(after.total).toBe(before.total)
    expect(after.lines.map(({ productName }) => productName)).toEqual(
      before.lines.map(({ productName }) => productName),
    )
  })

  it('shows the reason of a change by the system in the language of the user', async () => {
    const own = await screens.openAs('admin', adminPassword)
    const { id } = (await screens.call('GET', '/api/blade-user/info')) as { id: string }
    await screens.call('POST', '/api/blade-user/update-info', { phone: '13800000001' })
    await own.goto(`/system/user/${id}/show`)
    const by = () =>
      own
        .getByRole('region', { name: /历史|History/ })
        .filter({ visible: true })
        .locator('li b')
        .first()
    await expect.poll(() => by().innerText()).toMatch(/（系统：本人资料）$/)
    await own.getByRole('button', { name: /English/ }).click()
    await expect.poll(() => by().innerText()).toMatch(/\(System: Own profile\)$/)
    await own.context().close()
  })

  it('hides restore and inaccessible related records from a restricted user', async () => {
    const merchant = await screens.openAs(screens.merchant.account, screens.merchant.password)
    await merchant.goto(`/ent/entNoticeLetter/${screens.records.letters['issued']}/show`)
    await showsText(merchant, '没有找到该责令改正通知书')
    await showsText(merchant, '它可能已被删除，或不在您可以查看的范围内。')
    await merchant.goto(`/ent/entNoticeLetter/${screens.records.letters['handled']}/show`)
    await merchant.getByRole('region', { name: '历史' }).locator('li').nth(2).waitFor()
    await expect.poll(() => merchant.getByRole('button', { name: '恢复此版本' }).count()).toBe(0)
    await merchant.getByRole('link', { name: screens.merchant.enterprise }).click()
    await merchant.getByRole('tab', { name: '责令改正通知书' }).waitFor()
    await expect.poll(() => merchant.getByRole('region', { name: '相关数据' }).getByRole('tab').count()).toBe(2)
    await merchant.context().close()
  })

  it('loads all lines when the record is opened from a list row, to view or to edit', async () => {
    // The response is delayed: until then only the list row is known, which has no lines.
    await page.route('**/getById?*', async route => {
      await page.locator('.sheet-busy, .MuiSkeleton-root').first().waitFor()
      await route.continue()
    })
    await page.goto('/business/businessEntOrder')
    const row = page.locator('tbody tr').first()
    await row.hover()
    await row.getByRole('button', { name: '编辑' }).click()
    const lines = page.getByRole('table', { name: '订单明细' }).filter({ visible: true }).locator('tbody tr')
    await expect.poll(() => lines.count()).toBeGreaterThan(1)
    const count = await lines.count()
    await page.getByRole('button', { name: '取消' }).click()
    await page.reload()
    await row.getByRole('link').first().click()
    await expect.poll(() => lines.count()).toBe(count)
    await page.unroute('**/getById?*')
  })

  it('copies its link, and duplicates the record', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const [id] = screens.records.orders
    await page.goto(`/business/businessEntOrder/${id}/show`)
    const number = await title()
    await choose('复制链接')
    await showsText(page, '链接已复制')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${screens.address}/business/businessEntOrder/${id}/show`,
    )
    await choose('复制为新记录')
    await page.getByRole('heading', { name: '新建采购订单', level: 1 }).waitFor()
    await page.getByText(number).filter({ visible: true }).last().waitFor()
  })
})

interface Order {
  readonly version: number
  readonly remark?: string | null
  readonly total: number
  readonly lines: readonly { readonly id: string; readonly productName: string }[]
}
