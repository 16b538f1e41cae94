import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { says } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

describe.each(databasesUnderTest())('a list, on $kind', kind => {
  let screens: DemoScreens
  let page: Page
  /** What stands in a column, by its head, from the top. */
  const column = (title: string) =>
    page.locator('table').evaluate((table, title) => {
      const heads = [...table.querySelectorAll('thead th')].map(head => (head as HTMLElement).innerText.trim())
      const at = heads.indexOf(title)
      return [...table.querySelectorAll('tbody tr')].map(row =>
        (row.children[at] as HTMLElement | undefined)?.innerText.trim(),
      )
    }, title)

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('turns pages, and sorts by a head', async () => {
    await page.goto('/entInfo')
    await says(page, '共 12 条，当前 1–10')
    await page.getByRole('button', { name: '下一页' }).click()
    await says(page, '共 12 条，当前 11–12')
    expect(await column('企业名称')).toHaveLength(2)
    await page.getByRole('columnheader', { name: '有效期至' }).getByRole('button').click()
    await says(page, '共 12 条，当前 1–10')
    await expect.poll(async () => (await column('有效期至')).at(0)).toBe('2028-01-14')
    const days = await column('有效期至')
    expect(days).toEqual([...days].sort())
    await page.getByRole('columnheader', { name: '有效期至' }).getByRole('button').click()
    await expect.poll(async () => (await column('有效期至')).at(0)).toBe('2028-09-14')
  })

  it('searches by part of a name, and drops the condition with a reset', async () => {
    await page.goto('/entInfo')
    await page.getByLabel('企业名称', { exact: true }).fill('幼儿园')
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await says(page, '共 3 条')
    expect((await column('企业名称')).every(name => name?.includes('幼儿园'))).toBe(true)
    await page.getByRole('button', { name: '重置', exact: true }).click()
    await says(page, '共 12 条，当前 1–10')
  })

  it('keeps the range of creation when it is reset', async () => {
    await page.goto('/entNoticeLetter?createTime_dategt=2020-01-01+00:00:00')
    await says(page, '共 8 条')
    // A search that asks for a field below the fold opens.
    await page.locator('form').getByRole('button', { name: '收起', expanded: true }).waitFor()
    await page.getByRole('button', { name: '创建时间 选择日期' }).click()
    await page.getByRole('button', { name: '今天', exact: true }).click()
    await page.getByLabel('存在问题', { exact: true }).fill('没有这样的问题')
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await says(page, '没有符合条件的责令整改通知书')
    await page.getByRole('button', { name: '重置', exact: true }).click()
    await says(page, '共 8 条')
    expect(await page.getByLabel('存在问题', { exact: true }).inputValue()).toBe('')
    expect(
      await page
        .getByLabel(/^创建时间 /)
        .first()
        .inputValue(),
    ).not.toBe('')
  })

  it('deletes what is selected, once it has asked', async () => {
    await page.goto('/entInfo')
    await says(page, '共 12 条，当前 1–10')
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click()
    await says(page, '请选择至少一条数据')
    const free = page.getByRole('row', { name: /半山幼儿园食堂/ })
    await free.getByRole('checkbox').check()
    await says(page, '已选 1 条')
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click()
    const dialog = page.getByRole('dialog', { name: '提示' })
    expect(await dialog.getByRole('paragraph').innerText()).toBe('确定将选择数据删除?')
    await dialog.getByRole('button', { name: '取消' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await free.count()).toBe(1)
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await says(page, '删除成功')
    await says(page, '共 11 条，当前 1–10')
    expect(await free.count()).toBe(0)
  })
})
