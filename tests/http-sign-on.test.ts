import { readFileSync } from 'node:fs'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ProviderUnderTest, startProvider } from './support/identity-provider.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, tokenPath, webClient } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'

const base = '/api/blade-auth/oauth'
const identityResources = ['bladeIdentitySource', 'bladeIdentity', 'bladeIdentityRule']
const kinds = 'dictionaries/identity_kind.yaml'
const key = 'the-shared-key-of-the-school-platform'

describe.each(databasesWalked('postgres'))('sign-on by other systems ($kind)', kind => {
  let server: ServerUnderTest
  let provider: ProviderUnderTest
  let admin: string
  let ahead = 0
  let place: { readonly roleId: string[]; readonly deptId: string[] }
  const shown: string[] = []
  const save = async (resource: string, body: object) =>
    dataOf(await server.call('POST', `/api/blade/v1/${resource}/save`, { token: admin, body }))

  interface Ticket {
    readonly iss?: string
    readonly aud?: string
    readonly sub?: string
    readonly jti?: string
    readonly seconds?: number
    readonly by?: string
    readonly claims?: object
  }
  const ticketOf = async (given: Ticket = {}) => {
    const { iss = 'edu', aud = 'mingchu', sub = 'teacher-1', jti = crypto.randomUUID(), seconds = 60, by = key } = given
    const now = Math.floor((Date.now() + ahead) / 1000)
    const ticket = await new SignJWT({ ...given.claims, jti })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(iss)
      .setAudience(aud)
      .setSubject(sub)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(new TextEncoder().encode(by))
    shown.push(ticket)
    return ticket
  }
  const signOn = (ticket: string, of = 'school') =>
    server.call('POST', `${base}/${of}/token`, { headers: webClient, body: { ticket } })
  const userNamed = async (account: string) => {
    const person = { account, name: '教师', realName: '教师甲', password: 'Teacher#26', ...place }
    return save('bladeUser', person)
  }

  beforeAll(async () => {
    provider = await startProvider()
    provider.sendsBackTo('https://mingchu.test/login')
    server = await startServer(
      kind,
      { ...sampleApp, [kinds]: readFileSync(kinds, 'utf8') },
      {
        clockShift: () => ahead,
        settings: { outboundHosts: [provider.host], publicUrl: 'https://mingchu.test' },
      },
    )
    admin = await server.signIn('admin', adminPassword)
    const { deptId } = dataOf(await server.call('GET', '/api/blade-user/info', { token: admin }))
    const codes = identityResources.flatMap(name => [`${name}_view`, `${name}_add`, `${name}_edit`])
    const role = await save('bladeRole', { roleName: '教师', roleAlias: 'teacher', sort: 9, codes })
    place = { roleId: [role.id], deptId: deptId.split(',') }
    const school = { kind: 'school', audience: 'mingchu' }
    const edu = await save('bladeIdentitySource', { code: 'edu', name: '教育平台', secret: key, ...school })
    await save('bladeIdentitySource', { code: 'other', name: '别的平台', secret: `${key}-2`, ...school })
    await save('bladeIdentitySource', { code: 'weak', name: '短密钥', secret: 'short', ...school })
    const { id: userId } = await userNamed('teacher')
    await save('bladeIdentity', { sourceId: edu.id, subject: 'teacher-1', userId })
    const { id: adminId } = dataOf(await server.call('GET', '/api/blade-user/info', { token: admin }))
    await save('bladeIdentity', { sourceId: edu.id, subject: 'boss', userId: adminId })
    const rule = { sourceId: edu.id, claim: 'role', value: 'teacher', sort: 1, ...place }
    await save('bladeIdentityRule', rule)
    const { clientId, secret } = provider.client
    const oidc = { kind: 'oidc', issuer: provider.issuer, clientId, secret, scopes: 'openid profile' }
    const sso = await save('bladeIdentitySource', { code: 'sso', name: '统一认证', ...oidc })
    await save('bladeIdentityRule', { ...rule, sourceId: sso.id })
    const lift = { clientId: 'lift', clientSecret: 'lift-secret-26', scope: 'all' }
    const grants = { authorizedGrantTypes: ['authorization_code', 'refresh_token'] }
    await save('bladeClient', { ...lift, ...grants, webServerRedirectUri: 'https://lift.test/in?from=mingchu' })
    await save('bladeClient', { ...lift, ...grants, clientId: 'crane', webServerRedirectUri: 'https://crane.test/' })
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  it('signs in by the ticket of a partner, once', async () => {
    const ticket = await ticketOf()
    const first = await signOn(ticket)
    expect([first.status, first.body.account]).toEqual([200, 'teacher'])
    expect(first.body.oauth_id).toMatch(/^\d+$/)
    expect((await signOn(ticket)).body.error).toBe('invalid_grant')
  })

  it('refuses all other tickets with one answer', async () => {
    const { id } = await save('bladeIdentitySource', {
      ...{ code: 'ended', name: '停用', secret: key, kind: 'school', audience: 'mingchu' },
    })
    await server.call('POST', '/api/blade/v1/bladeIdentitySource/disable', { token: admin, body: { id, version: 1 } })
    const late = await ticketOf()
    ahead += 61_000
    const answers = [
      await signOn(late),
      await signOn(await ticketOf({ seconds: 300 })),
      await signOn(await ticketOf({ iss: 'other' })),
      await signOn(await ticketOf({ iss: 'no-partner' })),
      await signOn(await ticketOf({ iss: 'weak', by: 'short' }).catch(() => 'none')),
      await signOn(await ticketOf({ iss: 'ended' })),
      await signOn(await ticketOf({ aud: 'elsewhere' })),
      await signOn(await ticketOf(), 'china'),
      await signOn('no.ticket.at-all'),
      await signOn(await ticketOf({ iss: 'edu\0' })),
      await signOn(await ticketOf({ iss: 'sso', aud: '', by: provider.client.secret }), 'oidc'),
    ]
    const [{ body }] = answers as [(typeof answers)[number]]
    expect(body.error).toBe('invalid_grant')
    expect(answers.map(one => [one.status, one.body])).toEqual(answers.map(() => [400, body]))
  })

  it('signs in no administrator, and no user without an account', async () => {
    expect((await signOn(await ticketOf({ sub: 'boss' }))).body.error).toBe('access_denied')
    const unknown = (await signOn(await ticketOf({ sub: 'stranger', claims: { role: 'parent' } }))).body
    expect([unknown.error, typeof unknown.oauth_id]).toEqual(['access_denied', 'string'])
  })

  it('lets only administrators decide who signs in', async () => {
    const { access_token: token, user_id: userId } = (await signOn(await ticketOf())).body
    for (const name of identityResources) {
      const [row] = dataOf(await server.call('GET', `/api/blade/v1/${name}/listByQuery`, { token }))
      const body = { ...row, userId, sort: 5, name: 'x' }
      const known = Object.keys(row).filter(key => key in { id: 1, version: 1, userId: 1, sort: 1, name: 1 })
      const given = Object.fromEntries(known.map(key => [key, body[key]]))
      expect((await server.call('PUT', `/api/blade/v1/${name}/update`, { token, body: given })).status).toBe(403)
    }
  })

  it('adds an account by the first rule whose claim matches, and finds it again', async () => {
    const claims = { role: ['clerk', 'teacher'], name: '王老师' }
    const first = (await signOn(await ticketOf({ sub: 'teacher-2', claims }))).body
    expect([first.role_name, first.nick_name]).toEqual(['teacher', '王老师'])
    expect((await signOn(await ticketOf({ sub: 'teacher-2' }))).body.user_id).toBe(first.user_id)
    // Of a deleted account another one is added.
    await server.call('POST', `/api/blade-user/remove?ids=${first.user_id}`, { token: admin })
    const next = (await signOn(await ticketOf({ sub: 'teacher-2', claims }))).body
    expect([next.role_name, next.user_id === first.user_id]).toEqual(['teacher', false])
  })

  it('links the identity with which an account was asked for', async () => {
    const { oauth_id } = (await signOn(await ticketOf({ sub: 'parent-1' }))).body
    const guest = { tenantId: '000000', name: '家长', account: 'parent', password: 'Parent#2026' }
    const register = (oauthId: string) =>
      server.call('POST', '/api/blade-user/register-guest', { body: { ...guest, oauthId } })
    expect((await register('forged')).body.errors).toHaveProperty('oauthId')
    expect((await register(oauth_id)).status).toBe(200)
    const path = '/api/blade/v1/bladeRegistration'
    const [row] = dataOf(await server.call('GET', `${path}/listByQuery?account=parent`, { token: admin }))
    const body = { id: row.id, version: row.version, ...place }
    dataOf(await server.call('POST', `${path}/approve`, { token: admin, body }))
    expect((await signOn(await ticketOf({ sub: 'parent-1' }))).body.account).toBe('parent')
  })

  describe('at a provider of OpenID Connect', () => {
    /** The answer of the provider, and the cookie of the browser that asked it. */
    const askProvider = async () => {
      const { body } = await server.call('GET', `${base}/captcha`)
      expect(body.providers).toEqual([{ code: 'sso', name: '统一认证' }])
      const asked = await server.call('GET', `${base}/render/sso`)
      const cookie = String(asked.headers['set-cookie']).split(';')[0] as string
      return { cookie, ...(await followed(String(asked.headers['location']))) }
    }
    const social = ({ cookie, answer }: { readonly cookie: string; readonly answer: object }) =>
      server.call('POST', tokenPath, {
        headers: { ...webClient, cookie },
        body: { ...answer, grant_type: 'social' },
      })

    it('signs in, adds the account by a rule, and refuses the answer a second time and in another browser', async () => {
      Object.assign(provider.person, { sub: 'p1', claims: { name: '李老师', role: 'teacher' } })
      const [asked, stolen] = [await askProvider(), await askProvider()]
      expect((await social({ ...stolen, cookie: asked.cookie })).body.error).toBe('invalid_grant')
      const first = (await social(asked)).body
      expect([first.nick_name, first.role_name]).toEqual(['李老师', 'teacher'])
      expect((await social(asked)).body.error).toBe('invalid_grant')
      ahead += 601_000
      expect((await social(stolen)).body.error).toBe('invalid_grant')
    })

    it('reaches no provider on a host that is not allowed', async () => {
      const { clientId, secret } = provider.client
      const issuer = 'http://127.0.0.1:9/'
      await save('bladeIdentitySource', { code: 'far', name: '远', kind: 'oidc', issuer, clientId, secret })
      const asked = await server.call('GET', `${base}/render/far`)
      expect([asked.status, asked.headers['location']]).toEqual([302, '/login?state=&error=temporarily_unavailable'])
    })
  })

  describe('a code for another application', () => {
    const codeFor = async (client: string) => {
      const token = (await signOn(await ticketOf())).body.access_token
      return server.call('POST', `${base}/code`, { token, body: { client } })
    }
    const exchange = (code: string | null, client = 'lift:lift-secret-26') =>
      server.call('POST', tokenPath, {
        headers: { authorization: `Basic ${btoa(client)}` },
        body: { grant_type: 'authorization_code', code },
      })

    it('signs the user in there once, within a minute, and only there', async () => {
      const url = new URL(dataOf(await codeFor('lift')).url)
      expect([url.host, url.searchParams.get('from')]).toEqual(['lift.test', 'mingchu'])
      const code = url.searchParams.get('code')
      shown.push(String(code))
      expect((await exchange(code, 'crane:lift-secret-26')).body.error).toBe('invalid_grant')
      const first = (await exchange(code)).body
      expect([first.account, first.client_id]).toEqual(['teacher', 'lift'])
      expect((await exchange(code)).body.error).toBe('invalid_grant')
      const late = new URL(dataOf(await codeFor('lift')).url).searchParams.get('code')
      ahead += 61_000
      expect((await exchange(late)).body.error).toBe('invalid_grant')
      expect((await codeFor('mingchu')).status).toBe(409)
    })
  })

  it('logs no ticket', () => {
    expect(shown.length).toBeGreaterThan(10)
    for (const ticket of shown) expect(server.log.join('\n')).not.toContain(ticket)
  })
})

/** Follows the redirects of the provider as a browser does, until it sends the user back. */
async function followed(address: string): Promise<{ readonly answer: Readonly<Record<string, string>> }> {
  const jar = new Map<string, string>()
  for (let url = new URL(address), steps = 0; steps < 10; steps++) {
    if (url.host === 'mingchu.test') return { answer: Object.fromEntries(url.searchParams) }
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      jar.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null) throw new Error(`${url}: ${response.status} ${await response.text()}`)
    url = new URL(next, url)
  }
  throw new Error('The provider redirects without end.')
}
