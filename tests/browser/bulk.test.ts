import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked, testZone } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { showsText, signIn } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

/** The month of the numbers of letters. */
const month = new Date().toLocaleDateString('sv', { timeZone: testZone }).slice(0, 7).replace('-', '')

describe.each(databasesWalked('postgres'))('bulk operations on $kind', kind => {
  let screens: DemoScreens
  let page: Page
  const row = (name: string | RegExp) => page.getByRole('row', { name })
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  /** The two counts, and each failed row with its reason. */
  const result = async (name: string) => {
    await dialog(name).locator('dd').first().waitFor()
    return {
      figures: await dialog(name).locator('dd').allInnerTexts(),
      reasons: await dialog(name).locator('tbody tr').allInnerTexts(),
    }
  }
  const open = async (address: string, text: string) => {
    await page.goto(address)
    await showsText(page, text)
  }
  /** Inserts a number of enterprise types, with ids from a given start. */
  const seedTypes = (name: string, from: number, count: number) =>
    sql`insert into ent_type (tenant_id, id, parent_id, name, code, create_time)
      select '000000', ${from}::bigint + n, (select min(id) from ent_type), ${name}::text || n, ${name}::text || n, now()
      from generate_series(1, ${count}::int) n`.execute(screens.server.engine.database.kysely)
  /** Selects all search results of an address, and checks their count. */
  const selectAll = async (address: string, count: string) => {
    await open(address, `共 ${count} 条，当前 1–10`)
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await showsText(page, '已选 10 条')
    await page.getByRole('button', { name: `选择全部 ${count} 条` }).click()
    await showsText(page, `已选 ${count} 条`)
  }
  /** Cancels, then confirms the deletion of the selection; more than one page requires a checkbox. */
  const deletes = async (count: number, isMany = false) => {
    await tool('删除').click()
    await expect.poll(() => dialog('提示').getByRole('paragraph').innerText()).toBe('确定将选择数据删除?')
    await dialog('提示').getByRole('button', { name: '取消' }).click()
    await showsText(page, '操作已取消')
    await tool('删除').click()
    const confirm = dialog('提示').getByRole('button', { name: `删除 ${count}` })
    const all = dialog('提示').getByRole('checkbox', { name: `我确认对全部 ${count} 条执行` })
    if (isMany) {
      await expect.poll(() => confirm.isDisabled()).toBe(true)
      await all.check()
    } else await expect.poll(() => all.count()).toBe(0)
    await confirm.click()
  }

  const staffCounts = async () => {
    const { records } = (await screens.call('GET', '/api/ent/v1/entInfo/page?size=50&ascs=name')) as {
      readonly records: readonly { readonly staffCount: number | null }[]
    }
    return records.map(({ staffCount }) => staffCount)
  }

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('applies a transition to rows in a valid state, lists the others, and keeps them selected', async () => {
    await open('/ent/entNoticeLetter', '共 8 条')
    for (const number of ['0001', '0002', '0004'])
      await row(new RegExp(`-${number}`))
        .getByRole('checkbox')
        .check()
    await showsText(page, '已选 3 条')
    await expect
      .poll(() => page.getByRole('toolbar').getByRole('button').allInnerTexts())
      .toEqual(expect.arrayContaining(['下发', '提交整改', '批量修改', '导出', '删除', '取消选择']))
    await tool('下发').click()
    await dialog('下发').getByText('对所选 3 条数据执行“下发”？下发后状态为“已下发”，不能撤回。').waitFor()
    await dialog('下发').getByRole('button', { name: '下发 3 条' }).click()
    expect(await result('下发')).toEqual({
      figures: ['1', '2'],
      reasons: [
        `ZG${month}-0002\t当前文书状态为“已下发”，不能下发`,
        `ZG${month}-0004\t当前文书状态为“已结案”，不能下发`,
      ],
    })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog('下发').getByRole('button', { name: '下载' }).click(),
    ])
    expect(await readFile(String(await file.path()), 'utf8')).toContain(
      `"ZG${month}-0004","当前文书状态为“已结案”，不能下发"`,
    )
    await dialog('下发').getByRole('button', { name: '只选未成功的' }).click()
    await showsText(page, '已选 2 条')
    await expect.poll(() => row(/-0004/).getByRole('checkbox').isChecked()).toBe(true)
    await expect.poll(() => row(/-0001/).getByRole('checkbox').isChecked()).toBe(false)
    await row(/-0001.*已下发/).waitFor()
  })

  it('edits selected fields of all search results across pages', async () => {
    await selectAll('/ent/entInfo', '12')
    await tool('批量修改').click()
    const sheet = dialog('批量修改企业信息')
    await page.getByRole('button', { name: '添加字段' }).click()
    await page.getByRole('menuitem', { name: '从业人数' }).waitFor()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).not.toContain('统一社会信用代码')
    await page.getByRole('menuitem', { name: '从业人数' }).click()
    // A selection of more than one page requires one confirmation.
    await expect.poll(() => sheet.getByRole('button', { name: '修改 12 条' }).isDisabled()).toBe(true)
    await sheet.getByRole('checkbox', { name: '我确认对全部 12 条执行' }).check()
    await sheet.getByRole('button', { name: '修改 12 条' }).click()
    expect((await sheet.getByRole('alert').innerText()).trim()).toBe('请填写，或勾选“清空”')
    await sheet.getByLabel('从业人数', { exact: true }).fill('12')
    const former = await staffCounts()
    expect(former.filter(count => count === 12)).toEqual([])
    await showsText(page, '从业人数：12 条为空，将被修改')
    await sheet.getByRole('button', { name: '修改 12 条' }).click()
    await showsText(page, '已批量修改 12 条企业信息')
    expect(await screens.call('GET', '/api/ent/v1/entInfo/page?staffCount=12')).toMatchObject({ total: 12 })
    await page.getByRole('button', { name: '撤销' }).click()
    await showsText(page, '已撤销：12 条企业信息')
    expect(await staffCounts()).toEqual(former)
  })

  it('undoes an operation from the recent operations page, except for rows changed since', async () => {
    await open('/ent/entInfo', '共 12 条，当前 1–10')
    for (const name of [/半山幼儿园食堂/, /云栖幼儿园食堂/]) await row(name).getByRole('checkbox').check()
    await tool('批量修改').click()
    await page.getByRole('button', { name: '添加字段' }).click()
    await page.getByRole('menuitem', { name: '从业人数' }).click()
    const sheet = dialog('批量修改企业信息')
    await sheet.getByLabel('从业人数', { exact: true }).fill('44')
    await sheet.getByRole('button', { name: '修改 2 条' }).click()
    await showsText(page, '已批量修改 2 条企业信息')
    const id = await row(/云栖幼儿园食堂/).getAttribute('data-id')
    await screens.call('PUT', '/api/ent/v1/entInfo/update', { id, staffCount: 45 })
    await page.locator('.list-head').getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '最近操作' }).click()
    await page.waitForURL(/\/operations\?/)
    const latest = page.getByRole('grid', { name: '最近操作' }).locator('tbody tr').first()
    await expect.poll(() => latest.innerText()).toMatch(/管理员\s+批量修改\s+—\s+企业信息\s+2\s+2\s+0\s+已完成/)
    await latest.hover()
    await latest.getByRole('button', { name: '撤销' }).click()
    await expect
      .poll(() => dialog('撤销“批量修改”').getByRole('paragraph').innerText())
      .toBe('撤销“批量修改”：1 条数据恢复为操作之前的内容。另有 1 条之后又有修改，或您已无权修改，保持不变。')
    const english = await screens.openAs('admin', adminPassword, { locale: 'en-US' })
    await english.addInitScript(() => localStorage.setItem('mingchu:choices', JSON.stringify({ language: 'en' })))
    await english.goto('/operations?resource=entInfo')
    await english.locator('tbody tr').first().hover()
    await english.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect
      .poll(() => english.getByRole('dialog').getByRole('paragraph').innerText())
      .toBe(
        'Undo "Bulk edit": 1 record gets its previous values. 1 record remains unchanged because it has been changed since then or you are no longer allowed to change it.',
      )
    await english.getByRole('dialog').getByRole('button', { name: 'Undo 1', exact: true }).waitFor()
    await english.context().close()
    await dialog('撤销“批量修改”').getByRole('button', { name: '撤销 1 条' }).click()
    expect(await result('撤销“批量修改”')).toEqual({
      figures: ['1', '1'],
      reasons: ['云栖幼儿园食堂\t之后又有修改，保持不变'],
    })
    await dialog('撤销“批量修改”').getByRole('link', { name: '操作详情' }).click()
    await showsText(page, '逐条结果')
    await showsText(page, '之后又有修改，保持不变')
    await page.goto('/operations')
    // No row remains that can be undone.
    const undone = page.getByRole('grid', { name: '最近操作' }).locator('tbody tr').nth(1)
    await undone.hover()
    await expect.poll(() => undone.getByRole('button', { name: '撤销' }).isDisabled()).toBe(true)
    expect(await screens.call('GET', `/api/ent/v1/entInfo/getById?id=${id}`)).toMatchObject({ staffCount: 45 })
    expect(await screens.call('GET', '/api/ent/v1/entInfo/page?staffCount=44')).toMatchObject({ total: 0 })
  })

  it('keeps the selection across pages', async () => {
    await open('/ent/entInfo', '共 12 条，当前 1–10')
    await row(/半山幼儿园食堂/)
      .getByRole('checkbox')
      .check()
    await page.getByRole('button', { name: '下一页' }).click()
    await row(/清溪区第三小学食堂/)
      .getByRole('checkbox')
      .check()
    await showsText(page, '已选 2 条')
    await page.getByRole('button', { name: '上一页' }).click()
    await row(/半山幼儿园食堂/).waitFor()
    await expect
      .poll(() =>
        row(/半山幼儿园食堂/)
          .getByRole('checkbox')
          .isChecked(),
      )
      .toBe(true)
  })

  it('confirms a deletion unless every record would stay, reports the reason for each failed row, and undoes it', async () => {
    await open('/ent/entInfo', '共 12 条，当前 1–10')
    for (const name of [/半山幼儿园食堂/, /云栖幼儿园食堂/, /桐荫幼儿园食堂/])
      await row(name).getByRole('checkbox').check()
    await deletes(3)
    expect(await result('删除')).toEqual({
      figures: ['2', '1'],
      reasons: ['桐荫幼儿园食堂\t该记录正被“责令改正通知书”引用，不能删除'],
    })
    await dialog('删除').getByRole('button', { name: '关闭', exact: true }).last().click()
    await showsText(page, '共 10 条')
    await page.getByRole('button', { name: '撤销', exact: true }).click()
    await showsText(page, '已恢复 2 条企业信息')
    await showsText(page, '共 12 条，当前 1–10')
    await row(/桐荫幼儿园食堂/)
      .getByRole('checkbox')
      .check()
    await tool('删除').click()
    await expect.poll(() => dialog('提示').getByRole('button', { name: /^删除/ }).isDisabled()).toBe(true)
  })

  it('shows who deleted each row in the bin, and restores it', async () => {
    await open('/ent/entInfo', '共 12 条，当前 1–10')
    await row(/半山幼儿园食堂/)
      .getByRole('checkbox')
      .check()
    await row(/云栖幼儿园食堂/)
      .getByRole('checkbox')
      .check()
    await tool('删除').click()
    await dialog('提示').getByRole('button', { name: '删除 2' }).click()
    await showsText(page, '删除成功：2 条企业信息')
    await page.locator('.list-head').getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '回收站' }).click()
    await showsText(page, '企业信息回收站')
    await row(/半山幼儿园食堂/).waitFor()
    await expect.poll(() => page.getByRole('grid', { name: '企业信息' }).locator('tbody tr').count()).toBe(2)
    await expect.poll(() => row(/半山幼儿园食堂/).innerText()).toMatch(/管理员\s+\d\d-\d\d \d\d:\d\d/)
    await row(/半山幼儿园食堂/).hover()
    await row(/半山幼儿园食堂/)
      .getByRole('button', { name: '恢复' })
      .click()
    await showsText(page, '已恢复 半山幼儿园食堂')
    await row(/半山幼儿园食堂/).waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await tool('恢复').click()
    await showsText(page, '回收站为空')
    await page.getByRole('button', { name: '返回列表' }).click()
    await showsText(page, '共 12 条，当前 1–10')
  })

  it('shows progress, stops on request, and reports completed and remaining rows', async () => {
    await seedTypes('类型', 7_000_000, 9000)
    await selectAll('/ent/entType', '9,002')
    await tool('批量修改').click()
    await page.getByRole('button', { name: '添加字段' }).click()
    await page.getByRole('menuitem', { name: '备注' }).click()
    await dialog('批量修改').getByLabel('备注', { exact: true }).fill('一批')
    await dialog('批量修改').getByRole('checkbox', { name: '我确认对全部 9,002 条执行' }).check()
    await dialog('批量修改').getByRole('button', { name: '修改 9,002 条' }).click()
    await dialog('批量修改')
      .getByText(/^已处理 [\d,]+ \/ 9,002 条$/)
      .waitFor()
    await dialog('批量修改').getByRole('button', { name: '停止' }).click()
    const [done = 0, failed, left = 0] = (await result('批量修改')).figures.map(text => Number(text.replace(',', '')))
    expect([failed, done + left]).toEqual([0, 9002])
    await dialog('批量修改')
      .getByText(/^已停止。未确认的 [\d,]+ 条中/)
      .waitFor()
    const written = async () =>
      (await screens.call('GET', encodeURI('/api/ent/v1/entType/page?remark_like=一批'))) as { total: number }
    const { total } = await written()
    expect(total).toBeGreaterThanOrEqual(done)
    expect(total).toBeLessThan(9002)
  })

  it('offers the desktop header actions on a phone, and selects rows by long press or from the menu', async () => {
    const phone = await screens.open({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await signIn(phone, 'admin', adminPassword)
    await phone.goto('/ent/entNoticeLetter')
    await showsText(phone, '共 8 条')
    const menu = async () => {
      await phone.locator('.phone-bar').getByRole('button', { name: '更多' }).tap()
      await phone.getByRole('menuitem', { name: '选择' }).waitFor()
    }
    const item = (name: string) => phone.getByRole('menuitem', { name })
    const box = (number: string) => phone.getByRole('checkbox', { name: new RegExp(`-${number}`) })
    const bar = phone.getByRole('toolbar')
    await menu()
    const heights = async (buttons: Locator) => {
      await buttons.first().waitFor()
      return buttons.evaluateAll(all => Math.min(...all.map(one => (one as HTMLElement).offsetHeight)))
    }
    expect(await heights(phone.getByRole('menuitem'))).toBeGreaterThanOrEqual(44)
    await expect
      .poll(() => phone.getByRole('menuitem').allInnerTexts())
      .toEqual(['图片', '图表', '选择', '导入', '导出', '最近操作', '回收站'])
    await item('导出').tap()
    await phone.getByRole('dialog', { name: '导出责令改正通知书' }).waitFor()
    await phone.keyboard.press('Escape')
    await phone.getByRole('dialog').waitFor({ state: 'detached' })

    await menu()
    await item('选择').tap()
    await showsText(phone, '已选 0 条')
    await box('0005').tap()
    await showsText(phone, '已选 1 条')
    await bar.getByRole('button', { name: '删除' }).waitFor()
    expect(await heights(bar.getByRole('button'))).toBeGreaterThanOrEqual(44)
    await box('0005').tap()
    await showsText(phone, '共 8 条')
    await expect.poll(() => phone.getByRole('checkbox').count()).toBe(0)

    const row = await phone.getByRole('link', { name: /-0005/ }).boundingBox()
    const finger = await phone.context().newCDPSession(phone)
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', [{ x: (row?.x ?? 0) + 100, y: (row?.y ?? 0) + 20 }])
    await showsText(phone, '已选 1 条')
    await touch('touchEnd', [])
    // Releasing the press does not toggle the selection, also not by the click that a browser makes of it afterwards.
    await phone.waitForTimeout(300)
    await expect.poll(() => box('0005').isChecked()).toBe(true)
    await box('0006').tap()
    await showsText(phone, '已选 2 条')
    await bar.getByRole('button', { name: '删除' }).tap()
    await phone.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '删除 2' }).tap()
    await showsText(phone, '共 6 条')
    // A new message is shown next to the undo message, which keeps its timeout.
    await phone.getByRole('button', { name: '常用查询' }).tap()
    await item('复制链接').tap()
    await showsText(phone, '链接已复制')
    expect(await heights(phone.getByRole('button', { name: '撤销' }))).toBeGreaterThanOrEqual(44)
    await phone.getByRole('button', { name: '撤销' }).tap()
    await showsText(phone, '共 8 条')
    await phone.context().close()
  })

  it('hides the delete buttons and the bin from a user without delete permission', async () => {
    const merchant = await screens.openAs(screens.merchant.account, screens.merchant.password)
    await merchant.goto('/ent/entInfo')
    await merchant.getByRole('row', { name: new RegExp(screens.merchant.enterprise) }).waitFor()
    await merchant.locator('.list-head').getByRole('button', { name: '更多' }).click()
    await merchant.getByRole('menuitem', { name: '最近操作' }).waitFor()
    await expect.poll(() => merchant.getByRole('menuitem', { name: '回收站' }).count()).toBe(0)
    await merchant.keyboard.press('Escape')
    await merchant.getByRole('checkbox', { name: '选择本页' }).check()
    await merchant.getByRole('button', { name: '批量修改' }).waitFor()
    await expect.poll(() => merchant.getByRole('button', { name: '删除' }).count()).toBe(0)
    await merchant.goto('/ent/entInfo/bin')
    await merchant.getByText('您没有查看企业信息的权限').waitFor()
  })
})
