import { administrator } from '../../engine/server/auth/administrator.ts'
import { recoverImports } from '../../engine/server/services/import/recover-imports.ts'
import { newWork } from '../../engine/server/store/new-work.ts'
import { testZone } from './databases.ts'
import type { ImportCalls } from './import-calls.ts'
import type { ServerUnderTest } from './server.ts'

/** Simulates an import whose server was killed while it wrote all or nothing. */
export async function breakOff({ run }: ImportCalls, id: string): Promise<void> {
  await run(
    `update engine_import set state = 'writing', turn = 'gone', turn_at = now() - interval '2 minutes', details = jsonb_set(details, '{goodRows}', 'false') where id = ${id}`,
  )
}

/** Rolls back interrupted imports, as a server does periodically; returns how many succeeded and failed. */
export async function recovered({
  engine,
}: ServerUnderTest): Promise<{ readonly back: number; readonly failed: number }> {
  const { database, model } = engine
  const admin = await administrator(database, 'zh')
  let [id, failed] = [0, 0]
  const back = await recoverImports(
    database.kysely,
    ({ tenantId, userId }) => {
      const caller = { ...admin, tenantId, userId }
      const ctx = { caller, model: model(), clock: { now: new Date(), zone: testZone } }
      return newWork({ database, ids: { next: () => String(++id) }, hashPassword: async plain => plain }, ctx)
    },
    () => {
      failed += 1
    },
  )
  return { back, failed }
}
