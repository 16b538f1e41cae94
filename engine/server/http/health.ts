import type { Database } from '../database/database.ts'
import { done } from '../errors/envelope.ts'
import type { App } from './app.ts'

/**
 * `/health/live` while the process runs, `/health/ready` while it can serve requests: 503 if the database is
 * unreachable.
 */
export function healthCalls(app: App, database: Database): void {
  const open = { config: { open: true } } as const
  app.get('/health/live', open, request => done({ live: true }, request.language))
  app.get('/health/ready', open, async request => {
    await database.ping()
    return done({ ready: true }, request.language)
  })
}
