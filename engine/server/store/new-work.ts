import type { RequestContext } from '../auth/request-context.ts'
import type { Seal } from '../auth/seal.ts'
import { assureInvariants, type SignInInvariant } from '../auth/sign-in-invariants.ts'
import type { Database } from '../database/database.ts'
import { setUpTenants } from './tenant-administrator.ts'
import { type HashPassword, type NewIds, type Work, workOn } from './work.ts'

/** What every operation on rows needs. */
export interface WorkParts {
  readonly database: Database
  readonly ids: NewIds
  readonly hashPassword: HashPassword
  readonly seal?: Seal
  readonly encrypt?: (text: string) => string
  /** Called after a transaction that may have changed the rights of users. */
  readonly rightsChanged?: () => void
}

/** The work of one request, outside a transaction. */
export function newWork(parts: WorkParts, ctx: RequestContext): Work {
  const { database, ids, hashPassword, seal, encrypt, rightsChanged } = parts
  let isAuthorityChanged = false
  let invariants: SignInInvariant[] = []
  return {
    ctx,
    ids,
    hashPassword,
    ...(seal && { seal }),
    ...(encrypt && { encrypt }),
    queries: database.kysely,
    authorityChanged(some = []) {
      isAuthorityChanged = true
      invariants.push(...some)
    },
    async transaction(inner) {
      try {
        return await database.transaction(async queries => {
          // Those of an attempt that was rolled back.
          invariants = []
          const result = await inner(queries)
          const added = invariants.flatMap(({ rowId }) => rowId ?? [])
          await setUpTenants(workOn(this, queries), added)
          await assureInvariants(queries, ctx.actor.tenantId, invariants)
          return result
          // Not of the first context: long work has others later.
        }, this.ctx.model.namesVersion)
      } finally {
        // Only after the commit: an earlier query would return the former rights.
        if (isAuthorityChanged) rightsChanged?.()
        isAuthorityChanged = false
      }
    },
  }
}
