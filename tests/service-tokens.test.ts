import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { listenToEvents } from './support/event-listener.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { linesOf, type ServerCalls, serverCalls } from './support/server-calls.ts'

const tokens = 'blade/v1/bladeServiceToken'

describe.each(databasesWalked('postgres'))('service tokens on $kind (semantics 8)', kind => {
  let server: ServerUnderTest
  let admin: ServerCalls
  let roleId: string
  let count = 0

  const issue = async (more: object = {}) => {
    const given = {
      operations: 'purchase_view\npurchase_add\nbladeServiceToken_*\nbladeRole_*',
      expireTime: '2099-01-01 00:00:00',
    }
    const { id } = await admin.data('POST', `${tokens}/save`, { name: `t${++count}`, roleId, ...given, ...more })
    const { secret } = await admin.data('POST', `${tokens}/issue`, { id })
    return { id: String(id), secret: String(secret) }
  }
  const page = async (secret: string, resource = 'purchase') =>
    (await admin.call('GET', `city/v1/${resource}/page?size=2`, undefined, secret)).status

  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
    admin = serverCalls(server, await server.signIn('admin', adminPassword))
    const codes = [
      'purchase_view',
      'purchase_add',
      'purchase_edit',
      'ward_view',
      'ward_add',
      'ward_export',
      'ward_edit',
      'role_view',
      'role_add',
    ]
    roleId = (await admin.data('POST', 'blade/v1/bladeRole/save', { roleName: 'd', roleAlias: 'display', codes })).id
  })
  afterAll(() => server.close())

  it('have those codes of their role that they list, and act as their own row', async () => {
    const { id, secret } = await issue()
    expect(await page(secret)).toBe(200)
    expect((await admin.call('PUT', 'city/v1/purchase/update', { id: '1' }, secret)).status).toBe(403)
    expect((await admin.call('GET', 'blade/v1/bladeUser/page', undefined, secret)).status).toBe(403)
    const { rows } = await server.engine.database.kysely
      .selectFrom('engine_audit')
      .selectAll()
      .where('kind', '=', 'token')
      .execute()
      .then(rows => ({ rows }))
    expect(rows.at(-1)).toMatchObject({ resource: 'bladeServiceToken', record_id: id })
    expect(JSON.stringify(await admin.data('GET', `${tokens}/getById?id=${id}`))).not.toContain(secret)
  })

  it('sign a display in: what its pages read is answered', async () => {
    const { secret } = await issue()
    const index = await admin.data('GET', 'engine/index', undefined, secret)
    expect(index.me).toMatchObject({ administrator: false })
    expect(index.resources.map(({ name }: { name: string }) => name)).toContain('purchase')
    for (const path of ['engine/resource/purchase', 'engine/views/purchase', 'engine/pages'])
      expect([path, (await admin.call('GET', path, undefined, secret)).status]).toEqual([path, 200])
  })

  it('are refused on the calls of an account, whose person they are not', async () => {
    const { secret } = await issue()
    for (const path of ['engine/second-factor', 'engine/lock', 'blade-user/update-password', 'blade-user/update-info'])
      expect([path, (await admin.call('POST', path, {}, secret)).status]).toEqual([path, 403])
    expect((await admin.call('GET', 'engine/sessions', undefined, secret)).status).toBe(403)
  })

  it('keep the stream of a display open, which takes one request, until they are revoked', async () => {
    const { id, secret } = await issue({ operations: 'ward_*', requestsPerMinute: 2 })
    const address = await server.engine.app.listen({ port: 0 })
    const listener = await listenToEvents(address, secret, 'resources=ward')
    // Longer than the interval in which ended sessions are looked for.
    await pause(1500)
    for (const name of ['first', 'second']) await listener.reports('ward', await admin.save('ward', { name }))
    expect(await page(secret, 'ward')).toBe(200)
    await admin.data('POST', `${tokens}/revoke`, { id })
    await listener.ended()
  })

  it('are refused the rows of a bulk operation that follow their revocation (semantics 22)', async () => {
    const { id, secret } = await issue({ operations: 'ward_*' })
    const run = (text: string) => sql.raw(text).execute(server.engine.database.kysely)
    const ids: string[] = []
    for (let n = 0; n < 55; n++) ids.push(await admin.save('ward', { name: `bulk ${n}` }))
    await run(`create function revoke_token() returns trigger language plpgsql as $$ begin
      update blade_service_token set revoked_at = now() where id = ${id}; return null; end $$`)
    await run('create trigger revoke_token after update on ward for each row execute function revoke_token()')
    const order = { select: { ids }, do: { kind: 'update', values: { people: 5 } } }
    const { done, failed } = linesOf(await admin.call('POST', 'engine/bulk/ward', order, secret)).at(-1)
    await run('drop trigger revoke_token on ward')
    expect([done > 0, failed >= 5, done + failed]).toEqual([true, true, 55])
  })

  it('are named in the history of what they save', async () => {
    const { secret } = await issue({ operations: 'ward_*' })
    const { id } = await admin.data('POST', 'city/v1/ward/save', { name: 'by a device' }, secret)
    const [entry] = await admin.data('GET', `engine/history/ward/${id}`)
    expect(entry).toMatchObject({ actorKind: 'service', userName: `t${count}` })
    await admin.call('GET', 'engine/export/ward?format=csv&columns=name', undefined, secret)
    const [act] = (await admin.data('GET', 'sys/v1/sysAudit/page?actKind=export')).records
    expect(act).toMatchObject({ userId: null, serviceTokenIdName: `t${count}` })
    await admin.call('GET', 'blade-auth/oauth/logout', undefined, secret)
    expect((await admin.data('GET', 'sys/v1/sysAudit/page?actKind=sessionEnded')).total).toBe(0)
  })

  it('neither grant rights nor create tokens, whatever their role', async () => {
    const [{ id: administrator }] = (await admin.data('GET', 'blade/v1/bladeRole/page?roleAlias=administrator')).records
    const { secret } = await issue({ roleId: administrator })
    expect(await page(secret)).toBe(200)
    const record = { name: 'own', roleId, operations: 'x', expireTime: '2099-01-01 00:00:00' }
    expect((await admin.call('POST', `${tokens}/save`, record, secret)).status).toBe(403)
    const role = { roleName: 'x', roleAlias: 'x', codes: [] }
    expect((await admin.call('POST', 'blade/v1/bladeRole/save', role, secret)).status).toBe(403)
  })

  it('are added neither by who works for an owner nor for a role with more rights (semantics 7)', async () => {
    const codes = ['bladeServiceToken_add', 'ward_view']
    const own = await admin.data('POST', 'blade/v1/bladeRole/save', { roleName: 'o', roleAlias: 'own', codes })
    const { deptId } = await admin.data('GET', 'blade-user/info')
    const user = { account: 'own', name: 'own', realName: 'own', password: 'Person-26', deptId, roleId: [own.id] }
    const { id } = await admin.data('POST', 'blade/v1/bladeUser/save', user)
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    const by = await server.signIn('own', 'Person-26')
    const add = async (of: string) => {
      const record = { name: `t${++count}`, roleId: of, operations: 'ward_*', expireTime: '2099-01-01 00:00:00' }
      return (await admin.call('POST', `${tokens}/save`, record, by)).status
    }
    expect([await add(own.id), await add(roleId)]).toEqual([200, 403])
    const ownerIds = [await admin.save('ward', { name: 'owner' })]
    await admin.data('PUT', 'blade/v1/bladeUser/update', { id, ownerIds })
    expect(await add(own.id)).toBe(403)
  })

  it('are refused above their limits, from other addresses, expired, revoked and replaced', async () => {
    const few = await issue({ rowsPerDay: 3, operations: 'ward_*' })
    for (const name of ['a', 'b']) await admin.save('ward', { name })
    expect([await page(few.secret, 'ward'), await page(few.secret, 'ward')]).toEqual([200, 429])
    const writing = await issue({ rowsPerDay: 1, operations: 'ward_*' })
    const write = async (name: string) =>
      (await admin.call('POST', 'city/v1/ward/save', { name }, writing.secret)).status
    expect([await write('kept'), await write('refused')]).toEqual([200, 429])
    expect((await admin.data('GET', 'city/v1/ward/page?name=refused')).total).toBe(0)
    const slow = await issue({ requestsPerMinute: 2 })
    expect([await page(slow.secret), await page(slow.secret), await page(slow.secret)]).toEqual([200, 200, 429])
    expect(await page((await issue({ addresses: '10.0.0.0/8' })).secret)).toBe(403)
    expect(await page((await issue({ addresses: '127.0.0.0/8' })).secret)).toBe(200)
    expect(await page((await issue({ expireTime: '2001-01-01 00:00:00' })).secret)).toBe(401)
    const replaced = await issue()
    const { secret } = await admin.data('POST', `${tokens}/issue`, { id: replaced.id })
    expect(await page(replaced.secret)).toBe(401)
    expect(await page(secret)).toBe(200)
    await admin.data('POST', `${tokens}/revoke`, { id: replaced.id })
    expect(await page(secret)).toBe(401)
  })
})
