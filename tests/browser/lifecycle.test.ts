import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { says, saysOfFields } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

describe.each(databasesUnderTest())('a letter on its way, on $kind', kind => {
  let screens: DemoScreens
  let officer: Page
  let merchant: Page
  /** What the record's head offers, from the left. */
  const offered = async (page: Page) => {
    await page.locator('.detail-group').first().waitFor()
    const names = await page.locator('.sheet-actions').getByRole('button').allInnerTexts()
    return names.filter(name => name !== '')
  }
  const step = (page: Page, name: string) => page.locator('.sheet-actions').getByRole('button', { name, exact: true })
  const state = (page: Page) => page.locator('.lifecycle [aria-current=step]').innerText()

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    ;[officer, merchant] = await Promise.all([
      screens.openAs('admin', adminPassword),
      screens.openAs(screens.merchant.account, screens.merchant.password),
    ])
  })
  afterAll(() => screens.close())

  it('shows a restricted person his own alone, and lets him do no more than he may', async () => {
    await merchant.goto('/entInfo')
    await merchant.getByRole('row', { name: new RegExp(screens.merchant.enterprise) }).waitFor()
    expect(await merchant.locator('tbody tr').count()).toBe(1)
    expect(await merchant.getByRole('columnheader', { name: '信用等级' }).count()).toBe(0)
    expect(await merchant.getByRole('link', { name: '新建' }).count()).toBe(0)
    expect(await merchant.getByRole('link', { name: '用户' }).count()).toBe(0)
    await merchant.goto(`/entNoticeLetter/${screens.records.letters['issued']}/show`)
    await says(merchant, '没有找到该责令整改通知书')
    await merchant.goto('/bladeUser')
    await merchant.getByText('没有查看').or(merchant.getByText('没有这个页面')).first().waitFor()
  })

  it('is issued by one, handled by the other, and adopted', async () => {
    const path = `/entNoticeLetter/${screens.records.letters['draft']}/show`
    await officer.goto(path)
    expect(await offered(officer)).toEqual(['编辑', '下发'])
    expect(await state(officer)).toBe('草稿')
    await step(officer, '下发').click()
    await expect.poll(() => state(officer)).toBe('已下发')
    expect(await offered(officer)).toEqual(['编辑', '发送短信警示', '处理'])

    await merchant.goto(path)
    expect(await offered(merchant)).toEqual(['处理'])
    await step(merchant, '处理').click()
    const dialog = merchant.getByRole('dialog', { name: '处理' })
    await dialog.getByRole('button', { name: '处理' }).click()
    await saysOfFields(merchant, ['请输入整改情况'])
    await dialog.getByLabel('整改情况').fill('已换温控器，柜温 4 ℃')
    await dialog.getByRole('button', { name: '处理' }).click()
    await expect.poll(() => state(merchant)).toBe('已处理待审')
    expect(await offered(merchant)).toEqual([])
    await says(merchant, '已换温控器，柜温 4 ℃')

    await officer.reload()
    expect(await offered(officer)).toEqual(['编辑', '退回整改', '审核通过'])
    await step(officer, '退回整改').click()
    const back = officer.getByRole('dialog', { name: '退回整改' })
    await back.getByLabel('整改期限').first().fill('2020-01-01')
    await back.getByRole('button', { name: '退回整改' }).click()
    await saysOfFields(officer, ['整改期限不能早于今天'])
    await back.getByRole('button', { name: '取消' }).click()
    await officer.getByRole('button', { name: '放弃修改' }).click()
    await step(officer, '审核通过').click()
    await expect.poll(() => state(officer)).toBe('已通过')
    expect(await offered(officer)).toEqual(['编辑'])
  })
})
