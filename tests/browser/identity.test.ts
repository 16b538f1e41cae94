import { sql } from 'kysely'
import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

/** The texts of the specification, and the same in English. */
const texts = {
  zh: {
    title: '账号注册',
    checks: ['请先输入租户编号', '请先输入账号名称', '请先输入密码', '两次密码输入不一致'],
    done: ['注册提示', '注册申请已提交,请耐心等待管理员通过!'],
    steps: { approve: '通过', reject: '驳回', end: '强制下线', resetFactor: '重置动态验证码' },
  },
  en: {
    title: 'Create an account',
    checks: [
      'Please enter the tenant ID first',
      'Please enter the account first',
      'Please enter the password first',
      'The two passwords do not match',
    ],
    done: ['Registration', 'Your registration was submitted. Please wait for an administrator to approve it.'],
    steps: { approve: 'Approve', reject: 'Reject', end: 'Sign out', resetFactor: 'Reset second factor' },
  },
} as const

const password = 'Person#2026'

describe.each(databasesWalked('postgres'))('accounts and sessions on $kind', kind => {
  let screens: Screens
  let place: { readonly roleId: readonly string[]; readonly deptId: readonly string[] }
  let count = 0

  beforeAll(async () => {
    screens = await openScreens(kind, { settings: { tenantMode: true } })
    const me = (await screens.call('GET', '/api/blade-user/info')) as Record<'roleId' | 'deptId', string>
    place = { roleId: me.roleId.split(','), deptId: me.deptId.split(',') }
  })
  afterAll(() => screens.close())

  const run = (statement: ReturnType<typeof sql>) => statement.execute(screens.server.engine.database.kysely)
  const inLanguage = async (page: Page, language: 'zh' | 'en', path = '/login') => {
    await page.goto(path)
    if (language === 'en') await page.getByRole('button', { name: /English/ }).click()
    // The choice is stored once the texts are loaded.
    await page.locator(`html[lang^=${language}]`).waitFor()
    return page
  }
  const opened = async (language: 'zh' | 'en') => inLanguage(await screens.open(), language)
  const openedAs = async (language: 'zh' | 'en', account: string, path: string) =>
    inLanguage(await screens.openAs(account, account === 'admin' ? adminPassword : password), language, path)
  /** An administrator whose initial password is already changed. */
  const person = async () => {
    const account = `person${++count}`
    const whole = { account, name: account, realName: '人员甲', password, ...place }
    const { id } = (await screens.call('POST', '/api/blade/v1/bladeUser/save', whole)) as { id: string }
    await run(sql`delete from engine_password_due`)
    return { id, account }
  }
  const submits = (page: Page) => page.locator('.sign-in-form button[type=submit]').click()
  const signsIn = async (page: Page, account: string) => {
    await page.locator('#account').fill(account)
    await page.locator('#password').fill(password)
    await submits(page)
  }
  const isIn = async (page: Page) => {
    await page.locator('.person').waitFor()
    await page.context().close()
  }
  const refusal = (page: Page) => page.locator('.sign-in-refusal').waitFor()
  const types = async (page: Page, code: string) => {
    await page.locator('#second-factor-code').fill(code)
    await page.keyboard.press('Enter')
  }
  /** Takes a step of the record on the page, without or after its input. */
  const takes = async (page: Page, step: string, fill?: () => Promise<void>) => {
    const buttons = page.locator('.sheet-actions')
    const direct = buttons.getByRole('button', { name: step, exact: true })
    const others = buttons.locator('button[aria-haspopup=menu], button[aria-haspopup=true]').last()
    await direct.or(others).first().waitFor()
    // The code of steps is loaded after the page: until then the last menu is that of other actions.
    const item = page.getByRole('menuitem', { name: step, exact: true })
    const offered = async () => {
      if (await direct.isVisible()) return [step]
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await others.click()
      await page.getByRole('menuitem').first().waitFor()
      return [
        ...(await buttons.getByRole('button').allInnerTexts()),
        ...(await page.getByRole('menuitem').allInnerTexts()),
      ]
    }
    await expect.poll(offered, { timeout: 20_000 }).toContain(step)
    await direct.or(item).first().click()
    await fill?.()
    const confirm = page.getByRole('dialog').getByRole('button', { name: step, exact: true })
    if (fill) return confirm.click()
  }

  describe.each(['zh', 'en'] as const)('in %s', language => {
    const { title, checks, done, steps } = texts[language]

    it('registers an account, which signs in once it is approved, and not when it is rejected', async () => {
      const page = await opened(language)
      await page.setViewportSize({ width: 1920, height: 900 })
      await page.locator('.sign-in-form p button').click()
      const dialog = page.getByRole('dialog', { name: title })
      const box = await dialog.boundingBox()
      expect(Math.round(box?.width ?? 0)).toBe(384)
      const [first, second] = [`${language}first`, `${language}second`]
      const fields = { tenantId: '000000', account: first, password, password2: password }
      await dialog.locator('#register-tenantId').fill('')
      await dialog.locator('#register-name').fill('新人')
      const tries = [...Object.entries(fields)]
      for (const [at, text] of checks.entries()) {
        await dialog.locator('button[type=submit]').click()
        await expect.poll(() => page.locator('.MuiSnackbar-root').allInnerTexts()).toContain(text)
        const [field = '', value = ''] = tries[at] ?? []
        // The confirmation is another one first.
        await dialog.locator(`#register-${field}`).fill(value)
        if (field === 'password') await dialog.locator('#register-password2').fill(`${value}x`)
      }
      await dialog.locator('button[type=submit]').click()
      const alert = page.getByRole('dialog', { name: done[0], exact: true })
      await alert.getByText(done[1], { exact: true }).waitFor()
      await alert.getByRole('button').click()
      const body = { tenantId: '000000', name: '又一人', account: second, password }
      await screens.server.call('POST', '/api/blade-user/register-guest', { body })
      await signsIn(page, first)
      await refusal(page)
      const admin = await openedAs(language, 'admin', '/blade/bladeRegistration')
      const opens = async (account: string) => {
        await admin.goto('/blade/bladeRegistration')
        await admin.getByRole('link', { name: account, exact: true }).click()
      }
      const path = '/api/blade/v1/bladeRegistration/listByQuery?account='
      const state = async (account: string) =>
        ((await screens.call('GET', `${path}${account}`)) as [{ registrationState: string }])[0].registrationState
      await opens(first)
      await takes(admin, steps.approve, async () => {
        const inputs = admin.getByRole('dialog').getByRole('combobox')
        for (const at of [0, 1]) {
          await inputs.nth(at).click()
          await admin.getByRole('option').or(admin.getByRole('treeitem')).first().click()
          await admin.keyboard.press('Tab')
        }
      })
      await expect.poll(() => state(first)).toBe('approved')
      await opens(second)
      await takes(admin, steps.reject, () => admin.getByRole('dialog').locator('textarea').first().fill('不在册'))
      await expect.poll(() => state(second)).toBe('rejected')
      await admin.context().close()
      await signsIn(page, second)
      await refusal(page)
      await signsIn(page, first)
      await isIn(page)
    })

    it('signs in with a second factor and by recovery codes once, until another administrator resets it', async () => {
      const { id, account } = await person()
      const page = await openedAs(language, account, '/info/index')
      await page.locator('.segments button').nth(2).click()
      await page.locator('.info-section button').first().click()
      const secret = await page.locator('#factor code').innerText()
      const code = (shift: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + shift })
      await types(page, '000000')
      await refusal(page)
      await types(page, code(-30))
      await page.locator('.factor-codes code').first().waitFor()
      const [recovery = '', ...others] = await page.locator('.factor-codes code').allInnerTexts()
      expect(new Set([recovery, ...others]).size).toBe(10)
      await page.getByRole('dialog').locator('.MuiButton-contained').click()
      await page.locator('.factor-codes').waitFor({ state: 'detached' })

      const accepted = async (right: string, wrong: string) => {
        const other = await opened(language)
        await signsIn(other, account)
        await types(other, wrong)
        await refusal(other)
        await types(other, right)
        await isIn(other)
      }
      await accepted(code(0), '000000')
      await accepted(recovery, 'ffffffffff')
      await accepted(String(others[0]), recovery)

      const admin = await openedAs(language, 'admin', `/system/user/${id}/show`)
      await takes(admin, steps.resetFactor)
      await page.waitForURL('**/login')
      await admin.context().close()
      await signsIn(page, account)
      await isIn(page)
    })

    it('requires a second factor of administrators before anything else', async () => {
      const set = (value: string) =>
        run(sql`update blade_config set param_value = ${value} where param_key = 'account.secondFactor'`)
      const { account } = await person()
      const page = await openedAs(language, account, '/info/index')
      await page.locator('#own-profile_phone').waitFor()
      await set('true')
      try {
        // A server remembers for a second what it read of a user.
        const asksForFactor = async () => {
          await page.reload()
          await page.locator('#factor code, #own-profile_phone').first().waitFor()
          return page.locator('#factor code').isVisible()
        }
        await expect.poll(asksForFactor, { timeout: 10_000 }).toBe(true)
        const secret = await page.locator('#factor code').innerText()
        await page.keyboard.press('Escape')
        await types(page, generateSync({ secret }))
        await page.locator('.factor-codes code').first().waitFor()
        await page.getByRole('dialog').locator('.MuiButton-contained').click()
        await page.locator('#own-profile_phone').waitFor()
        await page.locator('.segments button').nth(2).click()
        // Neither set up again nor turned off.
        await page.locator('.info-section form').waitFor()
        expect(await page.locator('.info-section form button').count()).toBe(0)
        await page.context().close()
      } finally {
        await set('false')
      }
    })

    it('ends sessions: the own one elsewhere, and by an administrator, whose pages are signed out', async () => {
      const { id, account } = await person()
      const [own, elsewhere] = [
        await openedAs(language, account, '/info/index?tab=security'),
        await openedAs(language, account, '/info/index'),
      ]
      await elsewhere.locator('.person').waitFor()
      await own.reload()
      await expect.poll(() => own.locator('.own-sessions li').count()).toBe(2)
      const ends = own.locator('.own-sessions button')
      expect(await ends.count()).toBe(1)
      await ends.click()
      await elsewhere.waitForURL('**/login')
      await expect.poll(() => own.locator('.own-sessions li').count()).toBe(1)
      const admin = await openedAs(language, 'admin', `/sys/sysSession?userId=${id}&sessionState=active`)
      await admin.locator('tbody tr').first().getByRole('link').first().click()
      await takes(admin, steps.end)
      await own.waitForURL('**/login')
      await Promise.all([own, elsewhere, admin].map(one => one.context().close()))
    })

    it('asks before a session ends that is not used, and ends it without an answer', async () => {
      const { account } = await person()
      await run(sql`update blade_config set param_value = '5' where param_key = 'session.idleMinutes'`)
      const page = await screens.openAs(account, password)
      await page.clock.install()
      await inLanguage(page, language, '/info/index')
      await page.locator('#own-profile_phone').fill('13800138000')
      const question = page.locator('.confirm')
      await page.clock.fastForward(80_000)
      await question.waitFor()
      await question.locator('.MuiButton-contained').click()
      await question.waitFor({ state: 'detached' })
      await page.clock.fastForward(40_000)
      expect(await question.count()).toBe(0)
      await page.clock.fastForward(200_000)
      await page.locator('.sign-in-again').waitFor()
      await page.locator('.sign-in-again input[type=password]').fill(password)
      await page.keyboard.press('Enter')
      await page.locator('.sign-in-again').waitFor({ state: 'detached' })
      expect(await page.locator('#own-profile_phone').inputValue()).toBe('13800138000')
      await run(sql`update blade_config set param_value = '30' where param_key = 'session.idleMinutes'`)
      await page.context().close()
    })
  })
})
