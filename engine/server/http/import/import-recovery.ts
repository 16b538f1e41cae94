import { rm } from 'node:fs/promises'
import { administrator } from '../../auth/administrator.ts'
import { recoverImports } from '../../services/import/recover-imports.ts'
import { leaveAllTurns } from '../../services/import/staged-import.ts'
import type { App } from '../app.ts'
import type { ImportCallParts, ImportWork } from './import-work.ts'

const everyMilliseconds = 60_000

/** Recovers interrupted imports at start and at intervals; returns a function that stops it. */
export function recoverOnItsOwn(app: App, parts: ImportCallParts, { workOf }: ImportWork): () => Promise<void> {
  const { database, holder, zone } = parts
  const queries = database.kysely
  const recover = async () => {
    const admin = await administrator(database, 'zh')
    const ctx = { model: holder.current(), clock: { now: new Date(), zone } }
    return recoverImports(
      queries,
      ({ tenantId, userId }) => workOf({ ...ctx, caller: { ...admin, tenantId, userId } }),
      notRolledBack,
    )
  }
  const notRolledBack = (error: unknown) =>
    app.log.warn({ err: error }, 'imports that broke off could not be taken back')
  let recovering = Promise.resolve()
  const recoverNow = () => {
    recovering = recover().then(count => {
      if (count > 0) app.log.warn({ count }, 'imports that broke off were taken back')
    }, notRolledBack)
  }
  app.addHook('onReady', async () => {
    await rm(parts.scratch, { recursive: true, force: true })
    // An embedded database has one process: leases belong to one that has ended.
    if (database.kind === 'embedded') await leaveAllTurns(queries)
    recoverNow()
  })
  const timer = setInterval(recoverNow, everyMilliseconds).unref()
  return async () => {
    clearInterval(timer)
    await recovering
  }
}
