import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../support/databases.ts'
import { type ProviderUnderTest, startProvider } from '../support/identity-provider.ts'
import { openScreens, type Screens } from '../support/screens.ts'
import { tokenPath } from '../support/server.ts'

const key = 'the-shared-key-of-the-school-platform'
const kinds = 'dictionaries/identity_kind.yaml'
const files = {
  [kinds]: readFileSync(kinds, 'utf8'),
  'pages.yaml': `about: { path: /about, title: { zh: 关于, en: About }, screen: About }
lift: { path: /third/platform/lift/index, title: { zh: 电梯, en: Lift }, code: lift_view, screen: Lift }
`,
}

describe.each(databasesWalked('postgres'))('sign-on by other systems on $kind', kind => {
  let screens: Screens
  let provider: ProviderUnderTest
  /** Another application, and the requests that it got. */
  const lift = createServer((request, response) => {
    visits.push({ url: String(request.url), referrer: request.headers.referer })
    response.end('lift')
  })
  const visits: { readonly url: string; readonly referrer: string | undefined }[] = []
  const save = (resource: string, body: object) =>
    screens.call('POST', `/api/blade/v1/${resource}/save`, body) as Promise<{ id: string }>
  const ticketOf = ({ aud = 'mingchu', by = key, seconds = 60, since = 0 } = {}) => {
    const now = Math.floor(Date.now() / 1000) - since
    return new SignJWT({ jti: crypto.randomUUID(), iss: 'edu', aud, sub: 't1', role: 'teacher', name: '王老师' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(new TextEncoder().encode(by))
  }

  beforeAll(async () => {
    provider = await startProvider()
    screens = await openScreens(kind, { files, settings: { outboundHosts: [provider.host] } })
    provider.sendsBackTo(`${screens.address}/login`)
    await new Promise<void>(resolve => lift.listen(0, '127.0.0.1', resolve))
    const webServerRedirectUri = `http://127.0.0.1:${(lift.address() as AddressInfo).port}/in`
    const codes = { authorizedGrantTypes: ['authorization_code'], scope: 'all' }
    await save('bladeClient', { clientId: 'lift', clientSecret: 'lift-secret-26', ...codes, webServerRedirectUri })
    const { deptId } = (await screens.call('GET', '/api/blade-user/info')) as { deptId: string }
    const role = await save('bladeRole', { roleName: '教师', roleAlias: 'teacher', sort: 9 })
    const rule = { claim: 'role', value: 'teacher', sort: 1, roleId: [role.id], deptId: deptId.split(',') }
    const edu = { code: 'edu', name: '教育平台', kind: 'school', audience: 'mingchu', secret: key }
    await save('bladeIdentityRule', { ...rule, sourceId: (await save('bladeIdentitySource', edu)).id })
    const { clientId, secret } = provider.client
    const sso = { code: 'sso', name: 'SSO', kind: 'oidc', issuer: provider.issuer, clientId, secret }
    await save('bladeIdentityRule', { ...rule, sourceId: (await save('bladeIdentitySource', sso)).id })
    Object.assign(provider.person, { sub: 'p1', claims: { name: '李老师', role: 'teacher' } })
  })
  afterAll(async () => {
    await screens.close()
    await provider.close()
    lift.close()
  })

  const opened = async (language: 'zh' | 'en') => {
    const page = await screens.open()
    await page.goto('/login')
    if (language === 'en') await page.getByRole('button', { name: /English/ }).click()
    return page
  }
  const isIn = async (page: Page, name: string) => {
    await page.locator('.person', { hasText: name }).waitFor()
    expect(page.url()).not.toMatch(/ticket|code=|state=/)
  }
  const isRefused = async (page: Page) => {
    await page.locator('.sign-in-refusal').waitFor()
    expect(page.url()).not.toMatch(/ticket|code=|state=/)
  }

  describe.each(['zh', 'en'] as const)('in %s', language => {
    it('signs in by a ticket in the address, which is in no later request', async () => {
      const page = await opened(language)
      const later: Request[] = []
      const ticket = await ticketOf()
      await page.goto(`/about?sso=school&ticket=${ticket}`, { waitUntil: 'commit' })
      page.on('request', request => later.push(request))
      await isIn(page, '王老师')
      expect(new URL(page.url()).pathname).toBe('/about')
      const named = later.filter(one => one.url().includes(ticket) || one.headers()['referer']?.includes(ticket))
      expect(named.map(one => one.url())).toEqual([])
      await page.context().close()
      const refused = [
        ticket,
        await ticketOf({ since: 120 }),
        await ticketOf({ by: `${key}-of-another` }),
        await ticketOf({ aud: 'elsewhere' }),
      ]
      for (const one of refused) {
        const page = await opened(language)
        // After the hash it does not even reach the log of a proxy.
        await page.goto(`/about#sso=school&ticket=${one}`)
        await isRefused(page)
        await page.context().close()
      }
    })

    it('signs in at a provider, and refuses its answer in another browser', async () => {
      const page = await opened(language)
      let answered = ''
      page.on('request', one => {
        if (one.isNavigationRequest() && one.url().includes('code=')) answered = one.url()
      })
      await page.locator('.sign-in-provider').click()
      await isIn(page, '李老师')
      expect(answered).toContain(`${screens.address}/login?code=`)
      await page.context().close()
      const other = await opened(language)
      await other.goto(answered)
      await isRefused(other)
      await other.context().close()
    })

    it('signs in again at a provider in another tab, and keeps the page', async () => {
      const page = await opened(language)
      await page.locator('.sign-in-provider').click()
      await isIn(page, '李老师')
      const { rows } = await sql<{ id: string }>`delete from engine_session returning id`.execute(
        screens.server.engine.database.kysely,
      )
      expect(rows.length).toBeGreaterThan(0)
      // Its event stream ends within a second.
      await page.locator('.sign-in-again').waitFor()
      const other = page.context().waitForEvent('page')
      await page.locator('.sign-in-again .sign-in-provider').click()
      await isIn(await other, '李老师')
      await page.locator('.sign-in-again').waitFor({ state: 'detached' })
      await page.context().close()
    })

    it('opens another application with a code that is accepted there once', async () => {
      visits.length = 0
      const page = await screens.openAs('admin', 'Harbour-2026')
      await page.goto('/about')
      if (language === 'en') await page.getByRole('button', { name: /English/ }).click()
      const popup = page.context().waitForEvent('page')
      await page.goto('/third/platform/lift/index')
      await (await popup).waitForURL('**/in?code=**')
      await page.waitForURL(url => url.pathname !== '/third/platform/lift/index')
      const [{ url, referrer } = { url: '', referrer: '' }] = visits
      expect(referrer).toBeUndefined()
      const exchange = () =>
        screens.server.call('POST', tokenPath, {
          headers: { authorization: `Basic ${btoa('lift:lift-secret-26')}` },
          body: { grant_type: 'authorization_code', code: new URL(url, 'http://lift').searchParams.get('code') },
        })
      expect((await exchange()).body.account).toBe('admin')
      expect((await exchange()).body.error).toBe('invalid_grant')
      await page.context().close()
    })
  })
})
