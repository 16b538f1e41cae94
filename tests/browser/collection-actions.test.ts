import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionCall, Handlers } from '../../engine/server/store/action.ts'
import { databasesWalked } from '../support/databases.ts'
import { writeUser } from '../support/demo-screens.ts'
import { openScreens, type Screens, showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const files = {
  'resources/ent/demoFirm.yaml': `title: { zh: 单位, en: Firm }
help: { zh: 名单由街道提供, en: The district provides the names }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
actions:
  collect:
    on: collection
    handler: collect
    if: "size(input.names) < 20"
    input: { names: { type: text, required: true, title: { zh: 名单, en: Names } } }
    returns:
      added: { type: integer, required: true, title: { zh: 新增, en: Added } }
      lastId: { type: reference, of: demoFirm, title: { zh: 最后一个, en: Last one } }
      note: { type: text, title: { zh: 说明, en: Note } }
    title: { zh: 批量登记, en: Enter several }
  tidy: { on: collection, handler: tidy, title: { zh: 整理, en: Tidy up } }
  closed: { on: collection, handler: tidy, if: "me.id == 0", message: { zh: 尚未开放, en: Not open yet }, title: { zh: 归档, en: Archive } }
`,
}
const handlers: Handlers = {
  demoFirm: {
    async collect({ input, context }: ActionCall<null, { names: string }>) {
      const { ctx, store } = context
      const saved = []
      for (const name of input.names.split(' ')) saved.push(await store.save(ctx, 'demoFirm', { name }))
      context.answer({ added: saved.length, lastId: saved.at(-1)?.['id'] ?? null, note: null })
      return {}
    },
    tidy: async () => ({}),
  } as Handlers['demoFirm'],
}
const person = { account: 'clerk', password: 'Clerk#2026', roleName: '文员', roleAlias: 'clerk' }
const collect = '/api/ent/v1/demoFirm/collect'

describe.each(databasesWalked('postgres'))('actions of a collection, on $kind', kind => {
  let screens: Screens
  let page: Page
  const toolbar = (of = page) => of.getByRole('toolbar', { name: '单位' })
  const dialog = (of = page) => of.getByRole('dialog')
  const names = (of = page) => of.locator('.list-table tbody tr').allInnerTexts()

  beforeAll(async () => {
    screens = await openScreens(kind, { files, part: { handlers } })
    await writeUser(screens, { ...person, codes: ['demoFirm_view'] })
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())

  it('are buttons of the toolbar, whose dialog shows the result, and the list has the new rows', async () => {
    await page.goto('/ent/demoFirm')
    await showsText(page, '名单由街道提供')
    await toolbar().getByRole('button', { name: '批量登记' }).click()
    await dialog().getByLabel('名单').fill('一'.repeat(20))
    await dialog().getByRole('button', { name: '批量登记' }).click()
    await showsText(page, '不满足“批量登记”的条件')
    await dialog().getByLabel('名单').fill('甲 乙')
    // The response of the first request is lost; its key makes the second one the same.
    const keys: (string | undefined)[] = []
    await page.route(`**${collect}`, async route => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await dialog().getByRole('button', { name: '批量登记' }).click()
    // It was performed once; its result is not stored.
    await page.getByText('只返回一次').first().waitFor()
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
    await dialog().getByLabel('名单').fill('丙 丁')
    await dialog().getByRole('button', { name: '批量登记' }).click()
    await showsText(page, '“批量登记”已完成')
    await expect
      .poll(() => dialog().locator('dl > div').allInnerTexts())
      .toEqual(['新增\n2', '最后一个\n丁', '说明\n—'])
    await dialog().getByRole('button', { name: '关闭' }).last().click()
    await expect.poll(async () => (await names()).length).toBe(4)
  })

  it('without input run at once, and a refused one shows its reason', async () => {
    await toolbar().getByRole('button', { name: '整理' }).click()
    await showsText(page, '“整理”已完成')
    const refused = toolbar().getByRole('button', { name: '归档' })
    expect([await refused.isDisabled(), await refused.getAttribute('aria-description')]).toEqual([true, '尚未开放'])
  })

  it('are not shown to a user without their code, who is refused', async () => {
    const clerk = await screens.openAs(person.account, person.password)
    await clerk.goto('/ent/demoFirm')
    await toolbar(clerk).getByRole('button', { name: '列' }).waitFor()
    expect(
      await toolbar(clerk)
        .getByRole('button', { name: /批量登记|整理|归档/ })
        .count(),
    ).toBe(0)
    const token = await screens.server.signIn(person.account, person.password)
    expect(await screens.server.call('POST', collect, { token, body: { names: '丙' } })).toMatchObject({ status: 403 })
    await clerk.close()
  })

  it('are in the menu of a phone, in English', async () => {
    const phone = await screens.openAs('admin', adminPassword, {
      viewport: { width: 390, height: 844 },
    })
    await phone.goto('/ent/demoFirm')
    await phone.getByRole('button', { name: '菜单' }).click()
    await phone.getByRole('button', { name: /English/ }).click()
    await phone.keyboard.press('Escape')
    await phone.getByRole('button', { name: 'More', exact: true }).click()
    await phone.getByRole('menuitem', { name: 'Enter several' }).click()
    await dialog(phone).getByLabel('Names').fill('戊')
    await dialog(phone).getByRole('button', { name: 'Enter several' }).click()
    await showsText(phone, 'Enter several done')
    await expect
      .poll(() => dialog(phone).locator('dl > div').allInnerTexts())
      .toEqual(['Added\n1', 'Last one\n戊', 'Note\n—'])
    await dialog(phone).getByRole('button', { name: 'Close' }).last().click()
    await phone.getByText('戊', { exact: true }).waitFor()
    await phone.close()
  })

  it.each([
    ['zh', '发放管理员密码', '账号', '密码', '关闭', '复制', '内容只显示这一次，关闭后无法再查看，请先复制。'],
    [
      'en',
      'Issue administrator password',
      'Account',
      'Password',
      'Close',
      'Copy',
      'It is shown only once; copy it before you close this dialog.',
    ],
  ] as const)(
    'show a password that they return, once: that of a new tenant (%s)',
    async (language, title, account, password, close, copy, once) => {
      const tenantId = language === 'zh' ? '300001' : '300002'
      const body = { tenantId, tenantName: '东城食堂' }
      const { id } = (await screens.call('POST', '/api/blade/v1/bladeTenant/save', body)) as { readonly id: string }
      const admin = await screens.openAs('admin', adminPassword)
      await admin.goto(`/system/tenant/${id}/show`)
      if (language === 'en') await admin.getByRole('button', { name: /English/ }).click()
      await admin.getByRole('button', { name: title }).click()
      await dialog(admin).getByRole('button', { name: title }).click()
      const shown = dialog(admin).locator('dl > div')
      await expect.poll(() => shown.count()).toBe(2)
      const [of, secret = ''] = await shown.allInnerTexts()
      expect([of, secret]).toEqual([
        `${account}\nadmin`,
        expect.stringMatching(new RegExp(`^${password}\\n\\S{14}\\n${copy}$`)),
      ])
      const [, plain = ''] = secret.split('\n')
      await dialog(admin).getByText(once).waitFor()
      await admin.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await dialog(admin).getByRole('button', { name: copy, exact: true }).click()
      await expect.poll(() => admin.evaluate(() => navigator.clipboard.readText())).toBe(plain)
      await admin.keyboard.press('Escape')
      await admin.mouse.click(5, 5)
      expect(await shown.count()).toBe(2)
      await dialog(admin).getByRole('button', { name: close }).last().click()
      await dialog(admin).waitFor({ state: 'detached' })
      await screens.server.signIn('admin', plain, tenantId)
      expect(await admin.locator('body').innerText()).not.toContain(plain)
      await admin.close()
    },
  )
})
