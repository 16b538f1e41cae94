import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const files = {
  'resources/ent/demoFirm.yaml': `title: { zh: 单位, en: Firm }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  fines: { type: related, of: demoCheck, where: "it.isBad", title: { zh: 处罚, en: Fines }, help: { zh: 不合格的检查, en: Failed checks } }
  checks: { type: related, of: demoCheck, sort: -score, columns: [note, score], title: { zh: 检查记录, en: Checks } }
  checkCount: { type: integer, compute: "size(checks)", title: { zh: 检查次数, en: Number of checks } }
`,
  'resources/ent/demoCheck.yaml': `title: { zh: 检查, en: Check }
display: note
fields:
  firmId: { type: reference, of: demoFirm, required: true }
  isBad: { type: boolean, title: { zh: 不合格, en: Failed } }
  score: { type: integer, title: { zh: 分数, en: Score } }
  note: { type: text, title: { zh: 备注, en: Note } }
`,
}

describe.each(databasesWalked('postgres'))('lists of related records on $kind', kind => {
  let screens: Screens
  let page: Page
  let firm: string
  const tabs = () => page.getByRole('region', { name: '相关数据' }).filter({ visible: true })
  const rows = () => tabs().locator('tbody tr').allInnerTexts()

  beforeAll(async () => {
    screens = await openScreens(kind, { files })
    const save = async (entity: string, record: object) =>
      ((await screens.call('POST', `/api/ent/v1/${entity}/save`, record)) as { readonly id: string }).id
    firm = await save('demoFirm', { name: '甲' })
    for (let score = 1; score <= 7; score++)
      await save('demoCheck', { firmId: firm, score, note: `第${score}次`, isBad: score > 5 })
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('are tabs in the order of their fields, with their rows in their own order, page by page', async () => {
    await page.goto(`/ent/demoFirm/${firm}/show`)
    await expect.poll(() => tabs().getByRole('tab').allInnerTexts()).toEqual(['资料', '处罚 2', '检查记录 7'])
    await tabs().getByRole('tab', { name: '处罚' }).click()
    await expect.poll(async () => (await rows()).length).toBe(2)
    expect(await tabs().getByRole('tab').nth(1).getAttribute('title')).toBe('不合格的检查')
    // A narrower list has no page of its own.
    expect(await tabs().getByRole('link', { name: '查看全部' }).count()).toBe(0)
    await tabs().getByRole('tab', { name: '检查记录' }).click()
    await expect
      .poll(async () => (await rows()).map(text => /第\d次/.exec(text)?.[0]))
      .toEqual(['第7次', '第6次', '第5次', '第4次', '第3次'])
    expect(await tabs().getByRole('columnheader').allInnerTexts()).toEqual(['备注', '分数'])
    await tabs().getByRole('button', { name: '下一页' }).click()
    await expect.poll(async () => (await rows()).length).toBe(2)
    expect(await tabs().getByRole('link', { name: '查看全部' }).count()).toBe(1)
  })

  it('are counted in computed values', async () => {
    await page.goto(`/ent/demoFirm/${firm}/show`)
    await expect.poll(() => page.locator('dl').first().innerText()).toMatch(/检查次数\s+7/)
  })
})
