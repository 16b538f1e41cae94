import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { isWorthRetry } from '../errors/database-errors.ts'
import { refuse } from '../errors/refuse.ts'
import type { Tables } from './database.ts'

const attempts = 6
// Only in tests: tracking every promise costs a server a fifth of its throughput of saves.
const inside = process.env['NODE_ENV'] === 'test' ? new AsyncLocalStorage<{ open: boolean }>() : undefined

/**
 * Runs work in a transaction, and retries it after a deadlock or a serialisation failure. Refuses it where the names of
 * tables and columns have another version than the given one, because some were dropped.
 */
export async function transact<Result>(
  kysely: Kysely<Tables>,
  work: (queries: Transaction<Tables>) => Promise<Result>,
  namesVersion?: number,
): Promise<Result> {
  const inScope = (scope: { open: boolean }) => (queries: Transaction<Tables>) =>
    inside ? inside.run(scope, () => work(queries)) : work(queries)
  for (let attempt = 1; ; attempt++) {
    const scope = { open: true }
    try {
      if (namesVersion === undefined) return await kysely.transaction().execute(inScope(scope))
      return await withNames(kysely, inScope(scope), namesVersion)
    } catch (error) {
      if (attempt === attempts || !isWorthRetry(error)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    } finally {
      scope.open = false
    }
  }
}

/**
 * The number of the lock that writing transactions share until their end, and for which a change that drops tables or
 * columns waits. A statement alone needs none: the lock of its table is enough, because the change takes that as well.
 */
export const namesLock = 7_061_105_002

/** The version is read in the round trip that begins the transaction, after the lock that keeps it valid. */
const begin = CompiledQuery.raw(
  `begin; select pg_advisory_xact_lock_shared(${namesLock}); select coalesce((select names_version from engine_revision where id = 1), 0) as version`,
)

async function withNames<Result>(
  kysely: Kysely<Tables>,
  work: (queries: Transaction<Tables>) => Promise<Result>,
  namesVersion: number,
): Promise<Result> {
  return kysely.connection().execute(async connection => {
    const queries = connection as Transaction<Tables>
    try {
      const { rows } = await queries.executeQuery<{ version: number }>(begin)
      if (rows[0]?.version !== namesVersion) throw refuse.tablesChanged()
      const result = await work(queries)
      await queries.executeQuery(CompiledQuery.raw('commit'))
      return result
    } catch (error) {
      // The first error is the cause; a lost connection has no transaction to end.
      await queries.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
      throw error
    }
  })
}

/**
 * Throws in tests if work inside a transaction requests a second connection. On the embedded database it would
 * deadlock, on a server it would exhaust the pool under load, so it is a bug on both.
 */
export function refuseSecondConnection(): void {
  if (inside?.getStore()?.open) throw new Error('Work in a transaction asked for a second connection.')
}
