import { jobReason, reasonsOfJobs } from '../../engine/server/auth/reasons.ts'
import { createContexts } from '../../engine/server/auth/request-context.ts'
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
  const reasons = reasonsOfJobs({ 'import-recovery': { title: { zh: '回滚导入', en: 'Roll back' } } })
  const contexts = createContexts({ current: model, clock: () => new Date(), zone: testZone, reasons })
  let [id, failed] = [0, 0]
  const back = await recoverImports(
    database.kysely,
    tenantId => {
      const ctx = contexts.operator(tenantId, jobReason('import-recovery'), 'zh')
      return newWork({ database, ids: { next: () => String(++id) }, hashPassword: async plain => plain }, ctx)
    },
    () => {
      failed += 1
    },
  )
  return { back, failed }
}
