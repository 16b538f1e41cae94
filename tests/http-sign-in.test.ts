import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storedPassword } from '../engine/server/auth/password.ts'
import { deleteExpiredFailures } from '../engine/server/auth/sign-in-lock.ts'
import { databasesUnderTest, databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import {
  type Answer,
  adminPassword,
  type ServerUnderTest,
  startServer,
  tokenPath,
  webClient,
} from './support/server.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';', 1)[0] ?? ''
const base = '/api/blade-auth/oauth'

describe.each(databasesWalked('postgres'))('sign-in ($kind)', kind => {
  let server: ServerUnderTest
  const run = (statement: ReturnType<typeof sql>) => statement.execute(server.engine.database.kysely)

  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
    // A client of the original platform whose refresh tokens rotate.
    await run(sql`
      insert into blade_client (id, client_id, client_secret, authorized_grant_types, scope, access_token_validity, refresh_token_validity, rotate_refresh_token)
      values (1, 'tablet', ${await storedPassword('its-own-secret')}, '{password,refresh_token}', 'all', 600, 7200, true)`)
  })
  afterAll(() => server.close())

  const tablet = { authorization: `Basic ${Buffer.from('tablet:its-own-secret').toString('base64')}` }
  /** Like the original's clients: everything in the query string, the password as a digest. */
  const token = (parameters: Record<string, string>, headers: Record<string, string> = tablet) =>
    server.call('POST', `${tokenPath}?${new URLSearchParams({ tenantId: '000000', ...parameters })}`, { headers })
  const passwordGrant = (username: string, password: string) => token({ username, password, grant_type: 'password' })
  const info = (access: string) => server.call('GET', '/api/blade-user/info', { token: access })

  it.each([
    ['plain', adminPassword],
    ['a digest', md5(adminPassword)],
  ])('accepts the password as %s and returns a bare token', async (_what, password) => {
    const { status, body } = await passwordGrant('admin', password)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: 600,
      scope: 'all',
      tenant_id: '000000',
      account: 'admin',
      user_name: 'admin',
      nick_name: '管理员',
      role_name: 'administrator',
      client_id: 'tablet',
      must_change_password: false,
    })
    expect(body).not.toHaveProperty('code')
    expect((await info(body.access_token)).body.data).toMatchObject({ account: 'admin', roleName: '超级管理员' })
  })

  it("stores only a hash of a client's secret, and never returns the secret", async () => {
    const admin = await server.signIn('admin', adminPassword)
    const clientSecret = 'a secret of a program, longer than any password'
    const save = { clientId: 'kiosk', clientSecret, authorizedGrantTypes: ['password'] }
    const saved = await server.call('POST', '/api/blade/v1/bladeClient/save', { token: admin, body: save })
    expect(saved.status).toBe(200)
    const { id } = saved.body.data
    for (const url of [
      `/api/blade/v1/bladeClient/getById?id=${id}`,
      '/api/blade/v1/bladeClient/page',
      `/api/engine/history/bladeClient/${id}`,
    ]) {
      const { status, body } = await server.call('GET', url, { token: admin })
      expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('a secret of')])
    }
    const kiosk = (secret: string) =>
      token(
        { username: 'admin', password: adminPassword, grant_type: 'password' },
        { authorization: `Basic ${btoa(`kiosk:${secret}`)}` },
      )
    expect((await kiosk(clientSecret)).status).toBe(200)
    expect((await kiosk('')).body.error).toBe('invalid_client')
    expect((await kiosk('a secret')).body.error).toBe('invalid_client')
  })

  const unknownClient = { authorization: `Basic ${btoa('saber:saber_secret')}` }
  const guessed = { authorization: `Basic ${btoa('tablet:guess')}` }
  const wrong = { grant_type: 'password', password: 'x' }
  it.each<[what: string, headers: Record<string, string>, parameters: Record<string, string>, error: string]>([
    ['no client', {}, { grant_type: 'password' }, 'invalid_client'],
    ['a wrong secret', guessed, { grant_type: 'password' }, 'invalid_client'],
    ['an unknown client', unknownClient, {}, 'invalid_client'],
    ['a grant that is not the client’s', tablet, { grant_type: 'captcha' }, 'unauthorized_client'],
    ['an unknown grant', tablet, { grant_type: 'magic' }, 'unsupported_grant_type'],
    ['a wrong password', tablet, { ...wrong, username: 'admin' }, 'invalid_grant'],
    ['an unknown account', tablet, { ...wrong, username: 'unknown' }, 'invalid_grant'],
  ])('refuses %s', async (_what, headers, parameters, error) => {
    const { status, headers: responded, body } = await token(parameters, headers)
    const expected = error === 'invalid_client' ? 401 : 400
    expect([status, body.code, body.error]).toEqual([expected, expected, error])
    expect(body.error_description).toMatch(/\p{Script=Han}/u)
    expect(responded['www-authenticate']).toBe(expected === 401 ? 'Basic realm="oauth"' : undefined)
    expect(body).not.toHaveProperty('access_token')
  })

  it('does not tell an unknown account from a wrong password', async () => {
    const texts = ['admin', 'unknown'].map(async username => (await token({ ...wrong, username }, tablet)).body)
    const [known, unknown] = await Promise.all(texts)
    expect(unknown.error_description).toBe(known.error_description)
  })

  it('exchanges a refresh token for the next one', async () => {
    const first = (await passwordGrant('admin', adminPassword)).body
    const second = await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token })
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    expect(second.body.jti).toBe(first.jti)
  })

  it('returns the same token to a tab that refreshes concurrently, and ends the session on later reuse', async () => {
    const first = (await passwordGrant('admin', adminPassword)).body
    const again = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
    const [one, other] = await Promise.all([token(again), token(again)])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(other.body.refresh_token).toBe(one.body.refresh_token)
    await run(sql`update engine_session set turned_at = now() - interval '11 seconds' where id = ${first.jti}`)
    const reused = await token(again)
    expect(reused).toMatchObject({
      status: 401,
      body: { code: 401, error: 'invalid_grant', error_description: '令牌已失效' },
    })
    expect((await token({ grant_type: 'refresh_token', refresh_token: one.body.refresh_token })).status).toBe(401)
  })

  it("stores the web's refresh token in an HttpOnly cookie", async () => {
    const body = { tenantId: '000000', username: 'admin', password: adminPassword, grant_type: 'password' }
    const signedIn = await server.call('POST', tokenPath, { headers: webClient, body })
    expect(signedIn.body).not.toHaveProperty('refresh_token')
    const [cookie, mark, files, device, ...others] = [signedIn.headers['set-cookie']].flat()
    expect(cookie).toMatch(/^mingchu-refresh=.+; Path=\/api\/blade-auth\/oauth; HttpOnly; SameSite=Strict$/)
    // It tells the page that the other cookie exists, and whose it is.
    expect(mark).toMatch(/^mingchu-session=\d+; Max-Age=\d+; Path=\/; SameSite=Strict$/)
    expect(files).toMatch(/^mingchu-files=.+; Max-Age=\d+; Path=\/image-api\/; HttpOnly; SameSite=Strict$/)
    // It is valid as long as the session, which the other cookie marks.
    expect(/Max-Age=\d+/.exec(String(files))?.[0]).toBe(/Max-Age=\d+/.exec(String(mark))?.[0])
    expect(device).toMatch(/^mingchu-device=.+; Path=\/api\/blade-auth\/oauth; HttpOnly; SameSite=Strict$/)
    expect(others).toEqual([])
    const headers = { ...webClient, cookie: cookieOf(signedIn) }
    const refreshed = await server.call('POST', tokenPath, { headers, body: { grant_type: 'refresh_token' } })
    expect(refreshed.status).toBe(200)
    expect(cookieOf(refreshed)).not.toBe(cookieOf(signedIn))
    const without = await server.call('POST', tokenPath, { headers: webClient, body: { grant_type: 'refresh_token' } })
    expect(without.status).toBe(401)
    expect([without.headers['set-cookie']].flat().map(one => String(one).split(';', 1)[0])).toEqual([
      'mingchu-refresh=',
      'mingchu-files=',
      'mingchu-session=',
    ])
  })

  it('signs out one session at once', async () => {
    const [one, other] = [
      (await passwordGrant('admin', adminPassword)).body,
      (await passwordGrant('admin', adminPassword)).body,
    ]
    expect((await info(one.access_token)).status).toBe(200)
    const out = await server.call('GET', `${base}/logout`, { token: one.access_token })
    expect(out.body).toEqual({ success: 'true', msg: 'success' })
    expect(await info(one.access_token)).toMatchObject({ status: 401, body: { msg: '令牌已失效' } })
    expect((await info(other.access_token)).status).toBe(200)
  })

  it('reports with a 401 why the session ended, to the owner of its tokens', async () => {
    const admin = (await passwordGrant('admin', adminPassword)).body.access_token
    const reasonFor = async (end: (id: string, session: { access_token: string }) => Promise<unknown>) => {
      const id = await newUser(admin, `ended${Math.random().toString(36).slice(2, 8)}`)
      const { account } = (await server.call('GET', `/api/blade-user/detail?id=${id}`, { token: admin })).body.data
      const session = (await passwordGrant(account, 'Right-2026')).body
      await end(id, session)
      const refreshed = await token({ grant_type: 'refresh_token', refresh_token: session.refresh_token })
      const called = await info(session.access_token)
      expect([called.status, refreshed.status]).toEqual([401, 401])
      return [called.body.reason, refreshed.body.reason]
    }
    const twice = (reason: string) => [reason, reason]
    const logOut = (_id: string, { access_token }: { access_token: string }) =>
      server.call('GET', `${base}/logout`, { token: access_token })
    const give = (id: string) =>
      server.call('PUT', '/api/blade/v1/bladeUser/update', { token: admin, body: { id, password: 'Another-26' } })
    const disable = (id: string) => run(sql`update blade_user set status = 0 where id = ${id}`)
    expect(await reasonFor(logOut)).toEqual(twice('signed-out'))
    expect(await reasonFor(give)).toEqual(twice('password-changed'))
    expect(await reasonFor(disable)).toEqual(twice('account-disabled'))
    const remove = (id: string) => server.call('POST', `/api/blade-user/remove?ids=${id}`, { token: admin })
    expect(await reasonFor(remove)).toEqual(twice('account-disabled'))
    expect((await info('no.token.at-all')).body).not.toHaveProperty('reason')
  })

  it('accepts an uploaded error log without signing out', async () => {
    const { access_token } = (await passwordGrant('admin', adminPassword)).body
    const body = [{ url: 'http://x/#/wel?token=hidden', type: 'error', message: 'boom', stack: 'at x' }]
    for (const path of [`${base}/logout`, '/api/blade-auth/logout']) {
      expect((await server.call('POST', path, { token: access_token, body })).body.data).toEqual({ taken: 1 })
    }
    expect((await info(access_token)).status).toBe(200)
    const token = (await passwordGrant('admin', adminPassword)).body.access_token
    const errors = async () =>
      JSON.stringify((await server.call('GET', '/api/blade-log/error/list?size=50', { token })).body.data)
    await expect.poll(errors, { timeout: 5000 }).toContain('boom')
    expect(await errors()).not.toContain('hidden')
  })

  it('signs out by a POST without a body', async () => {
    for (const path of [`${base}/logout`, '/api/blade-auth/logout']) {
      const { access_token } = (await passwordGrant('admin', adminPassword)).body
      expect((await server.call('POST', path, { token: access_token, body: [] })).body.data).toEqual({ taken: 0 })
      expect((await info(access_token)).status).toBe(200)
      expect((await server.call('POST', path, { token: access_token })).body).toEqual({
        success: 'true',
        msg: 'success',
      })
      expect((await info(access_token)).status).toBe(401)
    }
  })

  it('limits concurrent password checks', async () => {
    const tried = await Promise.all(Array.from({ length: 20 }, () => passwordGrant('unknown-account', 'wrong')))
    const errors = tried.map(({ body }) => body.error)
    expect(errors.filter(error => error === 'invalid_grant')).toHaveLength(5)
    expect(errors.filter(error => error === 'access_denied')).toHaveLength(15)
  })

  it('locks an account after five wrong passwords, and an administrator unlocks it', async () => {
    const admin = (await passwordGrant('admin', adminPassword)).body.access_token
    await newUser(admin, 'locked')
    for (let n = 0; n < 5; n++) expect((await passwordGrant('locked', 'wrong')).body.error).toBe('invalid_grant')
    const right = await passwordGrant('locked', 'Right-2026')
    expect(right.body).toMatchObject({ error: 'access_denied', error_description: '登录错误次数过多,请稍后再试' })
    const { id } = (await server.call('GET', '/api/blade-user/page?account=locked', { token: admin })).body.data
      .records[0]
    await server.call('POST', `/api/blade-user/unlock?userIds=${id}`, { token: admin })
    expect((await passwordGrant('locked', 'Right-2026')).status).toBe(200)
  })

  it.each(['a reset', 'an update'])('unlocks an account whose password an administrator changes by %s', async by => {
    const admin = (await passwordGrant('admin', adminPassword)).body.access_token
    const account = by === 'a reset' ? 'reset' : 'updated'
    await newUser(admin, account)
    for (let n = 0; n < 5; n++) await passwordGrant(account, 'wrong')
    expect((await passwordGrant(account, 'Right-2026')).body.error).toBe('access_denied')
    const { id } = (await server.call('GET', `/api/blade-user/page?account=${account}`, { token: admin })).body.data
      .records[0]
    const given =
      by === 'a reset'
        ? (await server.call('POST', `/api/blade-user/reset-password?userIds=${id}`, { token: admin })).body.data
            ?.password
        : 'Fresh-2026'
    if (by === 'an update')
      expect(
        (await server.call('PUT', '/api/blade/v1/bladeUser/update', { token: admin, body: { id, password: given } }))
          .status,
      ).toBe(200)
    expect((await passwordGrant(account, given)).status).toBe(200)
  })

  it('counts the old password of a change like a sign-in', async () => {
    const admin = (await passwordGrant('admin', adminPassword)).body.access_token
    await newUser(admin, 'changes')
    const own = (await passwordGrant('changes', 'Right-2026')).body.access_token
    const change = (oldPassword: string) =>
      server.call('POST', '/api/blade-user/update-password', {
        token: own,
        body: { oldPassword, newPassword: 'Other-2026', newPassword1: 'Other-2026' },
      })
    for (let n = 0; n < 5; n++) expect((await change('wrong')).body.msg).toBe('原密码不正确!')
    expect((await change('Right-2026')).body).toMatchObject({ code: 429, msg: '登录错误次数过多,请稍后再试' })
    expect((await passwordGrant('changes', 'Right-2026')).body.error).toBe('access_denied')
    await run(sql`update engine_sign_in_failure set last_at = now() - interval '31 minutes'`)
    expect((await change('Right-2026')).status).toBe(200)
    expect((await passwordGrant('changes', 'Other-2026')).status).toBe(200)
  })

  it('counts the attempts of a name in other cases and widths together', async () => {
    for (const name of ['Some-Name', 'SOME-NAME', 'some-name', 'some-nAme', 'ｓome-name'])
      expect((await passwordGrant(name, 'wrong')).body.error).toBe('invalid_grant')
    expect((await passwordGrant('some-name', 'wrong')).body.error).toBe('access_denied')
  })

  it('stores failures as digests and deletes those that have expired', async () => {
    await passwordGrant('readable-name', 'wrong')
    const stored = async () =>
      (
        await sql<{ subject: string }>`select subject from engine_sign_in_failure`.execute(
          server.engine.database.kysely,
        )
      ).rows
    expect(JSON.stringify(await stored())).not.toMatch(/readable-name|127\.0\.0\.1|000000/)
    for (const { subject } of await stored()) expect(subject).toMatch(/^[\w-]{43}$/)
    await run(sql`update engine_sign_in_failure set last_at = now() - interval '31 minutes'`)
    await passwordGrant('other-name', 'wrong')
    await deleteExpiredFailures(server.engine.database.kysely, new Date())
    // Those of the account and the address.
    expect(await stored()).toHaveLength(2)
  })

  it('limits the failures of an address, which it takes from a trusted proxy only', async () => {
    const from = (forwarded: string, username: string, password: string) =>
      token({ username, password, grant_type: 'password' }, { ...tablet, 'x-forwarded-for': forwarded })
    await run(sql`delete from engine_sign_in_failure`)
    await from('203.0.113.1', 'first-name', 'wrong')
    await run(sql`update engine_sign_in_failure set failures = 99`)
    // The correct password is not counted.
    expect((await passwordGrant('admin', adminPassword)).status).toBe(200)
    expect((await from('203.0.113.2', 'second-name', 'wrong')).body.error).toBe('invalid_grant')
    expect((await from('203.0.113.3', 'third-name', 'wrong')).body.error).toBe('access_denied')
    expect((await passwordGrant('admin', adminPassword)).body.error).toBe('access_denied')
    await run(sql`update engine_sign_in_failure set last_at = now() - interval '31 minutes'`)
    expect((await passwordGrant('admin', adminPassword)).status).toBe(200)
  })

  it("requires a change of an initial password first, and ends the user's other sessions", async () => {
    const admin = (await passwordGrant('admin', adminPassword)).body.access_token
    const id = await newUser(admin, 'fresh')
    const reset = (await server.call('POST', `/api/blade-user/reset-password?userIds=${id}`, { token: admin })).body
      .data
    const signedIn = (await passwordGrant('fresh', reset.password)).body
    const other = (await passwordGrant('fresh', reset.password)).body
    expect(signedIn.must_change_password).toBe(true)
    expect(await server.call('GET', '/api/blade-user/page', { token: signedIn.access_token })).toMatchObject({
      status: 403,
      body: { msg: '首次登录请先修改密码' },
    })
    const change = (newPassword: string, newPassword1 = newPassword, oldPassword = reset.password) =>
      server.call(
        'POST',
        `/api/blade-user/update-password?${new URLSearchParams({ oldPassword, newPassword, newPassword1 })}`,
        {
          token: signedIn.access_token,
        },
      )
    expect((await change('Short-1')).body.errors).toEqual({ newPassword: '密码长度必须是8-16位' })
    expect((await change('Right-2027', 'Right-2028')).status).toBe(400)
    expect((await change('Right-2027', 'Right-2027', 'Wrong-2026')).body.msg).toBe('原密码不正确!')
    expect((await change(md5('Right-2027'))).status).toBe(400)
    expect((await change('Right-2027')).status).toBe(200)
    expect((await info(signedIn.access_token)).status).toBe(200)
    expect((await info(other.access_token)).status).toBe(401)
    expect((await passwordGrant('fresh', md5('Right-2027'))).body.must_change_password).toBe(false)
  })

  async function newUser(admin: string, account: string): Promise<string> {
    const { data } = (await info(admin)).body
    const body = {
      account,
      name: account,
      realName: account,
      password: 'Right-2026',
      roleId: data.roleId,
      deptId: data.deptId,
    }
    expect((await server.call('POST', '/api/blade-user/submit', { token: admin, body })).body).toMatchObject({
      code: 200,
    })
    return (await server.call('GET', `/api/blade-user/page?account=${account}`, { token: admin })).body.data.records[0]
      .id
  }
})

