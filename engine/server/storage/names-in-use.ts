import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { namesLock } from '../database/transaction.ts'
import type { NamesInUse } from './staged-names.ts'

const isThere = async (queries: Queries, table: string): Promise<boolean> => {
  const { rows } = await execute<{ found: string | null }>(queries, sql`select to_regclass(${table}) as found`)
  return rows[0]?.found != null
}

/** A request that began before its process followed may still read by the former names. */
const longestRead = sql`interval '1 second'`

const isBehind = sql`exists (select from engine_worker w where w.until > now()
  and (coalesce(w.names_version, -1) < f.names_version or f.freed > now() - ${longestRead}))`

/** The names that the processes on this database use. A database of an earlier version does not record former names. */
export async function namesInUse(queries: Queries): Promise<NamesInUse> {
  if (!(await isThere(queries, 'engine_worker'))) return { isLive: false, former: new Set() }
  const live = await execute(queries, sql`select from engine_worker where until > now() limit 1`)
  if (live.rows.length === 0) return { isLive: false, former: new Set() }
  if (!(await isThere(queries, 'engine_former_name'))) return { isLive: true, former: new Set() }
  const { rows } = await execute<{ name: string }>(
    queries,
    sql`select f.name from engine_former_name f where ${isBehind}`,
  )
  return { isLive: true, former: new Set(rows.map(({ name }) => name)) }
}

/** Whether all processes have left the names that the last changes freed. */
export async function areNamesFree(queries: Queries): Promise<boolean> {
  const { rows } = await execute(queries, sql`select from engine_former_name f where ${isBehind} limit 1`)
  return rows.length === 0
}

/**
 * Waits for transactions that write, which read the version of the names first, and keeps others from beginning. Returns whether there is one: a
 * database of an earlier version has no table for it.
 */
export async function lockNames(queries: Queries): Promise<boolean> {
  if (!(await isThere(queries, 'engine_former_name'))) return false
  await execute(queries, sql`select pg_advisory_xact_lock(${namesLock}::bigint)`)
  return true
}

/** Records that these names are free once no process serves an earlier version. */
export async function freeNames(queries: Queries, names: readonly string[]): Promise<void> {
  await execute(queries, sql`delete from engine_former_name f where not ${isBehind}`)
  await execute(queries, sql`update engine_revision set names_version = names_version + 1 where id = 1`)
  await execute(
    queries,
    sql`
    insert into engine_former_name (name, names_version, freed)
    select name, (select names_version from engine_revision where id = 1), now() from unnest(${names}::text[]) name
    where exists (select from engine_revision where id = 1)
    on conflict (name) do update set names_version = excluded.names_version, freed = excluded.freed`,
  )
}
