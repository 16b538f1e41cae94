import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordAct, verifyAudit } from '../engine/server/auth/audit.ts'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

describe.each(databasesWalked('postgres'))('the audit log on $kind (semantics 54)', kind => {
  let server: ServerUnderTest
  const run = (statement: ReturnType<typeof sql>) => statement.execute(server.engine.database.kysely)
  const by = (tenantId: string) => ({
    actor: { tenantId, userId: '7', kind: 'user' as const },
    clock: { now: new Date('2026-11-30T02:00:00.123Z') },
    client: { sessionId: 's', address: '10.0.0.7' },
  })

  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
  })
  afterAll(() => server.close())

  describe('of a tenant', () => {
    let admin: ServerCalls
    let userId: string
    const acts = async (kind: string) => {
      const { rows } = await run(
        sql`select user_id::text as by, actor_kind as actor, detail, resource, record_id::text as id, names, address, session_id as session
          from engine_audit where tenant_id = '000000' and kind = ${kind} order by n desc`,
      )
      return rows as Record<string, string | null>[]
    }
    const last = async (kind: string) => (await acts(kind))[0]

    beforeAll(async () => {
      admin = serverCalls(server, await server.signIn('admin', adminPassword))
      const [{ id: deptId }] = (await admin.data('GET', 'blade/v1/bladeDept/page')).records
      const role = await admin.data('POST', 'blade/v1/bladeRole/save', { roleName: 'none', roleAlias: 'none' })
      const person = { account: 'audited', name: 'audited', realName: '某人', password: 'Person-26' }
      userId = (await admin.data('POST', 'blade/v1/bladeUser/save', { ...person, roleId: [role.id], deptId })).id
    })

    it('has a row for each sign-in and each refused one', async () => {
      expect(await last('signIn')).toMatchObject({ actor: 'user', names: 'mingchu', address: '127.0.0.1' })
      const before = (await acts('signInRefused')).length
      await server.signIn('audited', 'wrong').catch(() => undefined)
      await server.signIn('unknown', 'wrong').catch(() => undefined)
      const rows = await acts('signInRefused')
      expect(rows.length).toBe(before + 2)
      expect(rows.slice(0, 2)).toMatchObject([
        { by: null, detail: 'invalid_grant' },
        { by: userId, detail: 'invalid_grant' },
      ])
    })

    it('has a row for each grant, with the codes that are gained and lost', async () => {
      const role = await admin.data('POST', 'blade/v1/bladeRole/save', {
        ...{ roleName: 'r', roleAlias: 'audited', codes: ['purchase_view'] },
      })
      expect(await last('grant')).toMatchObject({ detail: 'added', resource: 'bladeRole', id: role.id })
      await admin.data('PUT', 'blade/v1/bladeRole/update', { id: role.id, codes: ['purchase_edit'] })
      expect(await last('grant')).toMatchObject({ detail: 'changed', names: '+purchase_edit, -purchase_view' })
      const count = (await acts('grant')).length
      expect((await admin.call('PUT', 'blade/v1/bladeRole/update', { id: role.id, codes: ['nothing'] })).status).toBe(
        400,
      )
      expect((await acts('grant')).length).toBe(count)
    })

    it('has a row for each export, reset, sign-out and change of the descriptors', async () => {
      expect((await admin.call('GET', 'engine/export/bladeUser?format=csv&columns=account')).status).toBe(200)
      expect(await last('export')).toMatchObject({ resource: 'bladeUser', names: 'account' })
      await admin.data('POST', `blade-user/reset-password?userIds=${userId}`)
      expect(await last('reset')).toMatchObject({ detail: 'byAdministrator', id: userId })
      const other = await server.signIn('admin', adminPassword)
      await server.call('GET', '/api/blade-auth/oauth/logout', { token: other })
      expect(await last('sessionEnded')).toMatchObject({ detail: 'signedOut' })
      expect(await last('descriptors')).toMatchObject({ actor: 'system', by: null })
    })

    it('is read only by those who may, which is an act, and changed by no user', async () => {
      const { records } = await admin.data('GET', 'sys/v1/sysAudit/page?actKind=grant')
      expect(records[0]).toMatchObject({ actKind: 'grant', ofResource: 'bladeRole' })
      expect(await last('auditRead')).toMatchObject({ actor: 'user' })
      for (const [method, call] of [
        ['POST', 'save'],
        ['PUT', 'update'],
        ['DELETE', `removeById?id=${records[0].id}`],
      ] as const)
        expect((await admin.call(method, `sys/v1/sysAudit/${call}`, {})).status).toBe(405)
      expect((await admin.call('POST', 'sys/v1/sysAudit/verify', {})).body.data).toMatchObject({
        checked: expect.any(Number),
      })
    })
  })

  describe('as a chain', () => {
    const verify = async () => verifyAudit(server.engine.database.kysely, 'chained')
    beforeEach(async () => {
      await run(sql`delete from engine_audit where tenant_id = 'chained'`)
      await run(sql`delete from engine_audit_chain where tenant_id = 'chained'`)
      const { kysely } = server.engine.database
      for (const reason of ['a', 'b', 'c', 'd']) await recordAct(kysely, by('chained'), { kind: 'grant', reason })
    })

    it('is intact after parallel acts of one tenant, whatever another tenant does', async () => {
      const { database } = server.engine
      const acts = [...Array(20).keys()].map(n =>
        database.transaction(queries => recordAct(queries, by(n % 2 ? 'chained' : 'other'), { kind: 'export' })),
      )
      await Promise.all(acts)
      expect(await verify()).toEqual([{ tenantId: 'chained', checked: 14 }])
    })

    it('has no row of an act that is rolled back', async () => {
      const work = server.engine.database.transaction(async queries => {
        await recordAct(queries, by('chained'), { kind: 'grant' })
        throw new Error('rolled back')
      })
      await expect(work).rejects.toThrow('rolled back')
      expect(await verify()).toEqual([{ tenantId: 'chained', checked: 4 }])
    })

    it.each([
      ['changed', sql`update engine_audit set user_id = 8 where tenant_id = 'chained' and n = 3`, 3],
      ['removed', sql`delete from engine_audit where tenant_id = 'chained' and n = 2`, 2],
      ['removed at the end', sql`delete from engine_audit where tenant_id = 'chained' and n = 4`, 4],
      ['removed, all of them', sql`delete from engine_audit where tenant_id = 'chained'`, 1],
      [
        'swapped',
        sql`update engine_audit set n = case n when 2 then 30 else 2 end where tenant_id = 'chained' and n in (2, 3)`,
        2,
      ],
      [
        'appended after the end',
        sql`insert into engine_audit (tenant_id, n, at, kind, actor_kind, digest)
          select tenant_id, 5, at, kind, actor_kind, digest from engine_audit where tenant_id = 'chained' and n = 4`,
        5,
      ],
    ])('finds a row that was %s', async (_how, statement, broken) => {
      await run(statement)
      expect(await verify()).toMatchObject([{ tenantId: 'chained', broken }])
    })
  })

  it.runIf(kind.kind === 'postgres')(
    'is append-only for the application after the statements of the guide',
    async () => {
      const [app, owner] = ['audited_application', 'audited_owner']
      const guide = readFileSync('docs/guide/rights.md', 'utf8')
      const script = /```sql\n(create role mingchu_audit[^`]*)```/.exec(guide)?.[1] ?? ''
      const named = script.replaceAll('mingchu_audit', owner).replaceAll(/\bmingchu\b/g, app)
      await run(sql.raw(`create role ${app}; ${named}`))
      const asApplication = (statement: string) =>
        server.engine.database.kysely.transaction().execute(async inside => {
          await sql.raw(`set local role ${app}`).execute(inside)
          return sql.raw(statement).execute(inside)
        })
      const denied = { code: '42501' }
      await expect(asApplication('update engine_audit set user_id = 8')).rejects.toMatchObject(denied)
      await expect(asApplication('delete from engine_audit')).rejects.toMatchObject(denied)
      const added = `insert into engine_audit select (jsonb_populate_record(a, '{ "n": 100000 }')).* from engine_audit a limit 1`
      expect((await asApplication(added)).numAffectedRows).toBe(1n)
      await run(
        sql.raw(
          `reassign owned by ${owner} to current_user; drop owned by ${app}, ${owner}; drop role ${app}, ${owner}`,
        ),
      )
    },
  )
})