describe.each(databasesWalked('postgres'))('event stream of a signed-out user ($kind)', kind => {
  let server: ServerUnderTest
  let address: string
  let admin: string
  let id: string
  const run = (statement: ReturnType<typeof sql>) => statement.execute(server.engine.database.kysely)
  const change = (url: string, body: object, by = admin) => server.call('POST', url, { token: by, body })

  beforeAll(async () => {
    server = await startServer(kind, sampleApp, { settings: { port: 0 } })
    address = await server.engine.listen()
    admin = await server.signIn('admin', adminPassword)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    const { data } = (await server.call('GET', '/api/blade-user/info', { token: admin })).body
    const account = { account: 'warden', name: '看门', realName: '看门', password: 'Right-2026' }
    const body = { ...account, roleId: data.roleId.split(','), deptId: data.deptId.split(',') }
    id = (await change('/api/blade/v1/bladeUser/save', body)).body.data.id
  })
  afterEach(() => run(sql`update blade_user set account = id::text where id = ${id}`))

  it.each<[what: string, end: (token: string) => Promise<unknown>]>([
    ['signs out', token => server.call('GET', `${base}/logout`, { token })],
    ['has the password reset', () => change(`/api/blade-user/reset-password?userIds=${id}`, {})],
    [
      'is given another password',
      () =>
        server.call('PUT', '/api/blade/v1/bladeUser/update', { token: admin, body: { id, password: 'Right-2027' } }),
    ],
    ['is deleted', () => server.call('DELETE', '/api/blade/v1/bladeUser/removeById', { token: admin, body: { id } })],
    [
      'is disabled',
      async () => {
        await run(sql`update blade_user set status = 2 where id = ${id}`)
        await server.call('GET', `${base}/clear-cache`, { token: admin })
      },
    ],
  ])('ends when the user %s, and those of others continue', async (_what, end) => {
    const token = await server.signIn('warden', 'Right-2026')
    const [his, others] = [await listen(token), await listen(admin)]
    await end(token)
    await his.ended
    expect((await server.call('GET', '/api/blade-user/info', { token })).status).toBe(401)
    expect(others.isOpen()).toBe(true)
    others.stop()
  })

  it('ends after a password change elsewhere, and continues in the session of the change', async () => {
    const [here, there] = [await server.signIn('warden', 'Right-2026'), await server.signIn('warden', 'Right-2026')]
    const [stays, goes] = [await listen(here), await listen(there)]
    const passwords = { oldPassword: 'Right-2026', newPassword: 'Right-2027', newPassword1: 'Right-2027' }
    expect((await change('/api/blade-user/update-password', passwords, here)).status).toBe(200)
    await goes.ended
    expect(stays.isOpen()).toBe(true)
    stays.stop()
  })

  /** Listens like a page; `ended` once the server reports that nothing follows. */
  async function listen(token: string) {
    const stop = new AbortController()
    const headers = { 'blade-auth': `bearer ${token}` }
    const response = await fetch(`${address}/api/engine/events`, { headers, signal: stop.signal })
    const reader = response.body?.getReader()
    // The first event: from here on the server has registered the stream.
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^\{"revision"/)
    let isOpen = true
    const ended = (async () => {
      while (!(await reader?.read())?.done);
      isOpen = false
    })()
    ended.catch(() => undefined)
    return { ended, isOpen: () => isOpen, stop: () => stop.abort() }
  }
})

