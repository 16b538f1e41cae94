import type { Model } from '../../engine/model/model.ts'
import { platformTenant } from '../../engine/server/auth/actor.ts'
import { createContexts } from '../../engine/server/auth/request-context.ts'
import type { Database } from '../../engine/server/database/database.ts'
import { newWork } from '../../engine/server/store/new-work.ts'
import type { Work } from '../../engine/server/store/work.ts'
import { testZone } from './databases.ts'

/** The server's own work with a Model: what it writes before there is a user. */
export function serverWork(database: Database, model: Model, reason: 'descriptors' | 'first-start'): Work {
  let id = 0
  const contexts = createContexts({ current: () => model, clock: () => new Date(), zone: testZone })
  const ctx = contexts.operator(platformTenant, reason, 'zh')
  return newWork({ database, ids: { next: () => String(++id) }, hashPassword: async plain => plain }, ctx)
}
