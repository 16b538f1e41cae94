import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zh } from '../../engine/web/words/zh.ts'
import { databaseOfJourney } from '../support/databases.ts'
import { openScreens, type Screens, showsText, signIn } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

describe.each(databaseOfJourney('sign-in'))('sign-in on $kind', kind => {
  let screens: Screens
  let page: Page

  beforeAll(async () => {
    screens = await openScreens(kind)
    page = await screens.open()
  })
  afterAll(() => screens.close())

  it('logs no error on the first visit without a session', async () => {
    const [asked, errors]: [string[], string[]] = [[], []]
    const page = await screens.open()
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    await page.goto('/ent/entInfo')
    await page.getByRole('button', { name: '登录' }).waitFor()
    expect(asked.filter(path => path.endsWith('/oauth/token'))).toEqual([])
    await page.goto('/ent/entInfo')
    await page.getByRole('button', { name: '登录' }).waitFor()
    expect(errors).toEqual([])
    await page.close()
  })

  it('reports missing fields, then wrong ones, and requires no captcha when it is disabled', async () => {
    await page.goto('/ent/entInfo')
    await page.waitForURL('**/login**')
    await page.getByRole('button', { name: '登录' }).click()
    await showsText(page, '请先输入账号名称')
    await showsText(page, '请输入密码且密码不能有空格')
    await page.getByLabel('账号', { exact: true }).fill('admin')
    await page.getByLabel('密码', { exact: true }).fill('abc')
    await page.getByRole('button', { name: '登录' }).click()
    await showsText(page, '密码长度必须是6-16位')
    await page.getByLabel('密码', { exact: true }).fill('Wrong-2026')
    await page.getByRole('button', { name: '登录' }).click()
    await showsText(page, '用户名或密码错误')
    await expect.poll(() => page.getByLabel('验证码').count()).toBe(0)
  })

  it('accepts the correct password, and keeps the selected language', async () => {
    await signIn(page, 'admin', adminPassword)
    await page.goto('/ent/entInfo')
    await page.getByRole('heading', { name: '企业信息', exact: true }).waitFor()
    await page.getByRole('button', { name: /English/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Businesses', exact: true }).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toMatch(/^en/)
    await page.reload()
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
    await page.getByRole('button', { name: /中文/ }).click()
    await page.getByRole('button', { name: '查询', exact: true }).waitFor()
  })

  it('requires a password for a new user, and keeps an existing one when the field is empty', async () => {
    await page.goto('/bladeUser/create')
    const password = page.getByLabel('密码', { exact: false }).and(page.locator('input'))
    await expect.poll(() => password.getAttribute('aria-required')).toBe('true')
    await expect.poll(() => password.getAttribute('placeholder')).toBe('')
    await page.getByLabel('账号').fill('outsider')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await showsText(page, '请输入密码')

    const { id } = (await screens.call('GET', '/api/blade-user/info')) as { id: string }
    await page.goto(`/bladeUser/${id}`)
    await expect.poll(() => password.getAttribute('placeholder')).toBe('留空则不修改')
    await expect.poll(() => password.getAttribute('aria-required')).toBeNull()
    await page.getByLabel('真实姓名').fill('管理员甲')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.waitForURL(/show$/)
    await signIn(await screens.open(), 'admin', adminPassword)
  })

  it('requires a new user to change the initial password first', async () => {
    const info = (await screens.call('GET', '/api/blade-user/info')) as Record<string, string>
    const person = { account: 'novice', name: '新人', realName: '新人甲', password: 'First-26', ...placeOf(info) }
    const { id } = (await screens.call('POST', '/api/blade/v1/bladeUser/save', person)) as { id: string }
    const reset = `/api/blade-user/reset-password?userIds=${id}`
    const { password } = (await screens.call('POST', reset, {})) as { password: string }
    const novice = await screens.open()
    await signIn(novice, 'novice', password)
    await showsText(novice, '首次登录请设置自己的密码，然后继续。')
    await novice.getByLabel('原密码', { exact: true }).fill(password)
    await novice.getByLabel('新密码', { exact: true }).fill('novice')
    await novice.getByLabel('确认密码', { exact: true }).fill('novice')
    await novice.getByRole('button', { name: '修改密码' }).click()
    await showsText(novice, '密码长度必须是8-16位')
    await novice.getByLabel('新密码', { exact: true }).fill('Novice#26')
    await novice.getByLabel('确认密码', { exact: true }).fill('Novice#27')
    await novice.getByRole('button', { name: '修改密码' }).click()
    await showsText(novice, '两次密码输入不一致')
    await novice.getByLabel('确认密码', { exact: true }).fill('Novice#26')
    await novice.getByRole('button', { name: '修改密码' }).click()
    await novice.getByRole('heading', { name: '我的工作台' }).waitFor()
  })

  it('sends no rejected request before a required password change, and continues at the requested page', async () => {
    const info = (await screens.call('GET', '/api/blade-user/info')) as Record<string, string>
    const person = { account: 'visitor', name: '访客', realName: '访客甲', password: 'First-26', ...placeOf(info) }
    const { id } = (await screens.call('POST', '/api/blade/v1/bladeUser/save', person)) as { id: string }
    const reset = `/api/blade-user/reset-password?userIds=${id}`
    const { password } = (await screens.call('POST', reset, {})) as { password: string }
    const visitor = await screens.open()
    const [refused, errors]: [string[], string[]] = [[], []]
    visitor.on('response', answer => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`))
    visitor.on('console', message => message.type() === 'error' && errors.push(message.text()))
    const isAsked = () => showsText(visitor, '首次登录请设置自己的密码，然后继续。')
    await signIn(visitor, 'visitor', password)
    await isAsked()
    for (const address of [`/bladeUser/${id}/show`, '/ent/entInfo', '/']) {
      await visitor.goto(address)
      await isAsked()
      // Idle requests are sent after 1.5 seconds.
      await visitor.waitForTimeout(2000)
    }
    await visitor.goto('/ent/entInfo')
    await visitor.getByLabel('原密码', { exact: true }).fill(password)
    await visitor.getByLabel('新密码', { exact: true }).fill('Visitor#26')
    await visitor.getByLabel('确认密码', { exact: true }).fill('Visitor#26')
    const asked: string[] = []
    visitor.on('request', request => asked.push(new URL(request.url()).pathname))
    await visitor.getByRole('button', { name: '修改密码' }).click()
    await showsText(visitor, '密码已修改')
    await visitor.getByRole('heading', { name: '企业信息', exact: true }).waitFor()
    await visitor.getByRole('button', { name: '查询', exact: true }).waitFor()
    expect([refused, errors]).toEqual([[], []])
    // After sign-out the page opens no event stream and sends no request that is rejected.
    await expect.poll(() => asked).toContain('/api/engine/events')
    asked.length = 0
    await visitor.getByRole('button', { name: '访客' }).click()
    await visitor.getByRole('menuitem', { name: '退出登录' }).click()
    await visitor.getByRole('button', { name: '登录' }).waitFor()
    // Idle requests, and a stream that is opened again, follow within 2 seconds.
    await visitor.waitForTimeout(2000)
    expect(asked.filter(path => path === '/api/engine/events')).toEqual([])
    expect([refused, errors]).toEqual([[], []])
  })
})

const placeOf = ({ roleId = '', deptId = '' }: Record<string, string>) => ({ roleId: [roleId], deptId: [deptId] })

describe.each(databaseOfJourney('sign-in'))('a user of two roles on $kind', kind => {
  let screens: Screens

  beforeAll(async () => {
    screens = await openScreens(kind, { settings: { tenantMode: true, switchMode: true } })
  })
  afterAll(() => screens.close())

  it('names the tenant, and goes on with the department and the role that it chooses', async () => {
    const records = async (name: string) => {
      const page = await screens.call('GET', `/api/blade/v1/${name}/page`)
      return (page as { readonly records: readonly Readonly<Record<string, string>>[] }).records
    }
    const [one, other] = (await records('bladeRole')).filter(role => role['roleAlias'] !== 'administrator')
    const [dept] = await records('bladeDept')
    const user = { account: 'both', name: '双岗', realName: '双岗', password: 'Person-26' }
    await screens.call('POST', '/api/blade/v1/bladeUser/save', {
      ...user,
      roleId: [one?.['id'], other?.['id']],
      deptId: [dept?.['id']],
    })
    await sql`delete from engine_password_due`.execute(screens.server.engine.database.kysely)
    const page = await screens.open()
    await page.goto('/login')
    expect(await page.getByLabel('租户').inputValue()).toBe('000000')
    await signIn(page, 'both', 'Person-26')
    const open = async () => {
      await page.locator('.person').click()
      await page.getByRole('menuitem', { name: zh.shell.switch }).click()
      await page
        .getByRole('dialog')
        .getByRole('combobox', { name: '部门' })
        .filter({ hasText: String(dept?.['deptName']) })
        .waitFor()
    }
    const role = page.getByRole('dialog').getByRole('combobox', { name: '角色' })
    const confirm = page.getByRole('dialog').getByRole('button', { name: zh.shell.switch })
    await open()
    await confirm.click()
    await showsText(page, '请选择角色')
    await role.click()
    await page.getByRole('option', { name: String(other?.['roleName']), exact: true }).click()
    await Promise.all([page.waitForEvent('load'), confirm.click()])
    await open()
    await role.filter({ hasText: String(other?.['roleName']) }).waitFor()
    await page.close()
  })
})
