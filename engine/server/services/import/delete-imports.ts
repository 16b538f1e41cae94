import type { Queries } from '../../database/database.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'

/** Seconds without an update after which work counts as interrupted. */
const leaseTimeout = 60

/** The name of this process's connections, by which the others find that it has ended. Null on the embedded database. */
export const processName = word("nullif(current_setting('application_name'), '')")

/** The process that worked on the import has ended: it has no connection. */
export const isAbandoned = word(
  `(turn is not null and turn_by is not null and not exists (select from pg_stat_activity a where a.application_name = turn_by))`,
)

/** No process works on the import. */
export const isIdle = sql`(turn is null or turn_at < now() - make_interval(secs => ${leaseTimeout}::integer) or ${isAbandoned})`

/**
 * When an import that does not change is deleted: after a day, an hour if the file contains passwords, a month if it was
 * partly written. One that must still be rolled back is kept for a month in any case.
 */
export const expiry = `(at + case when state = 'writing' and not coalesce((details ->> 'goodRows')::boolean, false) then interval '30 days'
  when (details ->> 'hasSecrets')::boolean then interval '1 hour'
  when state = 'writing' then interval '30 days' else interval '1 day' end)`

/** The tables of import rows: checked rows, uploaded rows and their lines. */
const stagingTables = ['engine_import_row', 'engine_import_line'] as const

/** Deletes an import with its staged rows; written records remain. */
export async function deleteImport(queries: Queries, id: string): Promise<void> {
  await forgetWhere(queries, sql`id = ${id}::bigint`)
}

/** Deletes expired imports; one in progress is never deleted. */
export async function deleteOldImports(queries: Queries, now: Date): Promise<number> {
  const count = await forgetWhere(
    queries,
    sql`${word(expiry)} < ${now.toISOString()}::timestamptz
      and ${isIdle}`,
  )
  for (const table of stagingTables) await forgetStrays(queries, table)
  return count
}

/**
 * Deletes rows of deleted imports: a file being read, or a check in progress, may store some after the deletion of its
 * import. The ids are found by an index skip scan, whose time does not depend on the number of rows.
 */
async function forgetStrays(queries: Queries, table: (typeof stagingTables)[number]): Promise<void> {
  const stagedTable = word(table)
  const next = sql`select (select min(import_id) from ${stagedTable} where import_id > ids.id) from ids where ids.id is not null`
  const ids = sql`ids(id) as (select min(import_id) from ${stagedTable} union all ${next})`
  const strays = sql`select id from ids where id is not null and not exists (select from engine_import i where i.id = ids.id)`
  await runAll(queries, sql`with recursive ${ids} delete from ${stagedTable} where import_id in (${strays})`)
}

async function forgetWhere(queries: Queries, which: Fragment): Promise<number> {
  for (const table of stagingTables)
    await runAll(
      queries,
      sql`delete from ${word(table)} where import_id in (select id from engine_import where ${which})`,
    )
  return (await runAll(queries, sql`delete from engine_import where ${which} returning id`)).length
}
