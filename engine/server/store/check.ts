import type { Resource } from '../../model/model.ts'
import { assureInvariants, type SignInInvariant } from '../auth/sign-in-invariants.ts'
import { word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { isWorthRetry, refusalOf } from '../errors/database-errors.ts'
import type { Refusal } from '../errors/refuse.ts'
import { duplicateOf } from './duplicate.ts'
import { type Work, workOn } from './work.ts'

/** Runs work in a savepoint that is rolled back in any case: its result, and its refusals, are those of the same work. */
const checked = <Result>(work: Work, run: (inside: Work) => Promise<Result>): Promise<Result> =>
  work.transaction(queries => inSavepoint(checking(workOn(work, queries)), run, 'undone'))

/**
 * Runs operations of which nothing stays written. Each transaction of them is a savepoint, so that an operation reads what
 * those before it wrote, and a refused one wrote nothing.
 */
export const rolledBack = <Result>(work: Work, run: (inside: Work) => Promise<Result>): Promise<Result> =>
  checked(work, ({ made: _none, ...inside }) => {
    let invariants: SignInInvariant[] = []
    return run({
      ...inside,
      authorityChanged: (some = []) => void invariants.push(...some),
      transaction: operation =>
        inSavepoint(
          inside,
          async ({ queries, authorityChanged }) => {
            invariants = []
            const result = await operation(queries)
            authorityChanged(invariants)
            return result
          },
          'kept',
        ),
    })
  })

/** The refusal of each item that cannot be written, after those before it; nothing stays written. */
export async function refusalsOf<Item>(
  work: Work,
  resource: Resource,
  items: readonly Item[],
  write: (inside: Work, items: readonly Item[]) => Promise<unknown>,
): Promise<ReadonlyMap<Item, Refusal>> {
  const refusals = new Map<Item, Refusal>()
  if (items.length === 0) return refusals
  const attempt = async (inside: Work, some: readonly Item[]) => {
    try {
      await inSavepoint(inside, own => write(own, some), 'kept')
      return undefined
    } catch (error) {
      const refusal = duplicateOf(work.ctx, resource, error) ?? refusalOf(error)
      if (!refusal || refusal.status === 503 || isWorthRetry(error)) throw error
      return refusal
    }
  }
  await checked(work, async inside => {
    refusals.clear()
    if (!(await attempt(inside, items))) return
    for (const item of items) {
      const refusal = await attempt(inside, [item])
      if (refusal) refusals.set(item, refusal)
    }
  })
  return refusals
}

/** Nothing is digested, and the rights of users are as before. */
const checking = (work: Work): Work => ({ ...work, hashPassword: async () => '', authorityChanged: () => undefined })

async function inSavepoint<Result>(
  work: Work,
  run: (inside: Work) => Promise<Result>,
  then: 'kept' | 'undone',
): Promise<Result> {
  const { queries, ctx } = work
  const invariants: SignInInvariant[] = []
  // Automatic steps are made once in each attempt.
  const inside = { ...work, made: new Set<string>(), authorityChanged: (some = []) => void invariants.push(...some) }
  await runAll(queries, word('savepoint engine_check'))
  let isKept = false
  try {
    const result = await run(inside)
    await assureInvariants(queries, ctx.actor.tenantId, invariants)
    isKept = then === 'kept'
    return result
  } finally {
    if (!isKept) await runAll(queries, word('rollback to savepoint engine_check'))
    await runAll(queries, word('release savepoint engine_check'))
  }
}
