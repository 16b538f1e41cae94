import type { Database } from '../database/database.ts'
import type { DatabaseClock } from '../database/database-clock.ts'
import { done } from '../errors/envelope.ts'
import { refuse } from '../errors/refuse.ts'
import type { App } from './app.ts'

/**
 * `/health/live` while the process runs, `/health/ready` while it can serve requests: 503 if the database is
 * unreachable, if its clock differs from the server's by more than a minute, if the process is about to stop, or if a
 * newer engine has upgraded the database. Of these, only the last refuses all other requests as well.
 */
export function healthCalls(
  app: App,
  database: Database,
  clock: DatabaseClock,
  { retired, stopping }: { readonly retired: AbortSignal; readonly stopping: AbortSignal },
): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    // A proxy that keeps connections would send a request while the last ones are closed.
    if (stopping.aborted) reply.header('connection', 'close')
    if (!url.startsWith('/health/')) retired.throwIfAborted()
  })
  const open = { config: { open: true, kind: 'free' } } as const
  app.get('/health/live', open, request => done({ live: true }, request.language))
  app.get('/health/ready', open, async request => {
    if (stopping.aborted) throw refuse.stopping()
    await database.ping()
    await clock.check()
    retired.throwIfAborted()
    return done({ ready: true }, request.language)
  })
}
