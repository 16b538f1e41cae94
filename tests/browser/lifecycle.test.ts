import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens } from '../support/demo-screens.ts'
import { reports, showsFieldMessages, showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

/** Records that an entry of a dictionary represents, with more steps than a header has space for. */
const waste = {
  'dictionaries/demo_waste.yaml': `title: { zh: 类别, en: Kind }
entries: { oil: { key: "2", title: { zh: 废弃油脂, en: Waste oil } } }
`,
  'resources/ent/demoWaste.yaml': `title: { zh: 废弃物, en: Waste }
display: kind
fields:
  kind: { type: dictionary, of: demo_waste, required: true }
  note: { type: text, title: { zh: 说明, en: Note } }
  validUntil: { type: date, expires: 30, title: { zh: 有效期至, en: Valid until } }
actions:
${['weigh', 'hand', 'label', 'late'].map(name => `  ${name}: { set: { note: "'${name}'" }, title: { zh: ${name}, en: ${name} } }`).join('\n')}
`,
}

/** Alerts, of which a step creates a letter. */
const alerts = {
  'dictionaries/demo_alert_state.yaml': `title: { zh: 处置状态, en: State }
entries: { open: { key: "0", title: { zh: 待处置, en: Open } }, done: { key: "1", title: { zh: 已处置, en: Done } } }
`,
  'resources/ent/demoAlert.yaml': `title: { zh: 预警, en: Alert }
display: subject
fields:
  entId: { type: reference, of: entInfo, required: true }
  subject: { type: text, title: { zh: 事由, en: Subject } }
  state: { type: dictionary, of: demo_alert_state }
lifecycle:
  field: state
  initial: open
  final: [done]
  transitions:
    raise:
      from: open
      to: done
      creates: { of: entNoticeLetter, with: { entId: entId, problem: subject, deadline: today() + 7 } }
      title: { zh: 生成责令改正通知书, en: Raise a letter }
`,
}

describe.each(databasesWalked('postgres'))('the lifecycle of a letter on $kind', kind => {
  let screens: DemoScreens
  let officer: Page
  let merchant: Page
  /** The actions in the record's header, from the left. */
  const offered = async (page: Page) => {
    await page.locator('.detail-group').first().waitFor()
    const names = await page.locator('.sheet-actions').getByRole('button').allInnerTexts()
    return names.filter(name => name !== '')
  }
  const step = (page: Page, name: string) => page.locator('.sheet-actions').getByRole('button', { name, exact: true })
  /** Applies a transition that cannot be undone, and confirms it. */
  const confirms = async (page: Page, name: string) => {
    await step(page, name).click()
    await page.getByRole('dialog', { name, exact: true }).getByRole('button', { name, exact: true }).click()
  }
  const first = (page: Page) => page.locator('.sheet-actions .MuiButton-contained').allInnerTexts()
  const state = (page: Page) => page.locator('.lifecycle [aria-current=step]').innerText()

  beforeAll(async () => {
    screens = await openDemoScreens(kind, { files: { ...waste, ...alerts } })
    ;[officer, merchant] = await Promise.all([
      screens.openAs('admin', adminPassword),
      screens.openAs(screens.merchant.account, screens.merchant.password),
    ])
  })
  afterAll(() => screens.close())

  it('shows a restricted user only his own records and permitted actions', async () => {
    await merchant.goto('/ent/entInfo')
    await merchant.getByRole('row', { name: new RegExp(screens.merchant.enterprise) }).waitFor()
    await expect.poll(() => merchant.locator('tbody tr').count()).toBe(1)
    await expect.poll(() => merchant.getByRole('columnheader', { name: '量化等级' }).count()).toBe(0)
    await expect.poll(() => merchant.getByRole('link', { name: '新建' }).count()).toBe(0)
    await expect.poll(() => merchant.getByRole('link', { name: '用户' }).count()).toBe(0)
    await merchant.goto(`/ent/entNoticeLetter/${screens.records.letters['issued']}/show`)
    await showsText(merchant, '没有找到该责令改正通知书')
    await merchant.goto('/bladeUser')
    await merchant.getByText('没有查看').or(merchant.getByText('页面不存在')).first().waitFor()
  })

  it('is issued by one user, handled by another, and adopted', async () => {
    const path = `/ent/entNoticeLetter/${screens.records.letters['draft']}/show`
    await officer.goto(path)
    await expect.poll(() => offered(officer)).toEqual(['编辑', '下发'])
    await expect.poll(() => state(officer)).toBe('草稿')
    await expect.poll(() => first(officer)).toEqual(['下发'])
    await step(officer, '下发').click()
    const sure = officer.getByRole('dialog', { name: '下发' })
    await sure.getByText(/^对“ZG.*”执行“下发”？下发后状态为“已下发”，不能撤回。$/).waitFor()
    await sure.getByRole('button', { name: '取消' }).click()
    await expect.poll(() => state(officer)).toBe('草稿')
    await confirms(officer, '下发')
    await expect.poll(() => state(officer)).toBe('已下发')
    await expect.poll(() => offered(officer)).toEqual(['编辑', '提交整改', '发送短信警示'])
    await expect.poll(() => first(officer)).toEqual([])

    await step(officer, '发送短信警示').click()
    const sending = officer.getByRole('dialog', { name: '发送短信警示' })
    await sending.getByText(/要求于 \d{4}-\d{2}-\d{2} 前整改，请按期完成并回复。$/).waitFor()
    await sending
      .getByText(/^1\d{2}\*{4}\d{4}$/)
      .first()
      .waitFor()
    await sending.getByLabel('发送对象').first().click()
    await officer.getByRole('option', { name: '企业' }).click()
    await officer.keyboard.press('Escape')
    await sending.getByRole('button', { name: '发送短信警示' }).click()
    await sending.waitFor({ state: 'detached' })

    await merchant.goto(path)
    await expect.poll(() => offered(merchant)).toEqual(['提交整改'])
    await expect.poll(() => first(merchant)).toEqual(['提交整改'])
    await step(merchant, '提交整改').click()
    const dialog = merchant.getByRole('dialog', { name: '提交整改' })
    await dialog.getByRole('button', { name: '提交整改' }).click()
    await showsFieldMessages(merchant, ['请输入整改情况'])
    await dialog.getByLabel('整改情况').fill('已换温控器，柜温 4 ℃')
    await dialog.getByRole('button', { name: '提交整改' }).click()
    await expect.poll(() => state(merchant)).toBe('待审核')
    // Its button is not shown any more.
    await expect.poll(() => merchant.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await expect.poll(() => offered(merchant)).toEqual([])
    await showsText(merchant, '已换温控器，柜温 4 ℃')

    await officer.reload()
    await expect.poll(() => offered(officer)).toEqual(['编辑', '退回整改', '审核通过'])
    await step(officer, '退回整改').click()
    const back = officer.getByRole('dialog', { name: '退回整改' })
    await back.getByLabel('退回原因').fill('照片看不出柜温')
    await back.getByLabel('整改期限').first().fill('2020-01-01')
    await officer.keyboard.press('Control+s')
    await showsFieldMessages(officer, ['整改期限不能早于今天'])
    await back.getByRole('button', { name: '取消' }).click()
    await officer.getByRole('button', { name: '放弃修改' }).click()
    await confirms(officer, '审核通过')
    await expect.poll(() => state(officer)).toBe('已结案')
    await expect.poll(() => offered(officer)).toEqual(['编辑'])
  })

  it('cannot be edited or deleted once closed, and shows the reason at each disabled action', async () => {
    const why = '当前文书状态为“已结案”，不能编辑'
    const closed = `/ent/entNoticeLetter/${screens.records.letters['closed']}`
    await officer.goto(`${closed}/show`)
    await expect.poll(() => offered(officer)).toEqual(['编辑'])
    await expect.poll(() => step(officer, '编辑').isDisabled()).toBe(true)
    await officer.getByRole('button', { name: '更多操作' }).click()
    const entry = officer.getByRole('menuitem', { name: /^删除/ })
    expect([await entry.innerText(), await entry.getAttribute('aria-disabled')]).toEqual([
      expect.stringContaining('当前文书状态为“已结案”，不能删除'),
      'true',
    ])
    await officer.keyboard.press('Escape')
    await officer.goto(closed)
    await officer.getByRole('heading', { name: why }).waitFor()
    await officer.getByRole('button', { name: '查看' }).click()
    await officer.waitForURL(url => url.pathname.endsWith('/show'))

    await officer.goto('/ent/entNoticeLetter?letterStatus=4')
    await officer
      .getByRole('row', { name: /已结案/ })
      .first()
      .waitFor()
    const row = officer.locator('tbody tr', { hasText: '已结案' }).first()
    await row.getByRole('checkbox').check()
    const bar = officer.getByRole('toolbar')
    await expect.poll(() => bar.getByRole('button', { name: '删除' }).isDisabled()).toBe(true)
    await expect.poll(() => bar.getByRole('button', { name: '批量修改' }).isDisabled()).toBe(true)
  })

  it('shows the letter that an alert creates, in its message and in both histories', async () => {
    const [entId] = Object.values(screens.records.enterprises)
    const alert = { entId, subject: '后厨地面积水' }
    const saved = (await screens.call('POST', '/api/ent/v1/demoAlert/save', alert)) as { readonly id: string }
    await officer.goto(`/ent/demoAlert/${saved.id}/show`)
    await confirms(officer, '生成责令改正通知书')
    await officer.getByText(/，生成责令改正通知书 ZG/).waitFor()
    await officer.getByRole('button', { name: '查看', exact: true }).click()
    await officer.waitForURL(url => url.pathname.startsWith('/ent/entNoticeLetter/'))
    await officer
      .locator('.history-link', { hasText: /^来自 预警/ })
      .getByRole('link')
      .click()
    await officer.waitForURL(url => url.pathname === `/ent/demoAlert/${saved.id}/show`)
    await officer.locator('.history-link', { hasText: /^生成 责令改正通知书 ZG/ }).waitFor()
  })

  const letterPath = '/api/ent/v1/entNoticeLetter'
  const newLetter = async (problem: string) => {
    const [entId] = Object.values(screens.records.enterprises)
    const letter = { entId, problem, measure: '三日内整改', deadline: '2030-01-01' }
    return (await screens.call('POST', `${letterPath}/save`, letter)) as { readonly id: string }
  }
  const operations = async (id: string) => {
    const entries = await screens.call('GET', `/api/engine/history/entNoticeLetter/${id}`)
    return (entries as readonly { readonly operation: string }[]).map(({ operation }) => operation)
  }

  it('shows changes of another user before a transition, and continues or cancels', async () => {
    const { id } = await newLetter('改前的问题')
    const change = (version: number, problem: string) =>
      screens.call('PUT', `${letterPath}/update`, { id, version, problem })
    await officer.goto(`/ent/entNoticeLetter/${id}/show`)
    await officer.getByText('改前的问题').first().waitFor()
    await change(1, '改后的问题')
    await confirms(officer, '下发')
    const stale = officer.getByRole('dialog', { name: /^这条责令改正通知书在您打开后被修改/ })
    await stale.getByText(/保存了版本 2；您查看的是版本 1。$/).waitFor()
    await expect.poll(() => stale.locator('.history-changes').innerText()).toMatch(/存在问题\s*改前的问题 → 改后的问题/)
    await stale.getByRole('button', { name: '先不处理' }).click()
    await showsText(officer, '改后的问题')
    await expect.poll(() => state(officer)).toBe('草稿')

    await change(2, '又改了')
    await confirms(officer, '下发')
    await stale.getByRole('button', { name: '仍要下发' }).click()
    await expect.poll(() => state(officer)).toBe('已下发')

    await step(officer, '提交整改').click()
    const dialog = officer.getByRole('dialog', { name: '提交整改' })
    await dialog.getByLabel('整改情况').fill('我写的')
    await screens.call('PUT', `${letterPath}/handle`, { id, reply: '别人写的' })
    await dialog.getByRole('button', { name: '提交整改' }).click()
    await stale.getByText('按当前内容已不能“提交整改”。').waitFor()
    await stale.getByText('别人写的').waitFor()
    await stale.getByRole('button', { name: '知道了' }).click()
    await expect.poll(() => dialog.getByLabel('整改情况').inputValue()).toBe('我写的')
    await dialog.getByRole('button', { name: '取消' }).click()
    await officer.getByRole('button', { name: '放弃修改' }).click()
    expect(await operations(id)).toEqual(['handle', 'issue', 'update', 'update', 'save'])
  })

  it('names a record by the title of an entry, offers two steps and a menu, and shows expiry and empty fields', async () => {
    const { id } = (await screens.call('POST', '/api/ent/v1/demoWaste/save', {
      kind: '2',
      validUntil: '2020-01-01',
    })) as { readonly id: string }
    await officer.goto(`/ent/demoWaste/${id}/show`)
    await officer.getByRole('heading', { name: '废弃油脂', level: 1 }).waitFor()
    await officer.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '废弃油脂' }).waitFor()
    const detail = officer.locator('.detail-main').filter({ visible: true })
    await detail.locator('time.expired').waitFor()
    const field = detail.locator('dt').filter({ hasText: '说明' })
    expect(await field.count()).toBe(0)
    await detail.locator('.detail-empty').click()
    await field.waitFor()
    await detail.locator('.detail-empty').click()
    await expect.poll(() => offered(officer)).toEqual(['编辑', '其他 2 项', 'weigh', 'hand'])
    await step(officer, '其他 2 项').click()
    await officer.getByRole('menuitem', { name: 'late' }).click()
    await reports(officer, '已late 废弃油脂')
    await showsText(officer, 'late')
  })
})
