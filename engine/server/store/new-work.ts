import type { RequestContext } from '../auth/request-context.ts'
import type { Database } from '../database/database.ts'
import type { HashPassword, NewIds, Seal, Work } from './work.ts'

/** What every operation on rows needs. */
export interface WorkParts {
  readonly database: Database
  readonly ids: NewIds
  readonly hashPassword: HashPassword
  readonly seal?: Seal
  /** Called after a transaction that may have changed the rights of users. */
  readonly rightsChanged?: () => void
}

/** The work of one request, outside a transaction. */
export function newWork(parts: WorkParts, ctx: RequestContext): Work {
  const { database, ids, hashPassword, seal, rightsChanged } = parts
  let isAuthorityChanged = false
  return {
    ctx,
    ids,
    hashPassword,
    ...(seal && { seal }),
    queries: database.kysely,
    authorityChanged() {
      isAuthorityChanged = true
    },
    async transaction(inner) {
      try {
        return await database.transaction(inner)
      } finally {
        // Only after the commit: an earlier query would return the former rights.
        if (isAuthorityChanged) rightsChanged?.()
        isAuthorityChanged = false
      }
    },
  }
}
