import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainHost } from '../../scripts/browser.ts'
import { databasesWalked } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens, writeUser } from '../support/demo-screens.ts'
import { showsText, signIn } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'
import { holdResponses } from '../support/typing.ts'

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
      reasons: ['ZG202611-0002\t当前文书状态为“已下发”，不能下发', 'ZG202611-0004\t当前文书状态为“已结案”，不能下发'],
    })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog('下发').getByRole('button', { name: '下载' }).click(),
    ])
    expect(await readFile(String(await file.path()), 'utf8')).toContain(
      '"ZG202611-0004","当前文书状态为“已结案”，不能下发"',
    )
    await dialog('下发').getByRole('button', { name: '只选未成功的' }).click()
    await showsText(page, '已选 2 条')
    await expect.poll(() => row(/-0004/).getByRole('checkbox').isChecked()).toBe(true)
    await expect.poll(() => row(/-0001/).getByRole('checkbox').isChecked()).toBe(false)
    await row(/-0001.*已下发/).waitFor()
  })

  it('offers a row the transitions of its state, and requests their input', async () => {
    await open('/ent/entNoticeLetter', '共 8 条')
    await row(/-0001/).hover()
    await row(/-0001/).getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '查看' }).waitFor()
    const offered = await page.getByRole('menuitem').allInnerTexts()
    expect(offered.slice(0, offered.indexOf('查看'))).toEqual(['提交整改', '发送短信警示'])
    await page.getByRole('menuitem', { name: '提交整改' }).click()
    await dialog('提交整改').getByLabel('整改情况').fill('已更换')
    await dialog('提交整改').getByRole('button', { name: '提交整改' }).click()
    await page.getByText(/^已提交整改 ZG/).waitFor()
    await row(/-0001.*待审核/).hover()
    await row(/-0001/).getByRole('button', { name: '审核通过' }).click()
    await dialog('审核通过').getByRole('button', { name: '审核通过' }).click()
    await row(/-0001.*已结案/).waitFor()
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
    await page.waitForURL(/\/operations\?resource=entInfo/)
    const latest = page.getByRole('table', { name: '最近操作' }).locator('tbody tr').first()
    await expect.poll(() => latest.innerText()).toMatch(/管理员\s+批量修改\s+企业信息\s+2\s+已完成/)
    await latest.getByRole('button', { name: '撤销' }).click()
    await expect
      .poll(() => dialog('撤销“批量修改”').getByRole('paragraph').innerText())
      .toBe('撤销“批量修改”：1 条数据恢复为操作之前的内容。另有 1 条之后又有修改，或您已无权修改，保持不变。')
    const english = await screens.openAs('admin', adminPassword, { locale: 'en-US' })
    await english.addInitScript(() => localStorage.setItem('mingchu:choices', JSON.stringify({ language: 'en' })))
    await english.goto('/operations?resource=entInfo')
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
    await page.getByRole('button', { name: '返回最近操作' }).click()
    await showsText(page, '撤销“批量修改”')
    // No row remains that can be undone.
    const undone = page.getByRole('table', { name: '最近操作' }).locator('tbody tr').nth(1)
    await expect.poll(() => undone.getByRole('button', { name: '撤销' }).isDisabled()).toBe(true)
    expect(await screens.call('GET', `/api/ent/v1/entInfo/getById?id=${id}`)).toMatchObject({ staffCount: 45 })
    expect(await screens.call('GET', '/api/ent/v1/entInfo/page?staffCount=44')).toMatchObject({ total: 0 })
  })

  it('retries automatically after a lost response, and applies each change once', async () => {
    await open('/ent/entInfo', '共 12 条，当前 1–10')
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await tool('批量修改').click()
    const sheet = dialog('批量修改企业信息')
    await page.getByRole('button', { name: '添加字段' }).click()
    await page.getByRole('menuitem', { name: '从业人数' }).click()
    await sheet.getByLabel('从业人数', { exact: true }).fill('13')
    const calls = '**/api/engine/bulk/**'
    // The server completes the operation, and its response is lost.
    await page.route(calls, async route => {
      await route.fetch()
      await route.abort('connectionreset')
      await page.unroute(calls)
    })
    await sheet.getByRole('button', { name: '修改 10 条' }).click()
    await showsText(page, '连接中断，系统会自动继续；已完成的不会重复处理。')
    await showsText(page, '已批量修改 10 条企业信息')
    const { records } = (await screens.call('GET', '/api/ent/v1/entInfo/page?staffCount=13')) as {
      readonly records: readonly { readonly id: string }[]
    }
    expect(records.length).toBe(10)
    const entries = (await screens.call('GET', `/api/engine/history/entInfo/${records[0]?.id}`)) as readonly {
      readonly changes: Readonly<Record<string, unknown>>
    }[]
    expect(
      entries.filter(({ changes }) => 'staffCount' in changes && JSON.stringify(changes).includes('13')).length,
    ).toBe(1)
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

  it('confirms a deletion, reports the reason for each failed row, and undoes it', async () => {
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
    await page.getByRole('button', { name: '撤销' }).click()
    await showsText(page, '已恢复 2 条企业信息')
    await showsText(page, '共 12 条，当前 1–10')
  })

  it('deletes all search results across pages after a confirmation', async () => {
    await seedTypes('作废类型', 6_000_000, 35)
    await selectAll('/ent/entType?name=作废', '35')
    await deletes(35, true)
    await showsText(page, '删除成功：35 条企业类型')
    await showsText(page, '没有符合条件的企业类型')
    const left = await screens.call('GET', '/api/ent/v1/entType/exactTotal?name=作废')
    expect(left).toBe(0)
    await page.getByRole('button', { name: '撤销' }).click()
    await showsText(page, '已恢复 35 条企业类型')
    await showsText(page, '共 35 条，当前 1–10')
    await sql`delete from ent_type where id between 6000001 and 6000035`.execute(screens.server.engine.database.kysely)
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
    await expect.poll(() => page.getByRole('table', { name: '企业信息回收站' }).locator('tbody tr').count()).toBe(2)
    await expect.poll(() => row(/半山幼儿园食堂/).innerText()).toMatch(/管理员\s+\d\d-\d\d \d\d:\d\d/)
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

  it('previews which rows of the bin can be restored and which cannot', async () => {
    await seedTypes('回收', 6_500_000, 2)
    const path = '/api/ent/v1/entType'
    const found = (await screens.call('GET', `${path}/listByQuery?name_likeright=${encodeURIComponent('回收')}`)) as {
      readonly id: string
      readonly name: string
      readonly parentId: string
    }[]
    const [first] = found
    const lone = (await screens.call('POST', `${path}/save`, { name: '无上级', code: 'HS', parentId: first?.id })) as {
      readonly id: string
    }
    await screens.call('DELETE', `${path}/removeByIds`, { ids: [lone.id] })
    await screens.call('DELETE', `${path}/removeByIds`, { ids: found.map(({ id }) => id) })
    await open('/ent/entType/bin', '共 3 条')
    await row(/无上级/)
      .getByRole('checkbox')
      .check()
    await row(new RegExp(String(found[1]?.name)))
      .getByRole('checkbox')
      .check()
    await tool('恢复').click()
    await dialog('恢复').getByText('将恢复 1 条', { exact: true }).waitFor()
    await dialog('恢复')
      .getByText(/^1 条不能恢复：.+已被删除，请先恢复它$/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await tool('恢复').click()
    // Referenced rows are restored with it.
    await dialog('恢复').getByText('将恢复 3 条', { exact: true }).waitFor()
    await dialog('恢复').getByRole('button', { name: '恢复 3 条' }).click()
    await showsText(page, '已恢复 3 条企业类型')
    await page.getByRole('button', { name: '撤销' }).click()
    await showsText(page, '已撤销：3 条企业类型')
    await sql`delete from ent_type where parent_id = ${first?.id ?? ''}::bigint or id between 6500001 and 6500002`.execute(
      screens.server.engine.database.kysely,
    )
  })

  it('does not shift the dialog when counts of a slow server arrive', async () => {
    await open('/ent/entInfo', '共 12 条，当前 1–10')
    for (const name of [/半山幼儿园食堂/, /云栖幼儿园食堂/]) await row(name).getByRole('checkbox').check()
    const release = await holdResponses(page, /\/entInfo\/preview/)
    await tool('删除').click()
    const confirm = dialog('提示').getByRole('button', { name: '删除 2 条' })
    await dialog('提示').getByText('正在统计…', { exact: true }).waitFor()
    const before = await confirm.boundingBox()
    await release()
    await dialog('提示')
      .getByText(/^半山幼儿园食堂、云栖幼儿园食堂$|^云栖幼儿园食堂、半山幼儿园食堂$/)
      .waitFor()
    expect(await confirm.boundingBox()).toEqual(before)
    await dialog('提示').getByRole('button', { name: '取消' }).click()
  })

  it('keeps the undo of each deletion while another one is shown', async () => {
    await open('/ent/entInfo', '共 12 条，当前 1–10')
    const remove = async (name: RegExp) => {
      await row(name).hover()
      await row(name).getByRole('button', { name: '更多' }).click()
      await page.getByRole('menuitem', { name: '删除' }).click()
      await dialog('提示').getByRole('button', { name: '删除' }).click()
      await row(name).waitFor({ state: 'detached' })
    }
    await remove(/半山幼儿园食堂/)
    await remove(/云栖幼儿园食堂/)
    const ways = page.getByRole('status').filter({ hasText: '删除成功' })
    await expect.poll(() => ways.count()).toBe(2)
    await ways.first().getByRole('button', { name: '撤销' }).click()
    await row(/半山幼儿园食堂/).waitFor()
    await expect.poll(() => ways.count()).toBe(1)
    await ways.getByRole('button', { name: '撤销' }).click()
    await row(/云栖幼儿园食堂/).waitFor()
    await showsText(page, '共 12 条，当前 1–10')
  })

  it('retries the undo of a deletion after a lost connection, and applies it once', async () => {
    await open('/ent/entInfo', '共 12 条，当前 1–10')
    const id = await row(/半山幼儿园食堂/).getAttribute('data-id')
    await row(/半山幼儿园食堂/).hover()
    await row(/半山幼儿园食堂/)
      .getByRole('button', { name: '更多' })
      .click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await dialog('提示').getByRole('button', { name: '删除' }).click()
    await row(/半山幼儿园食堂/).waitFor({ state: 'detached' })
    const calls = '**/api/engine/bulk/entInfo'
    const keys: (string | undefined)[] = []
    // The first request does not reach the server; the second is applied, and its response is truncated.
    await page.route(calls, async route => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length === 1) return route.abort('connectionrefused')
      const whole = await route.fetch()
      if (keys.length === 2) return route.fulfill({ response: whole, body: `${(await whole.text()).split('\n')[0]}\n` })
      return route.fulfill({ response: whole })
    })
    const waits = page.getByText('连接中断，系统会自动继续；已完成的不会重复处理。', { exact: true })
    await page.getByRole('button', { name: '撤销' }).click()
    await waits.waitFor()
    await showsText(page, '已恢复 半山幼儿园食堂')
    await waits.waitFor({ state: 'detached' })
    await row(/半山幼儿园食堂/).waitFor()
    await page.unroute(calls)
    expect(keys.length).toBe(3)
    expect(new Set(keys).size).toBe(1)
    const entries = (await screens.call('GET', `/api/engine/history/entInfo/${id}`)) as readonly { operation: string }[]
    expect(entries.slice(0, 2).map(({ operation }) => operation)).toEqual(['restore', 'remove'])
  })

  it('restores all selected rows from the bin on a phone', async () => {
    const phone = await screens.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await signIn(phone, 'admin', adminPassword)
    const [first, second] = await deleteLetters(screens, 2)
    await phone.goto('/ent/entNoticeLetter/bin')
    const boxes = phone.getByRole('checkbox')
    await boxes.first().tap()
    await boxes.nth(1).tap()
    await showsText(phone, '已选 2 条')
    const restore = phone.getByRole('toolbar', { name: '回收站' }).getByRole('button', { name: '恢复' })
    expect((await restore.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await restore.tap()
    const asked = phone.getByRole('dialog', { name: '恢复' })
    await asked.getByText('恢复所选的 2 条责令改正通知书？', { exact: true }).waitFor()
    await asked.getByText('将恢复 2 条', { exact: true }).waitFor()
    await asked.getByRole('button', { name: '恢复 2 条' }).tap()
    await showsText(phone, '已恢复 2 条责令改正通知书')
    await showsText(phone, '回收站为空')
    for (const id of [first, second])
      expect(await screens.call('GET', `/api/ent/v1/entNoticeLetter/getById?id=${id}`)).toMatchObject({ id })
    // Recent operations are opened from a list and closed from the menu.
    await phone.goto('/operations')
    await phone.getByRole('button', { name: '菜单', exact: true }).tap()
    await phone.getByRole('link', { name: '责令改正通知书' }).first().waitFor()
    await phone.context().close()
  })

  it('hides row selection from a user without bulk permissions', async () => {
    const reader = { account: 'reader', password: 'Reader#2026', roleName: '查阅', roleAlias: 'reader' }
    await writeUser(screens, { ...reader, codes: ['entInfo_view'] })
    const viewer = await screens.openAs(reader.account, reader.password)
    await viewer.goto('/ent/entInfo')
    await viewer.locator('tbody tr[data-id]').first().waitFor()
    await expect.poll(() => viewer.getByRole('checkbox').count()).toBe(0)
    await viewer.locator('tbody tr[data-id]').first().press('Space')
    await expect.poll(() => viewer.getByText('已选', { exact: false }).count()).toBe(0)
    await viewer.context().close()
  })

  it('reports confirmed and unconfirmed rows when the user stops waiting after a lost connection', async () => {
    await open('/ent/entInfo', '共 12 条，当前 1–10')
    await page.route('**/api/engine/bulk/entInfo', async route => {
      const whole = await route.fetch()
      const [first, second, third] = (await whole.text()).split('\n')
      await route.fulfill({ response: whole, body: `${first}\n${second}\n${third?.slice(0, 9)}` })
    })
    for (const name of [/半山幼儿园食堂/, /云栖幼儿园食堂/, /青岚/]) await row(name).getByRole('checkbox').check()
    await tool('删除').click()
    await dialog('提示').getByRole('button', { name: '删除 3' }).click()
    await showsText(page, '连接中断，系统会自动继续；已完成的不会重复处理。')
    await dialog('删除').getByRole('button', { name: '不再等待' }).click()
    expect((await result('删除')).figures).toEqual(['1', '0', '2'])
    await dialog('删除')
      .getByText(/^连接中断：1 条已确认成功。未确认的 2 条中/)
      .waitFor()
    await page.unroute('**/api/engine/bulk/entInfo')
    await dialog('删除').getByRole('button', { name: '关闭', exact: true }).last().click()
    // Unconfirmed rows stay selected for review; here all of them were deleted.
    await showsText(page, '已选 2 条')
    await tool('取消选择').click()
    await showsText(page, '共 9 条')
  })

  it('copies failures over plain HTTP, where browsers have no clipboard API', async () => {
    const baseURL = screens.address.replace('127.0.0.1', plainHost)
    const plain = await screens.open({ baseURL })
    await signIn(plain, 'admin', adminPassword)
    expect(await plain.evaluate(() => window.isSecureContext)).toBe(false)
    await plain.goto('/ent/entInfo')
    for (const name of [/桐荫幼儿园食堂/, /石桥镇中心小学食堂/])
      await plain.getByRole('row', { name }).getByRole('checkbox').check()
    await plain.getByRole('toolbar').getByRole('button', { name: '删除', exact: true }).click()
    await plain.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '删除 2' }).click()
    const failed = plain.getByRole('dialog', { name: '删除' })
    await failed.getByRole('button', { name: '复制' }).click()
    await showsText(plain, '已复制')
    await failed.getByRole('button', { name: '关闭', exact: true }).last().click()
    await plain.getByLabel('企业名称', { exact: true }).focus()
    await plain.keyboard.press('Control+v')
    await expect.poll(() => plain.getByLabel('企业名称', { exact: true }).inputValue()).toContain('不能删除')
    await plain.getByRole('button', { name: '常用查询' }).click()
    await plain.getByRole('menuitem', { name: '复制链接' }).click()
    await showsText(plain, '链接已复制')
    await plain.getByLabel('企业名称', { exact: true }).press('Control+a')
    await plain.keyboard.press('Control+v')
    await expect
      .poll(() => plain.getByLabel('企业名称', { exact: true }).inputValue())
      .toContain(`${baseURL}/ent/entInfo`)
    await plain.context().close()
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
      .toEqual(['选择', '导入', '导出', '最近操作', '回收站'])
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

/** Deletes the latest letters and returns their ids. */
async function deleteLetters({ call }: DemoScreens, count: number): Promise<string[]> {
  const path = '/api/ent/v1/entNoticeLetter'
  const { records } = (await call('GET', `${path}/page?size=100`)) as {
    records: { id: string; letterStatus: string }[]
  }
  // Closed letters cannot be deleted.
  const ids = records.flatMap(({ id, letterStatus }) => (letterStatus === '4' ? [] : [id])).slice(0, count)
  await call('DELETE', `${path}/removeByIds`, { ids })
  return ids
}
