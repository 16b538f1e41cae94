import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zh } from '../../engine/web/words/zh.ts'
import { databasesWalked } from '../support/databases.ts'
import { writeUser } from '../support/demo-screens.ts'
import { openScreens, type Screens, showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any

const files = {
  'resources/city/person.yaml': `title: { zh: 人员, en: Person }
menu: { icon: users }
display: name
fields:
  name: { type: text, required: true, personal: name, title: { zh: 姓名, en: Name } }
  phone: { type: phone, personal: phone, title: { zh: 电话, en: Phone } }
  note: { type: text, title: { zh: 备注, en: Note } }
`,
  'resources/city/ledger.yaml': `title: { zh: 台账, en: Ledger }
retention: { zh: 依法保存两年, en: Kept for two years by law }
display: place
fields:
  place: { type: text, title: { zh: 地点, en: Place } }
  phone: { type: phone, personal: phone, title: { zh: 电话, en: Phone } }
`,
  'charts/persons.yaml': `title: { zh: 人数, en: Persons }
of: person
measure:
  persons: { compute: count(), title: { zh: 人数, en: Persons } }
chart: figure
`,
  'boards/wall.yaml': `title: { zh: 大屏, en: Wall }
path: /datasource
as: screen
code: wall_view
scenes:
  all: { title: { zh: 全部, en: All }, tiles: { persons: { chart: persons, span: 12 } } }
`,
}

describe.each(databasesWalked('embedded'))('rights in a browser, on $kind', kind => {
  let screens: Screens
  const save = async (resource: string, record: object): Promise<Any> =>
    screens.call('POST', `/api/${resource.replace('/', '/v1/')}/save`, record)
  let roleId = ''
  const reader = { account: 'reader', password: 'Reader#26' }
  const grant = (codes: readonly string[]) =>
    screens.call('PUT', '/api/blade/v1/bladeRole/update', { id: roleId, codes })
  beforeAll(async () => {
    screens = await openScreens(kind, { files })
    await writeUser(screens, { ...reader, roleName: '读者', roleAlias: 'reader', codes: [] })
    const { records } = (await screens.call('GET', '/api/blade/v1/bladeRole/page?roleAlias=reader')) as Any
    roleId = records[0].id
    await grant(['person_view', 'person_edit', 'wall_view'])
  }, 120_000)
  afterAll(() => screens.close())

  it('a data screen signs in by a service token in its address, until the token is revoked', async () => {
    await save('city/person', { name: '周予安' })
    const token = { name: 'wall', roleId, operations: 'wall_view\nperson_view' }
    const { id } = await save('blade/bladeServiceToken', { ...token, requestsPerMinute: 600 })
    const tokens = '/api/blade/v1/bladeServiceToken'
    const { secret } = (await screens.call('POST', `${tokens}/issue`, { id })) as { readonly secret: string }
    const open = async () => {
      const page = await screens.open()
      await page.goto(`/datasource#token=${secret}`)
      return page
    }
    const page = await open()
    await expect.poll(() => page.locator('.board').innerText(), { timeout: 20_000 }).toContain('1')
    expect(page.url()).toBe(`${screens.address}/datasource`)
    await screens.call('POST', `${tokens}/revoke`, { id })
    await showsText(page, zh.signInAgain.token)
    // Opened later, and reloaded, it says the same.
    const later = await open()
    await showsText(later, zh.signInAgain.token)
    await later.reload()
    await showsText(later, zh.signInAgain.token)
    expect(later.url()).toBe(`${screens.address}/datasource`)
  })

  it.each(['zh', 'en'])('administrators export and erase a person on the page of the record (%s)', async language => {
    const phone = language === 'zh' ? '13800138000' : '13800138001'
    const { id } = await save('city/person', { name: '林若川', phone })
    await save('city/ledger', { place: '东湖', phone })
    const page = await screens.openAs('admin', adminPassword)
    await page.addInitScript(
      one => localStorage.setItem('mingchu:choices', JSON.stringify({ language: one })),
      language,
    )
    await page.goto(`/city/person/${id}/show`)
    const panel = page.locator('section:has(.lucide-user-x)')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      panel
        .getByRole('button')
        .filter({ has: page.locator('.lucide-download') })
        .click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.json$/)
    expect(readFileSync(await file.path(), 'utf8')).toContain(phone)
    await panel
      .getByRole('button')
      .filter({ has: page.locator('.lucide-user-x') })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('请求删除')
    await dialog.locator('.MuiButton-contained').click()
    await dialog.waitFor({ state: 'detached' })
    const kept = panel.getByRole('status').locator('li').last()
    expect(await kept.innerText()).toContain(language === 'zh' ? '依法保存两年' : 'Kept for two years by law')
    expect(await screens.call('GET', `/api/city/v1/person/getById?id=${id}`)).toMatchObject({ phone: null })
    await page.context().close()
  })

  const explains = async (page: Page, resource: string, operation: string) => {
    await page.getByRole('button', { name: zh.state.why, exact: true }).click()
    await page.locator('.why-steps').waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('resource'), searchParams.get('operation')]).toEqual([
      '/why',
      resource,
      operation,
    ])
  }

  it('a refused page, form and action lead to their explanation', async () => {
    const { id } = await save('city/person', { name: '周予安' })
    const page = await screens.openAs(reader.account, reader.password)
    await page.goto('/city/ledger')
    await explains(page, 'ledger', 'view')
    await page.goto('/city/person/create')
    await explains(page, 'person', 'add')
    // The right is withdrawn while the form is open.
    await page.goto(`/city/person/${id}`)
    await page.locator('form').getByLabel('备注').fill('常来')
    await grant(['person_view'])
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.locator('.ways-back').waitFor()
    await explains(page, 'person', 'edit')
  })

  it('the page of a user leads to the explanation of the rights of that user', async () => {
    const { records } = (await screens.call('GET', '/api/blade/v1/bladeUser/page?account=reader')) as Any
    const page = await screens.openAs('admin', adminPassword)
    await page.goto(`/system/user/${records[0].id}/show`)
    await page.locator('button:has(.lucide-ellipsis)').last().click()
    await page
      .getByRole('menuitem')
      .filter({ has: page.locator('.lucide-scan-search') })
      .click()
    await page.locator('.why-question').waitFor()
    expect(new URL(page.url()).searchParams.get('user')).toBe(records[0].id)
  })

  it.each(['zh', 'en'] as const)('dictionaries open side by side and above their entries (%s)', async language => {
    const page = await screens.openAs('admin', adminPassword)
    await page.addInitScript(
      one => localStorage.setItem('mingchu:choices', JSON.stringify({ language: one })),
      language,
    )
    for (const layout of ['horizontal', 'vertical']) {
      await page.goto(`/dict-${layout}/index`)
      await page.locator(`html[lang^=${language}]`).waitFor({ state: 'attached' })
      await page.getByLabel(language === 'zh' ? '条目' : 'Entries', { exact: true }).waitFor()
    }
    await page.context().close()
  })
})
