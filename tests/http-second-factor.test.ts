import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, tokenPath, webClient } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'

const factor = '/api/engine/second-factor'

describe.each(databasesWalked('postgres'))('second factor ($kind)', kind => {
  let server: ServerUnderTest
  let ahead = 0
  let recovery: string[]
  let secret: string
  const grant = (body: object, headers = {}) =>
    server.call('POST', tokenPath, { headers: { ...webClient, ...headers }, body })
  const password = (account = 'admin', text = adminPassword) =>
    grant({ tenantId: '000000', username: account, password: text, grant_type: 'password' })
  const code = () => generateSync({ secret, epoch: Math.floor((Date.now() + ahead) / 1000) })
  const byCode = async (text: string) => {
    const { ticket } = (await password()).body
    return grant({ grant_type: 'second_factor', ticket, code: text })
  }
  const post = async (path: string, token: string, body: object = {}) => server.call('POST', path, { token, body })

  beforeAll(async () => {
    server = await startServer(kind, sampleApp, { clockShift: () => ahead })
  })
  afterAll(() => server.close())

  it('is in use once a code of it was entered, and recovery codes are shown once', async () => {
    const token = await server.signIn('admin', adminPassword)
    secret = dataOf(await post(factor, token)).secret
    expect((await password()).body.access_token).toBeDefined()
    expect((await post(`${factor}/confirm`, token, { code: '000000' })).status).toBe(400)
    recovery = dataOf(await post(`${factor}/confirm`, token, { code: code() })).recovery
    expect(new Set(recovery).size).toBe(10)
    const state = dataOf(await server.call('GET', factor, { token }))
    expect(state).toEqual({ isOn: true, recoveryLeft: 10, isRequired: false })
    expect((await post(factor, token)).status).toBe(409)
  })

  it('is asked for after the password, and a wrong code is answered as a wrong password is', async () => {
    const asked = await password()
    expect([asked.status, asked.body.error, asked.body.access_token]).toEqual([
      400,
      'second_factor_required',
      undefined,
    ])
    const [wrong, unknown, wrongCode] = [
      await password('admin', 'Wrong-2026'),
      await password('unknown', 'Wrong-2026'),
      await byCode('000000'),
    ]
    for (const { status, body } of [unknown, wrongCode]) expect([status, body]).toEqual([wrong.status, wrong.body])
    ahead += 60_000
    const used = code()
    const signedIn = await byCode(used)
    expect(signedIn.body.access_token).toBeDefined()
    expect((await byCode(used)).body.error).toBe('invalid_grant')
  })

  it('accepts each recovery code once, and no ticket that has expired', async () => {
    expect((await byCode(String(recovery[0]))).status).toBe(200)
    expect((await byCode(String(recovery[0]))).body.error).toBe('invalid_grant')
    const { ticket } = (await password()).body
    ahead += 301_000
    expect((await grant({ grant_type: 'second_factor', ticket, code: String(recovery[1]) })).body.error).toBe(
      'invalid_grant',
    )
  })

  it('is reset by another administrator only, whose user then signs in by password', async () => {
    const admin = (await byCode(String(recovery[2]))).body.access_token
    const me = dataOf(await server.call('GET', '/api/blade-user/info', { token: admin }))
    const person = { account: 'second', name: '乙', realName: '管理员乙', password: 'First-26' }
    const save = { ...person, roleId: me.roleId.split(','), deptId: me.deptId.split(',') }
    dataOf(await post('/api/blade/v1/bladeUser/save', admin, save))
    const reset = '/api/blade/v1/bladeUser/resetFactor'
    const { version } = dataOf(
      await server.call('GET', `/api/blade/v1/bladeUser/getById?id=${me.id}`, { token: admin }),
    )
    expect((await post(reset, admin, { id: me.id, version })).status).toBe(409)
    const second = await server.signIn('second', 'First-26')
    expect(dataOf(await post(reset, second, { id: me.id, version })).id).toBe(me.id)
    expect((await password()).body.access_token).toBeDefined()
  })

  it('must be set up first by an administrator where the setting requires it', async () => {
    const admin = (await password()).body.access_token
    const key = 'account.secondFactor'
    const rows = dataOf(
      await server.call('GET', `/api/blade/v1/bladeConfig/listByQuery?paramKey=${key}`, { token: admin }),
    )
    const { id, version } = rows[0]
    dataOf(
      await server.call('PUT', '/api/blade/v1/bladeConfig/update', {
        token: admin,
        body: { id, version, paramValue: 'true' },
      }),
    )
    const again = (await password()).body.access_token
    const list = () => server.call('GET', '/api/city/v1/ward/page', { token: again })
    await expect.poll(async () => (await list()).body.reason, { timeout: 3_000 }).toBe('second-factor-due')
    secret = dataOf(await post(factor, again)).secret
    dataOf(await post(`${factor}/confirm`, again, { code: code() }))
    expect((await list()).status).toBe(200)
    ahead += 60_000
    expect((await post(`${factor}/remove`, again, { code: code() })).status).toBe(409)
  })

  it('locks out for a time that it tells, and not on a browser where the account has signed in', async () => {
    const admin = (await byCode(code())).body.access_token
    expect(admin).toBeDefined()
    const person = { account: 'locked', name: '丙', realName: '用户丙', password: 'First-26' }
    const me = dataOf(await server.call('GET', '/api/blade-user/info', { token: admin }))
    const save = { ...person, roleId: me.roleId.split(','), deptId: me.deptId.split(',') }
    dataOf(await post('/api/blade/v1/bladeUser/save', admin, save))
    const own = await password('locked', 'First-26')
    const cookie = String([own.headers['set-cookie']].flat().find(one => String(one).startsWith('mingchu-device')))
    for (let n = 0; n < 5; n++) await password('locked', 'Wrong-2026')
    const refused = await password('locked', 'First-26')
    expect([refused.status, refused.body.error]).toEqual([429, 'access_denied'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1700)
    const body = { tenantId: '000000', username: 'locked', password: 'First-26', grant_type: 'password' }
    expect((await grant(body, { cookie: cookie.split(';', 1)[0] })).body.access_token).toBeDefined()
    // The first sign-in there resets the count everywhere.
    expect((await password('locked', 'First-26')).status).toBe(200)
  })

  it('refuses the last three passwords', async () => {
    let present = 'First-26'
    const change = async (next: string) => {
      const token = (await password('locked', present)).body.access_token
      const body = { oldPassword: present, newPassword: next, newPassword1: next }
      const { status } = await post('/api/blade-user/update-password', token, body)
      if (status === 200) present = next
      return status
    }
    expect(await change('Second#26')).toBe(200)
    expect(await change('Third#26x')).toBe(200)
    expect([await change('Third#26x'), await change('Second#26'), await change('First-26')]).toEqual([400, 400, 400])
    expect(await change('Fourth#26')).toBe(200)
    expect(await change('First-26')).toBe(200)
  })
})
