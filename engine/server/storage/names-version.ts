import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { namesLock } from '../database/transaction.ts'

const isThere = async (queries: Queries, table: string): Promise<boolean> => {
  const { rows } = await execute<{ found: string | null }>(queries, sql`select to_regclass(${table}) as found`)
  return rows[0]?.found != null
}

/** Whether a process serves a Model of the tables. */
export async function isServed(queries: Queries): Promise<boolean> {
  if (!(await isThere(queries, 'engine_worker'))) return false
  const { rows } = await execute(queries, sql`select from engine_worker where until > now() limit 1`)
  return rows.length > 0
}

/**
 * Waits for transactions that write, which read the version of the names first, and keeps others from beginning. Returns
 * whether there is one: a new database has no table for it.
 */
export async function lockNames(queries: Queries): Promise<boolean> {
  if (!(await isThere(queries, 'engine_revision'))) return false
  await execute(queries, sql`select pg_advisory_xact_lock(${namesLock}::bigint)`)
  return true
}

/** Refuses what processes write that use tables or columns which are dropped, until they serve the present revision. */
export const raiseNamesVersion = (queries: Queries) =>
  execute(queries, sql`update engine_revision set names_version = names_version + 1 where id = 1`)
