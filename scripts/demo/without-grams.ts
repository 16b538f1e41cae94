import type { Resource } from '../../engine/model/model.ts'
import type { Database } from '../../engine/server/database/database.ts'
import { run } from '../../engine/server/database/run.ts'

/**
 * Runs work without the gram indexes of a table: maintaining them takes four times as long as building them afterwards.
 */
export async function withoutGrams<Result>(
  { kysely: queries, patiently }: Database,
  { table }: Resource,
  work: () => Promise<Result>,
): Promise<Result> {
  const found = await run(
    queries,
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     where i.indrelid = $1::text::regclass and a.amname = 'gin'`,
    [`"${table}"`],
  )
  for (const { name } of found) await run(queries, `drop index "${name}"`, [])
  try {
    return await work()
  } finally {
    await patiently(async patient => {
      for (const { definition } of found) await run(patient, String(definition), [])
    })
  }
}
