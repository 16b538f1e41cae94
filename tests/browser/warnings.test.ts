import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const files = {
  'resources/ent/demoOrder.yaml': `title: { zh: 订单, en: Order }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  amount: { type: integer, title: { zh: 数量, en: Amount } }
rules:
  - { rule: "amount <= 100", level: warning, message: { zh: 数量超过平常的一百, en: The amount is above the usual hundred }, valid: { amount: 1 }, invalid: { amount: 101 } }
`,
}

describe.each(databasesWalked('postgres'))('semantics C7: a warning in the form, on $kind', kind => {
  let screens: Screens
  let page: Page
  const text = '数量超过平常的一百'
  const dialog = () => page.getByRole('dialog', { name: '有 1 项警告需要确认' })

  beforeAll(async () => {
    screens = await openScreens(kind, { files })
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('is shown at the field while typing, and acknowledged in a dialog when the record is saved', async () => {
    await page.goto('/ent/demoOrder/create')
    await page.getByLabel('名称').fill('大单')
    await page.getByLabel('数量').fill('101')
    await expect.poll(() => page.locator('.field-warning').innerText()).toContain(text)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect.poll(() => dialog().getByRole('listitem').allInnerTexts()).toEqual([text])
    await dialog().getByRole('button', { name: '返回修改' }).click()
    await expect.poll(() => dialog().count()).toBe(0)
    expect(await page.getByLabel('数量').inputValue()).toBe('101')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await dialog().getByRole('button', { name: '确认并继续' }).click()
    await expect.poll(() => page.getByText(`已确认警告：${text}`).count()).toBe(1)
  })
})