describe.each(databasesWalked('postgres'))('sign-in with a captcha ($kind)', kind => {
  let server: ServerUnderTest

  beforeAll(async () => {
    server = await startServer(kind, sampleApp, { settings: { captcha: true } })
  })
  afterAll(() => server.close())

  const signIn = (headers: Record<string, string>, grant_type = 'captcha') =>
    server.call('POST', tokenPath, {
      headers: { ...webClient, ...headers },
      body: { tenantId: '000000', username: 'admin', password: adminPassword, grant_type },
    })
  const newKey = async () => (await server.call('GET', `${base}/captcha`)).body.key
  // The answer itself is not stored: the test replaces it by its own.
  const setAnswer = (key: string, answer: string) =>
    sql`update engine_captcha set digest = ${createHash('sha256').update(`${key} ${answer}`).digest('base64url')} where key = ${key}`.execute(
      server.engine.database.kysely,
    )

  it('returns a picture and its key, bare', async () => {
    const { body } = await server.call('GET', `${base}/captcha`)
    expect(body).toEqual({
      key: expect.stringMatching(/./),
      image: body.image,
      hasTenants: false,
      mayRegister: expect.any(Boolean),
      providers: [],
    })
    expect(body.image).toMatch(/^data:image\/png;base64,iVBOR/)
  })

  it('accepts the correct answer, in capitals too, and only once', async () => {
    const key = await newKey()
    await setAnswer(key, 'ab3kp')
    expect((await signIn({ 'captcha-key': key, 'captcha-code': 'AB3kp' })).status).toBe(200)
    expect((await signIn({ 'captcha-key': key, 'captcha-code': 'ab3kp' })).body.error_description).toBe('验证码不正确')
  })

  it('refuses a wrong, missing or expired answer, and the grant without one', async () => {
    const [wrong, old] = [await newKey(), await newKey()]
    await setAnswer(old, 'ab3kp')
    await sql`update engine_captcha set expires_at = now() - interval '1 second' where key = ${old}`.execute(
      server.engine.database.kysely,
    )
    expect((await signIn({ 'captcha-key': wrong, 'captcha-code': '?????' })).body.error_description).toBe(
      '验证码不正确',
    )
    expect((await signIn({ 'captcha-key': old, 'captcha-code': 'ab3kp' })).body.error_description).toBe('验证码不正确')
    expect((await signIn({})).body.error_description).toBe('验证码不正确')
    expect((await signIn({}, 'password')).body.error).toBe('unauthorized_client')
  })
})

describe('sign-in behind a trusted proxy', () => {
  let server: ServerUnderTest
  beforeAll(async () => {
    const [kind] = databasesUnderTest()
    if (!kind) throw new Error('There is no database to test on.')
    server = await startServer(kind, sampleApp, { settings: { trustedProxies: ['127.0.0.0/8'] } })
  })
  afterAll(() => server.close())

  it('counts the failures of each client, whatever it puts in front of its address', async () => {
    const from = async (forwarded: string, username: string) => {
      const body = { tenantId: '000000', username, password: 'wrong', grant_type: 'password' }
      const headers = { ...webClient, 'x-forwarded-for': forwarded }
      return (await server.call('POST', tokenPath, { headers, body })).body.error
    }
    await from('203.0.113.1', 'first')
    await sql`update engine_sign_in_failure set failures = 100`.execute(server.engine.database.kysely)
    expect(await from('203.0.113.1', 'second')).toBe('access_denied')
    expect(await from('198.51.100.9, 203.0.113.1', 'third')).toBe('access_denied')
    expect(await from('203.0.113.2', 'fourth')).toBe('invalid_grant')
  })
})
