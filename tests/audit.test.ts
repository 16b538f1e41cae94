import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordAct, verifyAudit } from '../engine/server/auth/audit.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

describe.each(databasesUnderTest())('the audit log on $kind (semantics 54)', kind => {
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
    ])('finds a row that was %s', async (_how, statement, broken) => {
      await run(statement)
      expect(await verify()).toMatchObject([{ tenantId: 'chained', broken }])
    })
  })
})
