import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { reports, showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'
import { pressKeys, slowServer, typeText } from '../support/typing.ts'

describe.each(databasesWalked('postgres'))('the lines of an order, on $kind', kind => {
  let screens: DemoScreens
  let page: Page
  const keys = async (...all: readonly string[]) => {
    for (const key of all) await page.keyboard.press(key)
  }
  const type = (text: string) => page.keyboard.insertText(text)
  /** In the open cell of kinds: selects by typing, then Tab. */
  const choose = async (text: string, kind: string) => {
    await type(text)
    await page.getByRole('option', { name: kind }).waitFor()
    await keys('Tab')
  }
  const rows = () =>
    page
      .getByRole('table', { name: '订单明细' })
      .locator('tbody tr')
      .evaluateAll(rows =>
        rows.map(row =>
          [...row.children].slice(1, 7).map(cell => {
            const input = cell.querySelector('input')
            if (input && input.type !== 'hidden') return input.value
            // The error is below the value.
            return (cell as HTMLElement).innerText.trim().split('\n')[0]
          }),
        ),
      )
  const caretAt = () => page.evaluate(() => document.activeElement?.closest('td')?.id)
  const total = () => page.locator('[id$=-form_total]').innerText()
  const paste = (text: string) =>
    page.evaluate(text => {
      const data = new DataTransfer()
      data.setData('text/plain', text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, text)

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('are entered by keyboard only, and computed while typing', async () => {
    await page.goto('/business/businessEntOrder/create')
    await page.getByRole('combobox', { name: '企业', exact: true }).focus()
    await type('第三小学')
    await page.getByRole('option', { name: '清溪区第三小学食堂' }).waitFor()
    await keys('Enter')
    await page.getByRole('combobox', { name: '下单时间' }).fill('2026-11-21 08:30:00')
    await page.getByRole('textbox', { name: '供应商', exact: true }).fill('沃野源')

    await page.getByRole('button', { name: '添加一行' }).first().focus()
    await keys('Enter')
    await type('上海青')
    await keys('Tab')
    await choose('蔬', '蔬菜')
    await type('80')
    await keys('Tab', 'Tab')
    await type('5.2')
    await keys('Tab')
    await expect.poll(rows).toEqual([['上海青', '蔬菜', '80', 'kg', '5.20', '416.00']])
    await expect.poll(total).toBe('416.00')
  })

  it('accept a pasted block, restore a cell on Escape, and are deleted by Ctrl+Delete', async () => {
    const first = page.getByRole('table', { name: '订单明细' }).locator('tbody tr').first().locator('td')
    await first.nth(1).focus()
    await keys('Enter')
    await expect.poll(async () => (await rows()).length).toBe(2)
    await type('写错')
    await keys('Enter')
    await expect.poll(async () => (await rows()).length).toBe(3)
    await keys('Control+Delete')
    await expect.poll(async () => (await rows()).map(([name]) => name)).toEqual(['上海青', '写错'])
    // Focus stays in the table, on the line at the same position.
    await expect.poll(caretAt).toMatch(/_1_productName$/)

    const second = page.getByRole('table', { name: '订单明细' }).locator('tbody tr').nth(1).locator('td')
    await second.nth(3).focus()
    await paste('2\tkg\t10\n1.5\t斤\t4')
    await expect
      .poll(async () => (await rows()).map(row => row.slice(2)))
      .toEqual([
        ['80.0', 'kg', '5.20', '416.00'],
        // Focus stays in the first cell of the block.
        ['2', 'kg', '10.00', '20.00'],
        ['1.5', '斤', '4.00', '6.00'],
      ])
    await expect.poll(total).toBe('442.00')

    await first.nth(3).focus()
    await keys('Control+A')
    await type('9999')
    await keys('Escape')
    await expect.poll(total).toBe('442.00')
    await expect.poll(caretAt).toMatch(/_0_quantity$/)
    await keys('Control+A')
    await type('80')
    await keys('Tab')
    await expect.poll(caretAt).toMatch(/_0_unit$/)
  })

  it('are reordered by Alt and an arrow key, which keeps focus, and by the handle', async () => {
    const names = async () => (await rows()).map(([name, _, count]) => [name, count])
    const table = page.getByRole('table', { name: '订单明细' }).locator('tbody tr')
    await table.nth(2).locator('td').nth(3).focus()
    await keys('Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowUp')
    await expect.poll(names).toEqual([
      ['', '1.5'],
      ['上海青', '80.0'],
      ['写错', '2.0'],
    ])
    await expect.poll(caretAt).toMatch(/_0_quantity$/)
    await table.nth(0).locator('td').first().dragTo(table.nth(2).locator('td').first())
    await expect.poll(names).toEqual([
      ['上海青', '80.0'],
      ['写错', '2.0'],
      ['', '1.5'],
    ])
  })

  it('show errors in the cell, and with the line number in the footer', async () => {
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByRole('button', { name: '订单明细 2 · 产品分类' }).waitFor()
    const wrong = page.getByRole('table', { name: '订单明细' }).locator('td[aria-invalid=true]')
    await expect.poll(() => wrong.count()).toBe(3)
    await page.getByText('3 项需要修改：').waitFor()
    const third = page.getByRole('table', { name: '订单明细' }).locator('tbody tr').nth(2).locator('td')
    await expect.poll(caretAt).toMatch(/_1_productTypeId$/)
    await page.getByRole('button', { name: '订单明细 3 · 产品名称' }).click()
    await expect.poll(caretAt).toMatch(/_2_productName$/)
    await expect.poll(() => third.nth(1).locator('[role=alert]').innerText()).toBe('请输入产品名称')
    await third.nth(1).focus()
    await keys('Control+Delete')
    const second = page.getByRole('table', { name: '订单明细' }).locator('tbody tr').nth(1).locator('td')
    await second.nth(2).focus()
    await choose('乳', '乳制品')
    await expect.poll(() => wrong.count()).toBe(0)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await reports(page, '新增成功')
    await page.getByRole('heading', { name: 'DD' }).waitFor()
    await expect.poll(rows).toEqual([
      ['上海青', '蔬菜', '80', 'kg', '5.20', '416.00'],
      ['写错', '乳制品', '2', 'kg', '10.00', '20.00'],
    ])
  })

  it('are edited and saved', async () => {
    await page.getByRole('button', { name: '编辑' }).click()
    await page.getByLabel('运费').waitFor()
    const second = page.getByRole('table', { name: '订单明细' }).locator('tbody tr').nth(1).locator('td')
    await second.nth(1).focus()
    await keys('Control+A')
    await type('鲜牛奶')
    await page.getByLabel('运费').fill('4')
    // A line that has only its defaults is neither summed nor saved.
    await second.nth(1).focus()
    await keys('Enter')
    await expect.poll(async () => (await rows()).length).toBe(3)
    await expect.poll(total).toBe('440.00')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await reports(page, '更新成功')
    await page.reload()
    await showsText(page, '440.00')
    await expect.poll(async () => (await rows()).map(([name]) => name)).toEqual(['上海青', '鲜牛奶'])
  })

  it('parse a pasted block like an import, and keep unreadable cells as errors', async () => {
    await page.goto('/business/businessEntOrder/create')
    await page.getByRole('button', { name: '添加一行' }).first().click()
    await expect.poll(caretAt).toMatch(/_0_productName$/)
    await paste(
      [
        '上海青\t蔬菜\t１，２００．５\t公斤\t¥36.00\t43,218.00',
        '土豆\t蔬菜类\t10斤\t\t￥1,200',
        '鸡蛋\t蛋类\t1,2\t蓝\t3 元\t6',
      ].join('\r\n'),
    )
    const status = page.getByRole('status').filter({ hasText: '已粘贴' })
    const wrong = page.getByRole('table', { name: '订单明细' }).locator('td[aria-invalid=true]')
    await expect
      .poll(() => status.innerText())
      .toMatch(/^已粘贴 3 行，\d 个单元格需要更正。.*有 1 个粘贴的值与结果不同。$/)
    // Focus is in the first unreadable cell.
    await expect.poll(caretAt).toMatch(/_1_productTypeId$/)
    const read = async () => (await rows()).map(([name, , ...others]) => [name, ...others])
    await expect.poll(read).toEqual([
      ['上海青', '1,200.5', 'kg', '36.00', '43,218.00'],
      ['土豆', '10.0', '斤', '1,200.00', '12,000.00'],
      // The default unit does not replace a pasted text.
      ['鸡蛋', '1,2', '蓝', '3.00', '—'],
    ])
    const cell = (row: number, name: string) => page.locator(`td[id$="_${row}_${name}"]`)
    const before = await wrong.count()
    await cell(1, 'productTypeId').hover()
    await cell(1, 'productTypeId').locator('[role=alert]').getByRole('button', { name: '改为“蔬菜”' }).click()
    await expect.poll(() => wrong.count()).toBe(before - 1)

    // The error remains after edits of other cells, and blocks saving.
    await cell(0, 'price').focus()
    await keys('Control+A')
    await type('2')
    await keys('Tab')
    let saves = 0
    page.on('request', request => {
      if (request.method() === 'POST' && /businessEntOrder\/save$/.test(request.url())) saves++
    })
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect.poll(() => cell(2, 'unit').locator('[role=alert]').innerText()).toContain('没有“蓝”')
    await expect.poll(() => cell(2, 'quantity').innerText()).toContain('1,2')
    expect(saves).toBe(0)
    await cell(2, 'quantity').focus()
    await keys('Control+A')
    await type('12')
    await keys('Tab')
    await expect.poll(() => cell(2, 'quantity').getAttribute('aria-invalid')).toBe('false')
  })

  it('undo a paste in one step, and map columns by a header row', async () => {
    await page.locator('td[id$="_0_productName"]').focus()
    await expect.poll(caretAt).toMatch(/_0_productName$/)
    const before = await rows()
    await paste('单价（元）\t产品名称\t规格\n8.5\t菠菜\t一级\n9\t苋菜\t\n1\ta\t\n2\tb\t')
    const status = page.getByRole('status').filter({ hasText: '已粘贴' })
    await expect
      .poll(() => status.innerText())
      .toBe('已粘贴 4 行。已按第一行的标题对应各列。没有粘贴表格中没有的列：规格。')
    await expect
      .poll(async () => (await rows()).map(([name, , , , price]) => [name, price]))
      .toEqual([
        ['菠菜', '8.50'],
        ['苋菜', '9.00'],
        ['a', '1.00'],
        ['b', '2.00'],
      ])
    await keys('Control+Z')
    await expect.poll(rows).toEqual(before)
    await expect.poll(() => status.count()).toBe(0)
  })

  it('accept fast typing on a slow server, each text in its own cell, and are saved afterwards', async () => {
    await page.goto('/business/businessEntOrder/create')
    await page.getByRole('combobox', { name: '企业', exact: true }).waitFor()
    const quick = await slowServer(page)
    await page.getByRole('combobox', { name: '企业', exact: true }).focus()
    await typeText(page, '第三小学')
    await pressKeys(page, 'Enter')
    await typeText(page, '2026-11-21 08:30')
    await pressKeys(page, 'Tab')
    await typeText(page, '沃野源')
    await page.getByRole('button', { name: '添加一行' }).first().focus()
    await pressKeys(page, 'Enter')
    await typeText(page, '上海青')
    await pressKeys(page, 'Tab')
    await typeText(page, '蔬菜')
    await pressKeys(page, 'Tab')
    await typeText(page, '80')
    await pressKeys(page, 'Tab')
    await typeText(page, '斤')
    await pressKeys(page, 'Enter')
    await typeText(page, '5.2')
    await pressKeys(page, 'Control+s')
    await page.waitForURL(/businessEntOrder\/\d+\/show$/)
    await quick()
    await expect.poll(rows).toEqual([['上海青', '蔬菜', '80', '斤', '5.20', '416.00']])
    await showsText(page, '清溪区第三小学食堂')
  })
})
