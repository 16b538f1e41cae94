import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, tokenPath, webClient } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'

describe.each(databasesUnderTest())('registration ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  const register = (body: object) => server.call('POST', '/api/blade-user/register-guest', { body })
  const guest = { tenantId: '000000', name: '新人', account: 'newcomer', password: 'Newcomer#26' }
  const signIn = (account: string) =>
    server.call('POST', tokenPath, {
      headers: webClient,
      body: { tenantId: '000000', username: account, password: guest.password, grant_type: 'password' },
    })
  const path = '/api/blade/v1/bladeRegistration'
  const waiting = async (account: string) =>
    dataOf(await server.call('GET', `${path}/listByQuery?account=${account}`, { token: admin }))[0]

  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
    admin = await server.signIn('admin', adminPassword)
  })
  afterAll(() => server.close())

  it('refuses what is missing, in order, and a weak password', async () => {
    const fields = []
    for (const body of [
      {},
      { tenantId: '000000' },
      { tenantId: '000000', account: 'a1' },
      { ...guest, password: 'weak' },
    ])
      fields.push(Object.keys((await register(body)).body.errors)[0])
    expect(fields).toEqual(['tenantId', 'account', 'password', 'password'])
  })

  it('adds an account with the entered password once it is approved', async () => {
    expect((await register(guest)).status).toBe(200)
    expect((await signIn('newcomer')).body.error).toBe('invalid_grant')
    const row = await waiting('newcomer')
    expect([row.registrationState, row.password ?? null]).toEqual(['waiting', null])
    const { roleId, deptId } = dataOf(await server.call('GET', '/api/blade-user/info', { token: admin }))
    const body = { id: row.id, version: row.version, roleId: roleId.split(','), deptId: deptId.split(',') }
    const approved = dataOf(await server.call('POST', `${path}/approve`, { token: admin, body }))
    expect(approved).toMatchObject({ registrationState: 'approved', userId: expect.stringMatching(/^\d+$/) })
    expect((await signIn('newcomer')).body.account).toBe('newcomer')
  })

  it.each([
    ['jia', '甲', '甲', 'jia'],
    ['l'.repeat(30), '', 'l'.repeat(20), 'l'.repeat(20)],
  ])('adds the account %s with the entered name "%s"', async (account, entered, name, realName) => {
    expect((await register({ ...guest, account, name: entered })).status).toBe(200)
    const { id, version } = await waiting(account)
    const { roleId, deptId } = dataOf(await server.call('GET', '/api/blade-user/info', { token: admin }))
    const body = { id, version, roleId: roleId.split(','), deptId: deptId.split(',') }
    const { userId } = dataOf(await server.call('POST', `${path}/approve`, { token: admin, body }))
    const user = dataOf(await server.call('GET', `/api/blade/v1/bladeUser/getById?id=${userId}`, { token: admin }))
    expect([user.name, user.realName]).toEqual([name, realName])
  })

  it('adds no account when it is rejected, and does not tell which accounts exist', async () => {
    expect((await register({ ...guest, account: 'admin' })).status).toBe(200)
    const row = await waiting('admin')
    const body = { id: row.id, version: row.version, opinion: '重名' }
    dataOf(await server.call('POST', `${path}/reject`, { token: admin, body }))
    const after = { ...body, version: row.version + 1 }
    expect((await server.call('POST', `${path}/approve`, { token: admin, body: after })).status).toBeGreaterThan(399)
    for (let n = 0; n < 3; n++) await register(guest)
    const refused = await register(guest)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  })
})
