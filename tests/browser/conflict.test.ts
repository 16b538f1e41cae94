import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { reports, showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

describe.each(databasesWalked('postgres'))('concurrent edits of one record on $kind', kind => {
  let screens: DemoScreens
  let mine: Page
  let theirs: Page
  let order: string
  const field = (page: Page, name: string) => page.locator(`#businessEntOrder-${order}-form_${name}`)
  const quantity = (page: Page, row: number) =>
    page.getByRole('table', { name: '订单明细' }).locator('tbody tr').nth(row).locator('td').nth(3)
  const typeQuantity = async (page: Page, row: number, text: string) => {
    await quantity(page, row).focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(text)
    await page.keyboard.press('Tab')
  }
  const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click()

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    order = screens.records.orders[0] ?? ''
    ;[mine, theirs] = await Promise.all([
      screens.openAs('admin', adminPassword),
      screens.openAs('admin', adminPassword),
    ])
  })
  afterAll(() => screens.close())

  it('requires a choice only for fields that both users changed, merges the rest, and saves the choices', async () => {
    for (const page of [mine, theirs]) {
      await page.goto(`/business/businessEntOrder/${order}`)
      await field(page, 'supplierName').waitFor()
    }
    await field(theirs, 'deliveryAddress').fill('松风路 120 号')
    await field(theirs, 'supplierPhone').fill('13900004210')
    await typeQuantity(theirs, 2, '75')
    await save(theirs)
    await reports(theirs, '更新成功')

    await field(mine, 'deliveryAddress').fill('松风路 118 号 西门')
    await field(mine, 'remark').fill('当面清点')
    await typeQuantity(mine, 2, '90')
    await typeQuantity(mine, 4, '7')
    await save(mine)
    const dialog = mine.getByRole('dialog', { name: /^这条采购订单在您编辑时被修改/ })
    const rows = dialog.locator('tbody tr')
    await expect
      .poll(() => rows.evaluateAll(all => all.map(row => (row as HTMLElement).innerText.replace(/\s+/g, ' '))))
      .toEqual([
        '收货地址 清溪区松风路 118 号 食堂后门 松风路 118 号 西门 松风路 120 号',
        expect.stringMatching(/^订单明细 第 3 行 .*数量 80 .*数量 90 .*数量 75 /),
      ])
    await expect.poll(() => dialog.getByText('仅一方修改的').innerText()).toMatch(/备注|订单明细|供应商电话/)
    await expect.poll(() => dialog.getByRole('button', { name: '合并并保存' }).isEnabled()).toBe(false)

    await rows.nth(0).getByRole('radio').nth(1).check()
    await rows.nth(1).getByRole('radio').nth(0).check()
    await dialog.getByRole('button', { name: '合并并保存' }).click()
    await reports(mine, '更新成功')
    const saved = (await screens.call('GET', `/api/business/v1/businessEntOrder/getById?id=${order}`)) as Saved
    expect(saved).toMatchObject({
      deliveryAddress: '松风路 120 号',
      supplierPhone: '13900004210',
      remark: '当面清点',
    })
    expect(saved.lines.map(line => line.quantity)).toEqual([40, 62.5, 90, 12, 7])
  })

  it('returns to the unsaved input when the merge is cancelled', async () => {
    await mine.goto(`/business/businessEntOrder/${order}`)
    await field(mine, 'remark').fill('我的备注')
    const now = (await screens.call('GET', `/api/business/v1/businessEntOrder/getById?id=${order}`)) as Saved
    const change = { id: order, version: now.version, remark: '别人的备注' }
    await screens.call('PUT', '/api/business/v1/businessEntOrder/update', change)
    await save(mine)
    await mine.getByRole('dialog').getByRole('button', { name: '返回编辑' }).click()
    await mine.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => field(mine, 'remark').inputValue()).toBe('我的备注')
    await save(mine)
    await mine.getByRole('dialog').getByRole('button', { name: '全部用我的' }).click()
    await mine.getByRole('dialog').getByRole('button', { name: '合并并保存' }).click()
    await reports(mine, '更新成功')
    await showsText(mine, '我的备注')
  })

  it('compares a draft with changes that were saved after it', async () => {
    mine.on('dialog', dialog => void dialog.accept())
    await mine.goto(`/business/businessEntOrder/${order}`)
    await field(mine, 'remark').fill('草稿里的备注')
    await field(mine, 'deliveryAddress').fill('草稿里的地址')
    await mine.getByText('已暂存').waitFor()
    const now = (await screens.call('GET', `/api/business/v1/businessEntOrder/getById?id=${order}`)) as Saved
    const change = { id: order, version: now.version, remark: '后来的备注', supplierName: '后来的供应商' }
    await screens.call('PUT', '/api/business/v1/businessEntOrder/update', change)
    await mine.reload()
    await mine.getByText(/有未保存的内容。这条记录之后被修改过/).waitFor()
    await mine.getByRole('button', { name: '恢复', exact: true }).click()
    await expect.poll(() => field(mine, 'supplierName').inputValue()).toBe('后来的供应商')
    await save(mine)
    const dialog = mine.getByRole('dialog', { name: /^这条采购订单在您编辑时被修改/ })
    await dialog.getByRole('button', { name: '查看' }).click()
    await dialog.getByText('草稿里的地址').waitFor()
    await expect.poll(() => dialog.locator('tbody tr').count()).toBe(1)
    await dialog.getByRole('button', { name: '全部用对方的' }).click()
    await dialog.getByRole('button', { name: '合并并保存' }).click()
    await reports(mine, '更新成功')
    expect(await screens.call('GET', `/api/business/v1/businessEntOrder/getById?id=${order}`)).toMatchObject({
      remark: '后来的备注',
      supplierName: '后来的供应商',
      deliveryAddress: '草稿里的地址',
    })
  })
})

interface Saved {
  readonly version: number
  readonly lines: readonly { readonly quantity: number }[]
}
