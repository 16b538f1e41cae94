import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { databasesWalked } from '../support/databases.ts'
import { filesOf, openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

describe.each(databasesWalked('postgres'))('the shell of the product ($kind)', kind => {
  let screens: Screens
  let page: Page
  beforeAll(async () => {
    screens = await openScreens(kind, { app: await filesOf('.') })
    page = await screens.openAs('admin', adminPassword)
  })
  afterAll(() => screens.close())
  const button = (icon: string) => page.locator(`.top-bar button:has(.lucide-${icon})`)
  const path = () => new URL(page.url()).pathname
  const announce = (title: string, attachments: readonly string[] = []) =>
    screens.call('POST', '/api/blade/v1/bladeNotice/save', {
      title,
      attachments,
      category: '1',
      releaseTime: '2026-01-01 12:00:00',
      isTop: '1',
      content: '<p>今晚检修</p>',
    })

  const upload = async (name: string, content: string): Promise<string> => {
    const form = new FormData()
    form.set('file', new Blob([content]), name)
    const sent = new Response(form)
    const { body } = await screens.server.call('POST', '/api/blade-resource/oss/endpoint/put-file', {
      token: await screens.server.signIn('admin', adminPassword),
      headers: { 'content-type': String(sent.headers.get('content-type')) },
      body: Buffer.from(await sent.arrayBuffer()),
    })
    return body.data.link
  }

  it('locks every tab and the server until the lock password is given, and returns to the page', async () => {
    const other = await page.context().newPage()
    await other.goto('/system/user')
    await other.locator('tbody tr').first().waitFor()
    await page.goto('/sys/sysRegion')
    await button('lock').click()
    await page.keyboard.press('Enter')
    await page.locator('#lock-password-line').waitFor()
    await page.locator('#lock-password').fill('tea')
    await page.keyboard.press('Enter')
    for (const tab of [page, other]) {
      await tab.locator('.lock-page').waitFor()
      await expect.poll(() => new URL(tab.url()).pathname).toBe('/lock')
    }
    expect(await axeFaults(page)).toEqual([])
    await page.reload()
    await page.locator('.lock-page input').fill('coffee')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.lock-page input').getAttribute('aria-invalid')).toBe('true')
    await page.locator('.lock-page input').fill('tea')
    await page.keyboard.press('Enter')
    await page.locator('.lock-page').waitFor({ state: 'detached' })
    await expect.poll(path).toBe('/sys/sysRegion')
    await other.locator('.lock-page').waitFor({ state: 'detached' })
    await expect.poll(() => new URL(other.url()).pathname).toBe('/system/user')
    await other.close()
  })

  it('counts unread announcements, and opens one, which is read then', async () => {
    await announce('停电检修通知')
    await announce('停水检修通知')
    await page.goto('/wel/index')
    const badge = page.locator('.top-bar .MuiBadge-root:has(.lucide-bell) .MuiBadge-badge')
    const unread = async () =>
      /invisible/.test((await badge.getAttribute('class')) ?? '') ? 0 : Number(await badge.textContent())
    await expect.poll(unread).toBeGreaterThan(1)
    const before = await unread()
    await button('bell').click()
    await page.locator('.bell-item').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.locator('.bell-item').first().click()
    await expect.poll(path).toMatch(/^\/desk\/notice\/\d+\/show$/)
    await expect.poll(unread).toBe(before - 1)
    await button('bell').click()
    await page.locator('.bell header .MuiButton-root').click()
    await expect.poll(unread).toBe(0)
    await page.keyboard.press('Escape')
  })

  it('shows a PDF over the record', async () => {
    const links = [await upload('计划.pdf', '%PDF-1.4\n%%EOF')]
    const { id } = (await announce('附件通知', links)) as { readonly id: string }
    const path = `/desk/notice/${id}/show`
    await page.goto(path)
    await page.locator('a.cell-link').first().click()
    await page.locator('.file-preview iframe').waitFor()
    expect(await page.locator('.file-preview iframe').getAttribute('src')).toBe(links[0])
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('.file-preview').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe(path)
  })

  it('uploads recorded errors to the error log, and finds licences', async () => {
    await page.goto('/wel/index')
    await button('bug').waitFor()
    await page.evaluate(() => void setTimeout(() => reportError(new Error('Broken tile'))))
    expect(await page.evaluate(() => localStorage.getItem('mingchu:errors'))).not.toContain('"promise"')
    await button('bug').click()
    await page.locator('.error-log').getByText('Broken tile', { exact: true }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.locator('.error-log-head .MuiButton-contained').click()
    await page.getByRole('dialog').last().locator('.MuiButton-contained').click()
    await page.locator('.error-log').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    // Entries are written in batches.
    await expect
      .poll(async () => JSON.stringify(await screens.call('GET', '/api/blade-log/error/list')), { timeout: 8000 })
      .toContain('Broken tile')
    await page.goto('/monitor/log/error')
    await page.getByText('Broken tile').first().waitFor()
    await button('id-card').click()
    await page.locator('.licence input').fill('食堂')
    await page.keyboard.press('Enter')
    await page.locator('.licence .state-panel').last().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('sends a signed-in user on from the sign-in page, and opens no tab for unknown addresses and errors', async () => {
    await page.goto('/login')
    await expect.poll(path).toBe('/wel/index')
    for (const address of ['/403', '/500', '/404', '/nowhere', '/myiframe/nowhere', '/test/index']) {
      await page.goto(address)
      await page.locator('.state-panel').waitFor()
      expect(await page.locator(`.tab-strip li[data-page="${address}"]`).count()).toBe(0)
      expect(await axeFaults(page)).toEqual([])
    }
  })

  it('shows the state of the server', async () => {
    await page.goto('/developer/status')
    await page.locator('.list-main tbody tr').first().waitFor()
    expect(await page.locator('.list-main tbody tr').count()).toBe(10)
    expect(await axeFaults(page)).toEqual([])
  })

  it('changes the own data and the own password', async () => {
    await page.goto('/info/index')
    await page.locator('#own-profile_phone').fill('13800138000')
    await page.locator('.sheet-foot .MuiButton-contained').click()
    await expect
      .poll(async () => (await screens.call('GET', '/api/blade-user/info')) as object)
      .toMatchObject({ phone: '13800138000' })
    expect(await axeFaults(page)).toEqual([])
    await page.locator('.segments button').nth(1).click()
    await page.locator('.info-section button[type=submit]').click()
    await page.locator('.info-section .field-error').first().waitFor()
    expect(await page.locator('.info-section .field-error').count()).toBe(3)
    expect(await axeFaults(page)).toEqual([])
  })
})
