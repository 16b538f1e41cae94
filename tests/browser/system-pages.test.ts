import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { colourPng } from '../../engine/server/auth/png.ts'
import { axeFaults } from '../support/axe.ts'
import { databasesWalked } from '../support/databases.ts'
import { filesOf, openScreens, type Screens } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const shelf = {
  'resources/ent/shelf.yaml': `title: { zh: 资料, en: Shelf }
fields:
  name: { type: text, required: true }
  files: { type: file, many: true, accept: [image, document, office, media], title: { zh: 文件, en: Files } }
`,
}

/** The exact texts of the specification. */
const sure = {
  zh: ['确认上传本地日志到服务器?', '发送成功!', '确认清空本地日志记录?', '清空成功!'],
  en: [
    'confirm upload local logs to server?',
    'sent successfully!',
    'confirm clear local log records?',
    'cleared successfully!',
  ],
} as const

describe.each(databasesWalked('postgres'))('the shell of the product ($kind)', kind => {
  let screens: Screens
  let page: Page
  beforeAll(async () => {
    screens = await openScreens(kind, { app: await filesOf('.'), files: shelf })
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

  const upload = async (name: string, content: string | Uint8Array): Promise<string> => {
    const form = new FormData()
    form.set('file', new Blob([content as BlobPart]), name)
    const sent = new Response(form)
    const { body } = await screens.server.call('POST', '/api/blade-resource/oss/endpoint/put-file', {
      token: await screens.server.signIn('admin', adminPassword),
      headers: { 'content-type': String(sent.headers.get('content-type')) },
      body: Buffer.from(await sent.arrayBuffer()),
    })
    return body.data.link
  }

  describe.each(['zh', 'en'] as const)('in %s', language => {
    beforeAll(async () => {
      await page.goto('/about')
      if (language === 'en') await page.getByRole('button', { name: /English/ }).click()
      await page.locator(`html[lang^=${language}]`).waitFor({ state: 'attached' })
    })

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
      await page.locator('#bell-list button').first().waitFor()
      expect(await axeFaults(page)).toEqual([])
      await page.locator('#bell-list button').first().click()
      await expect.poll(path).toMatch(/^\/desk\/notice\/\d+\/show$/)
      await expect.poll(unread).toBe(before - 1)
      await button('bell').click()
      await page.locator('.bell header .MuiButton-root').click()
      await expect.poll(unread).toBe(0)
      await page.keyboard.press('Escape')
    })

    it('shows and plays files over the record', async () => {
      const head = (text: string) => new Uint8Array(Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(64)]))
      const kinds = [
        ['img', 'p.png', colourPng(40, 30, new Uint8Array(40 * 30 * 3).fill(128))],
        ['iframe', 'p.pdf', '%PDF-1.4\n%%EOF'],
        ['audio', 'p.wav', head('RIFF\x40\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0')],
        ['video', 'p.mp4', head('\0\0\0\x18ftypmp42\0\0\0\0mp42isom')],
      ] as const
      const files: string[] = []
      for (const [, name, content] of kinds) files.push(await upload(name, content))
      const { id } = (await screens.call('POST', '/api/ent/v1/shelf/save', { name: '资料', files })) as { id: string }
      const path = `/ent/shelf/${id}/show`
      await page.goto(path)
      for (const [at, [shown]] of kinds.entries()) {
        await page.locator('a.cell-link').nth(at).click()
        await page.locator(`.file-preview ${shown}`).waitFor()
        expect(await page.locator(`.file-preview ${shown}`).getAttribute('src')).toBe(files[at])
        if (shown === 'iframe') expect(await axeFaults(page)).toEqual([])
        // A viewer of PDF files may have the focus.
        if (shown === 'iframe') await page.locator('.file-preview .MuiIconButton-root').click()
        else await page.keyboard.press('Escape')
        await page.locator('.file-preview').waitFor({ state: 'detached' })
        expect(new URL(page.url()).pathname).toBe(path)
      }
    })

    it('writes a report on request', async () => {
      const view = { name: `用户 ${language}`, query: {}, columns: ['account', 'name'] }
      const { id: searchId } = (await screens.call('POST', '/api/engine/views/bladeUser', view)) as { id: string }
      const report = {
        name: `周报 ${language}`,
        searchId,
        format: 'xlsx',
        period: 'week',
        nextTime: '2126-01-31 08:00:00',
      }
      const { id } = (await screens.call('POST', '/api/sys/v1/sysReport/save', report)) as { id: string }
      await page.goto(`/report/rest/${id}/show`)
      await page
        .locator('.sheet-actions')
        .getByRole('button', { name: language === 'zh' ? '立即生成' : 'Run now' })
        .click()
      const get = async () =>
        (await screens.call('GET', `/api/sys/v1/sysReport/getById?id=${id}`)) as Record<string, string[] | null>
      await expect.poll(async () => (await get())['requestedTime']).not.toBeNull()
      const tasks = '/api/sys/v1/sysTask/listByQuery?code_equal=reports'
      const [task] = (await screens.call('GET', tasks)) as [{ id: string }]
      await screens.call('POST', '/api/sys/v1/sysTask/run', { id: task.id })
      await expect.poll(async () => (await get())['files']?.length, { timeout: 20_000 }).toBe(1)
      await page.reload()
      await page.locator('a.cell-link[href$=".xlsx"]').waitFor()
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
      const [upload, uploaded, clear, cleared] = sure[language]
      const confirms = async (text: string, done: string) => {
        const dialog = page.getByRole('dialog').filter({ hasText: text }).last()
        await dialog.getByText(text, { exact: true }).waitFor()
        await dialog.locator('.MuiButton-contained').click()
        await dialog.waitFor({ state: 'detached' })
        await page.locator('.error-log').waitFor({ state: 'detached' })
        await expect.poll(() => page.locator('.MuiSnackbar-root').allInnerTexts()).toContain(done)
      }
      await confirms(upload, uploaded)
      await page.locator('.error-log-head button').last().click()
      // Entries are written in batches.
      await expect
        .poll(async () => JSON.stringify(await screens.call('GET', '/api/blade-log/error/list')), { timeout: 8000 })
        .toContain('Broken tile')
      await page.evaluate(() => void setTimeout(() => reportError(new Error('Cleared tile'))))
      await button('bug').click()
      await page.locator('.error-log').getByText('Cleared tile', { exact: true }).waitFor()
      await page.locator('.error-log-head .MuiButton-root:not(.MuiButton-contained)').last().click()
      await confirms(clear, cleared)
      await page.locator('.error-log-head button').last().click()
      expect(JSON.stringify(await screens.call('GET', '/api/blade-log/error/list'))).not.toContain('Cleared tile')
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
      for (const address of ['/login', '/', '/lock']) {
        await page.goto(address)
        await expect.poll(path).toBe('/wel/index')
      }
      for (const address of ['/403', '/500', '/404', '/nowhere', '/myiframe/nowhere', '/test/index']) {
        await page.goto(address)
        await page.locator('.state-panel').waitFor()
        expect(await page.locator(`.tab-strip li[data-page="${address}"]`).count()).toBe(0)
        expect(await axeFaults(page)).toEqual([])
      }
    })

    it('begins with the pictures of the cameras for users of schools', async () => {
      const me = (await screens.call('GET', '/api/blade-user/info')) as Record<'roleId' | 'deptId', string>
      const place = { roleId: me.roleId.split(','), deptId: me.deptId.split(',') }
      const person = { account: `school${language}`, name: '教育局', realName: '教育局', password: 'Person#2026' }
      await screens.call('POST', '/api/blade/v1/bladeUser/save', { ...person, ...place, sourceType: 'SCHOOL_ORG' })
      await sql`delete from engine_password_due`.execute(screens.server.engine.database.kysely)
      const school = await screens.openAs(person.account, person.password)
      await school.goto('/')
      await expect.poll(() => new URL(school.url()).pathname).toBe('/pages/ent/entCamera/indexEnt')
      await school.context().close()
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
})
