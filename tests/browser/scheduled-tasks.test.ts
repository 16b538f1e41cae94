import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { adminPassword } from '../support/server.ts'

describe.each(databasesWalked('postgres'))('scheduled tasks on $kind', kind => {
  let screens: DemoScreens
  let page: Page
  const row = (name: string) => page.locator('.list-table tbody tr').filter({ hasText: name })

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('are run by hand, and report their result as a notice that opens the run', async () => {
    // Sorted by the next run: which of the tasks are the first ten depends on the time of day.
    await page.goto('/sysTask?perPage=30')
    const task = row('清理过期的幂等键')
    await task.waitFor()
    expect(await page.getByRole('link', { name: '新建' }).filter({ visible: true }).count()).toBe(0)
    await task.getByRole('button', { name: '更多' }).click()
    const actions = async () => (await page.getByRole('menuitem').allInnerTexts()).map(text => text.trim())
    await expect.poll(actions).toEqual(['立即执行', '查看', '复制链接'])
    await page.getByRole('menuitem', { name: '立即执行' }).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: '立即执行' })
    const notice = page.getByRole('status').filter({ hasText: '定时任务“清理过期的幂等键”已完成' })
    await confirm.or(notice).first().waitFor()
    if (await confirm.isVisible()) await confirm.click()
    await notice.getByRole('button', { name: '查看', exact: true }).click()
    await page.locator('.detail-group').filter({ visible: true }).first().waitFor()
    await expect
      .poll(() => page.locator('.detail-group').filter({ visible: true }).first().innerText())
      .toContain('成功')
    expect(await page.getByRole('region', { name: '历史', exact: true }).count()).toBe(0)
    expect(await page.getByRole('link', { name: '编辑' }).filter({ visible: true }).count()).toBe(0)
  })
})
