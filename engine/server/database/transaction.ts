import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isWorthRetry } from '../errors/database-errors.ts'
import type { Tables } from './database.ts'

const attempts = 6
// Only in tests: tracking every promise costs a server a fifth of its throughput of saves.
const inside = process.env['NODE_ENV'] === 'test' ? new AsyncLocalStorage<{ open: boolean }>() : undefined

/** Runs work in a transaction, and retries it after a deadlock or a serialisation failure. */
export async function transact<Result>(
  kysely: Kysely<Tables>,
  work: (queries: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const scope = { open: true }
    try {
      return await kysely
        .transaction()
        .execute(queries => (inside ? inside.run(scope, () => work(queries)) : work(queries)))
    } catch (error) {
      if (attempt === attempts || !isWorthRetry(error)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    } finally {
      scope.open = false
    }
  }
}

/**
 * Throws in tests if work inside a transaction requests a second connection. On the embedded database it would
 * deadlock, on a server it would exhaust the pool under load, so it is a bug on both.
 */
export function refuseSecondConnection(): void {
  if (inside?.getStore()?.open) throw new Error('Work in a transaction asked for a second connection.')
}
