import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, reports, type Screens, showsText, signIn } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'
import { slowServer, typeText } from '../support/typing.ts'

const files = {
  'resources/ent/visit.yaml': `title: { zh: 走访, en: Visit }
menu: { under: ent, order: 91 }
display: name
fields:
  name: { type: text, required: true, max: 20, title: { zh: 走访名称, en: Name } }
  reason: { type: text, max: 20, title: { zh: 走访原因, en: Reason } }
`,
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describe.each(databasesWalked('postgres'))('the end of a session with an open page on $kind', kind => {
  let screens: Screens
  let count = 0

  beforeAll(async () => {
    screens = await openScreens(kind, { files })
  })
  afterAll(() => screens.close())

  /** Creates a user per test, whose initial password is already changed. */
  const person = async () => {
    const info = (await screens.call('GET', '/api/blade-user/info')) as Record<string, string>
    const account = `typist${++count}`
    const place = { roleId: [info['roleId']], deptId: [info['deptId']] }
    const whole = { account, name: '文书', realName: '文书甲', password: 'First-26', ...place }
    const { id } = (await screens.call('POST', '/api/blade/v1/bladeUser/save', whole)) as { id: string }
    const changePassword = async (oldPassword: string, newPassword: string) => {
      const token = await screens.server.signIn(account, oldPassword)
      const body = { oldPassword, newPassword, newPassword1: newPassword }
      const { status } = await screens.server.call('POST', '/api/blade-user/update-password', { token, body })
      expect(status).toBe(200)
    }
    await changePassword('First-26', 'Second#26')
    return { id, account, password: 'Second#26', changePassword }
  }
  const again = (page: Page) => page.getByRole('dialog', { name: '请重新登录' })
  const signsInAgain = async (page: Page, password: string) => {
    await again(page).getByLabel('密码', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await again(page).waitFor({ state: 'detached' })
  }
  const name = (page: Page) => page.locator('form').getByLabel(/^走访名称/)
  const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click()
  const visitsNamed = async (of: string) =>
    (await screens.call('GET', `/api/ent/v1/visit/listByQuery?name=${encodeURIComponent(of)}`)) as readonly object[]
  const drafts = (page: Page) =>
    page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('draft')).length)

  it.each([
    ['a desktop', {}],
    ['a phone', phone],
  ])('retries a save once after a password change during the request, on %s', async (_at, options) => {
    const { account, password, changePassword } = await person()
    const page = await screens.openAs(account, password, options)
    await page.goto('/ent/visit/create')
    await name(page).click()
    const title = `改密${count}`
    await typeText(page, title)
    const quick = await slowServer(page)
    const sent: (string | undefined)[] = []
    await page.route('**/v1/visit/save', async route => {
      sent.push(route.request().headers()['idempotency-key'])
      if (sent.length === 1) await changePassword(password, 'Third#2026')
      await route.fallback()
    })
    await save(page)
    await showsText(page, '密码已修改，请使用新密码。页面和已填写的内容都已保留，未完成的操作将在登录后继续。')
    // The page is covered but still mounted.
    await expect.poll(() => page.getByRole('heading', { name: '新建走访' }).count()).toBe(0)
    await signsInAgain(page, 'Third#2026')
    await page.getByRole('heading', { name: title, exact: true }).waitFor()
    expect(await visitsNamed(title)).toHaveLength(1)
    expect([sent.length, new Set(sent).size]).toEqual([2, 1])
    expect(await drafts(page)).toBe(0)
    await quick()
    await page.context().close()
  })

  it('keeps a form after sign-out in another tab, and closes the dialog after sign-in there', async () => {
    const { account, password } = await person()
    const page = await screens.openAs(account, password)
    await page.goto('/ent/visit/create')
    await name(page).click()
    await typeText(page, '另页退出')
    const other = await page.context().newPage()
    await other.goto('/')
    await other.getByRole('button', { name: '文书' }).click()
    await other.getByRole('menuitem', { name: '退出登录' }).click()
    await other.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
    await other.getByRole('button', { name: '登录' }).waitFor()
    await showsText(page, '此账号已退出登录。页面和已填写的内容都已保留。')
    // The user signed out deliberately, so the page must stay covered.
    await expect.poll(() => again(page).getByRole('button', { name: '先看着，暂不登录' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await again(page).waitFor()
    await signIn(other, account, password)
    await again(page).waitFor({ state: 'detached' })
    await expect.poll(() => name(page).inputValue()).toBe('另页退出')
    await save(page)
    await page.getByRole('heading', { name: '另页退出', exact: true }).waitFor()
    expect(await visitsNamed('另页退出')).toHaveLength(1)
    await page.context().close()
  })

  it('clears what the browser stored of opened pages at sign-out, in all tabs, and requires a choice about drafts', async () => {
    const { account, password } = await person()
    const page = await screens.open()
    // The sign-in screen stores the choices of the browser, which remain.
    await signIn(page, account, password)
    await page.goto('/ent/visit/create')
    await name(page).click()
    await typeText(page, '退出清除')
    await expect.poll(() => drafts(page)).toBe(1)
    const other = await page.context().newPage()
    await other.goto('/ent/visit?name_like=%E7%A7%98')
    await other.getByRole('button', { name: '文书' }).waitFor()
    await other.evaluate(() => localStorage.setItem('mingchu:recent:1', '[]'))
    await page.getByRole('button', { name: '文书' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    const dialog = page.getByRole('dialog')
    await showsText(page, '有未保存的内容或草稿，退出登录后将被删除，无法恢复。')
    await dialog.getByRole('button', { name: '取消' }).click()
    expect([await name(page).inputValue(), await drafts(page)]).toEqual(['退出清除', 1])
    await page.getByRole('button', { name: '文书' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await dialog.getByRole('button', { name: '放弃并退出登录' }).click()
    for (const tab of [page, other]) {
      await tab.waitForURL('**/login')
      await tab.getByRole('button', { name: '登录' }).waitFor()
      const stored = await tab.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
      expect(stored).toEqual(['mingchu:choices'])
    }
    await signIn(page, account, password)
    expect(new URL(page.url()).pathname).toBe('/')
    await page.context().close()
  })

  it('shows in a list that sign-in is required without cookies, and sends no request until then', async () => {
    const { account, password } = await person()
    await screens.call('POST', '/api/ent/v1/visit/save', { name: '列表' })
    const page = await screens.open()
    await page.clock.install()
    await signIn(page, account, password)
    await page.goto('/')
    await page.getByRole('heading', { name: '我的工作台' }).waitFor()
    await page.context().clearCookies()
    await page.clock.fastForward('51:00')
    await showsText(page, '登录已过期。页面和已填写的内容都已保留。')
    await page.keyboard.press('Escape')
    await showsText(page, '需要重新登录。已填写的内容都在。')
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '走访', exact: true }).click()
    await page.getByRole('heading', { name: '需要重新登录' }).waitFor()
    await page.clock.fastForward('01:00')
    // The icon of the page needs no session.
    expect(asked.filter(path => path.startsWith('/api/') && path !== '/api/engine/mark')).toEqual([])
    await page.getByRole('main').getByRole('button', { name: '重新登录' }).click()
    await signsInAgain(page, password)
    await page
      .getByRole('link', { name: '列表', exact: true })
      .or(page.getByRole('cell', { name: '列表' }))
      .first()
      .waitFor()
    await page.context().close()
  })

  it('warns before switching accounts, and keeps the draft for its author', async () => {
    const [first, second] = [await person(), await person()]
    const page = await screens.openAs(first.account, first.password)
    await page.goto('/ent/visit/create')
    await name(page).click()
    await typeText(page, '换人')
    await first.changePassword(first.password, 'Third#2026')
    await again(page).getByRole('button', { name: '切换账号' }).click()
    await page.getByRole('dialog', { name: '切换账号？' }).getByRole('button', { name: '离开本页' }).click()
    await page.waitForURL('**/login')
    await signIn(page, second.account, second.password)
    await page.goto('/ent/visit/create')
    await name(page).waitFor()
    await expect.poll(() => page.getByText('未保存').count()).toBe(0)
    expect([await name(page).inputValue(), await drafts(page)]).toEqual(['', 1])
    await page.getByRole('button', { name: '文书' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
    await page.getByRole('button', { name: '登录' }).waitFor()
    expect(await drafts(page)).toBe(1)
    await signIn(page, first.account, 'Third#2026')
    await page.goto('/ent/visit/create')
    await page.getByRole('status').getByRole('button').last().click()
    await expect.poll(() => name(page).inputValue()).toBe('换人')
    await page.context().close()
  })

  // Neither step is confirmed: the other one reverts it.
  it.each([
    ['its row in a list', {}],
    ['its page, on a phone', phone],
  ])('covers an open page when its account is disabled in %s', async (at, options) => {
    const { id, account, password } = await person()
    const [page, admin] = [
      await screens.openAs(account, password, options),
      await screens.openAs('admin', adminPassword, options),
    ]
    const streaming = page.waitForResponse(answer => answer.url().includes('/engine/events'))
    await page.goto('/ent/visit/create')
    await name(page).click()
    await typeText(page, '停用时填写')
    await streaming
    const isList = at.includes('list')
    await admin.goto(isList ? `/system/user?account=${account}` : `/system/user/${id}/show`)
    const take = async (step: string) => {
      if (isList)
        await admin.getByRole('row').filter({ hasText: account }).getByRole('button', { name: '更多' }).click()
      await admin.getByRole(isList ? 'menuitem' : 'button', { name: step, exact: true }).click()
      await reports(admin, `已${step}`)
    }
    await take('停用')
    await showsText(page, '此账号已停用，请联系管理员。页面和已填写的内容都已保留。')
    await again(page).getByLabel('密码', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await showsText(page, '用户名或密码错误')
    await take('启用')
    await signsInAgain(page, password)
    await expect.poll(() => name(page).inputValue()).toBe('停用时填写')
    await save(page)
    await page.getByRole('heading', { name: '停用时填写', exact: true }).waitFor()
    await Promise.all([page, admin].map(one => one.context().close()))
  })
})
