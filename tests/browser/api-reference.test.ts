import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOfJourney } from '../support/databases.ts'
import { type DemoScreens, openDemoScreens, writeUser } from '../support/demo-screens.ts'
import { adminPassword } from '../support/server.ts'

const clerk = { account: 'clerk', password: 'Clerk#2026', roleName: '办事员', roleAlias: 'clerk' }
const developer = { account: 'developer', password: 'Coder#2026', roleName: '开发', roleAlias: 'developer' }

describe.each(databaseOfJourney('api-reference'))('the API reference on $kind', kind => {
  let screens: DemoScreens
  const contents = (page: Page) => page.getByRole('navigation', { name: '接口目录' })

  beforeAll(async () => {
    screens = await openDemoScreens(kind)
    await writeUser(screens, { ...clerk, codes: ['entType_view'] })
    await writeUser(screens, { ...developer, codes: [] })
    await sql`insert into engine_grant (tenant_id, role_id, code)
      select tenant_id, id, 'api_view' from blade_role where role_alias = ${developer.roleAlias}`.execute(
      screens.server.engine.database.kysely,
    )
  })
  afterAll(() => screens.close())

  it('lists the endpoints of a resource, and sends a read request as the user', async () => {
    const page = await screens.openAs('admin', adminPassword)
    const blocked: string[] = []
    page.on('console', message => {
      if (/Content Security Policy|Refused to/.test(message.text())) blocked.push(message.text())
    })
    await page.goto('/developer/api')
    await page.getByRole('heading', { level: 1, name: '接口文档' }).waitFor()
    await page.getByRole('searchbox', { name: '搜索接口' }).fill('entType')
    await contents(page).getByRole('button', { name: /分页$/ }).click()
    await page.getByRole('heading', { level: 2, name: '分页' }).waitFor()
    expect(new URL(page.url()).search).toBe('?operation=entType_page')
    await page.getByRole('textbox', { name: 'size', exact: true }).fill('1')
    await page.getByRole('button', { name: '发送请求' }).click()
    const answer = page.getByRole('status').filter({ hasText: '200' })
    await answer.waitFor()
    const body = JSON.parse((await answer.locator('pre').textContent()) ?? '')
    expect([body.success, body.data.size, body.data.records.length]).toEqual([true, 1, 1])
    await page.getByLabel('其他查询条件').fill('nothing_like=x')
    await page.getByRole('button', { name: '发送请求' }).click()
    await page.getByRole('status').filter({ hasText: '400' }).waitFor()
    expect(blocked).toEqual([])
  })

  it('shows the body of a write with an example, without sending it', async () => {
    const page = await screens.openAs('admin', adminPassword)
    await page.goto('/developer/api?operation=entType_save')
    await page.getByRole('heading', { level: 3, name: '请求体' }).waitFor()
    expect(await page.getByRole('button', { name: '发送请求' }).count()).toBe(0)
    const [example = ''] = await page.locator('.api-code').allTextContents()
    expect(Object.keys(JSON.parse(example))).toContain('name')
  })

  it('is open to a user with its code alone', async () => {
    const page = await screens.openAs(developer.account, developer.password)
    await page.goto('/developer/api')
    await page.getByRole('heading', { level: 1, name: '接口文档' }).waitFor()
    await contents(page).locator('summary').first().waitFor()
  })

  it('is not open to users without its code', async () => {
    const token = await screens.server.signIn(clerk.account, clerk.password)
    expect((await screens.server.call('GET', '/api/engine/openapi', { token })).status).toBe(403)
  })
})
