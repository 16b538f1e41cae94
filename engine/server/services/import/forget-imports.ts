import type { Queries } from '../../database/database.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'

/** Seconds after which work that tells nothing any more counts as broken off. */
export const patience = 60

/** What holds the rows of imports: as they were checked, as they came, and their lines. */
const stagingTables = ['engine_import_row', 'engine_import_chunk', 'engine_import_line'] as const

/** Forgets an import with its rows; what it wrote stays. */
export async function forgetImport(queries: Queries, id: string): Promise<void> {
  await forgetWhere(queries, sql`id = ${id}::bigint`)
}

/**
 * Forgets imports that nobody touched for a day; for an hour, where the file holds passwords; for a month, where rows
 * were written by halves. What is still to be taken back is kept so long in any case, and what somebody works on is
 * never forgotten.
 */
export async function forgetOldImports(queries: Queries): Promise<void> {
  await forgetWhere(
    queries,
    sql`at < now() - case when state = 'writing' and not coalesce((details ->> 'goodRows')::boolean, false) then interval '30 days'
      when (details ->> 'hasSecrets')::boolean then interval '1 hour'
      when state = 'writing' then interval '30 days' else interval '1 day' end
      and (turn is null or turn_at < now() - make_interval(secs => ${patience}::integer))`,
  )
  for (const table of stagingTables) await forgetStrays(queries, table)
}

/**
 * Forgets rows of imports that are no more: a file that is still read, or a check under way, may keep some after its
 * import went. The ids are walked along the index, which a million rows make no longer.
 */
async function forgetStrays(queries: Queries, table: (typeof stagingTables)[number]): Promise<void> {
  const held = word(table)
  const next = sql`select (select min(import_id) from ${held} where import_id > ids.id) from ids where ids.id is not null`
  const ids = sql`ids(id) as (select min(import_id) from ${held} union all ${next})`
  const strays = sql`select id from ids where id is not null and not exists (select from engine_import i where i.id = ids.id)`
  await runAll(queries, sql`with recursive ${ids} delete from ${held} where import_id in (${strays})`)
}

async function forgetWhere(queries: Queries, which: Fragment): Promise<void> {
  for (const table of stagingTables)
    await runAll(
      queries,
      sql`delete from ${word(table)} where import_id in (select id from engine_import where ${which})`,
    )
  await runAll(queries, sql`delete from engine_import where ${which}`)
}
