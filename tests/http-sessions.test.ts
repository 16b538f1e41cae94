import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'

const minute = 60_000

describe.each(databasesWalked('postgres'))('sessions ($kind)', kind => {
  let server: ServerUnderTest
  let ahead = 0
  let admin: string
  const info = async (token: string, headers: Record<string, string> = {}) => {
    // The user of a token is cached for less than a second.
    await new Promise(later => setTimeout(later, 900))
    return (await server.call('GET', '/api/blade-user/info', { token, headers })).status
  }
  const get = async (path: string, token: string) => dataOf(await server.call('GET', path, { token }))

  beforeAll(async () => {
    server = await startServer(kind, sampleApp, { clockShift: () => ahead })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    admin = await server.signIn('admin', adminPassword)
  })

  it('ends a session that was not used for half an hour, whatever its page sends by itself', async () => {
    ahead += 29 * minute
    expect(await info(admin)).toBe(200)
    ahead += 29 * minute
    expect(await info(admin, { 'session-idle': '1' })).toBe(200)
    ahead += 2 * minute
    expect(await info(admin)).toBe(401)
  })

  it('ends a session that is in use after twelve hours', async () => {
    const refresh = async () => {
      ahead += 25 * minute
      return info(admin)
    }
    // An access token ends after an hour.
    expect([await refresh(), await refresh()]).toEqual([200, 200])
    const [own] = await get('/api/engine/sessions', admin)
    const { records } = await get('/api/sys/v1/sysSession/page', admin)
    const row = records.find(({ id }: { id: string }) => id === own.id)
    expect(new Date(row.endTime).getTime() - new Date(row.startTime).getTime()).toBe(12 * 60 * minute)
  })

  it('shows users their own sessions, and ends those and no others', async () => {
    const { deptId } = await get('/api/blade-user/info', admin)
    const role = { roleName: '读者', roleAlias: 'reader' }
    const { id: roleId } = dataOf(
      await server.call('POST', '/api/blade/v1/bladeRole/save', { token: admin, body: role }),
    )
    const person = { account: 'reader', name: '甲', realName: '读者甲', password: 'First-26' }
    const save = { ...person, roleId: [roleId], deptId: deptId.split(',') }
    dataOf(await server.call('POST', '/api/blade/v1/bladeUser/save', { token: admin, body: save }))
    const reader = await server.signIn('reader', 'First-26')
    const [first] = await get('/api/engine/sessions', admin)
    expect(first).toMatchObject({ isCurrent: true, address: '127.0.0.1' })
    const end = (token: string, id: string) =>
      server.call('POST', '/api/sys/v1/sysSession/end', { token, body: { id } })
    const another = await server.signIn('admin', adminPassword)
    expect((await end(reader, first.id)).status).toBe(404)
    const listed = (await get('/api/sys/v1/sysSession/page', reader)).records
    expect(listed.map(({ userIdName }: { userIdName: string }) => userIdName)).toEqual(['甲'])
    const [menu, whole] = await Promise.all([reader, admin].map(by => get('/api/engine/index', by)))
    expect([menu, whole].map(index => JSON.stringify(index.menu).includes('sysSession'))).toEqual([false, true])
    expect((await end(another, first.id)).status).toBe(200)
    expect([await info(admin), await info(another)]).toEqual([401, 200])
    const { records } = await get('/api/sys/v1/sysSession/page?sessionState=active', another)
    const theirs = (await get('/api/engine/sessions', reader))[0]
    expect(records.map(({ id }: { id: string }) => id)).toContain(theirs.id)
    dataOf(await end(another, theirs.id))
    expect(await info(reader)).toBe(401)
    const again = await server.signIn('reader', 'First-26')
    const own = (await get('/api/engine/sessions', again)).find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
    dataOf(await end(again, own.id))
    expect(await info(again)).toBe(401)
  })

  it('does not revive a session that ended while its user is cached', async () => {
    expect(await info(admin)).toBe(200)
    ahead += 2 * minute
    await sql`update engine_session set expires_at = '2000-01-01'`.execute(server.engine.database.kysely)
    await server.call('GET', '/api/blade-user/info', { token: admin })
    expect(await info(admin)).toBe(401)
  })
})
