import { typeOf } from '../../fields/index.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../store/fragment.ts'
import { runAll } from '../store/run.ts'
import type { Reading } from './reading.ts'

/**
 * Takes the passwords out of what is kept of a file, once they are written as digests. Those of wrong rows go too: a
 * file to be mended is filled in anew.
 */
export async function forgetSecrets(queries: Queries, id: string, { columns }: Reading): Promise<void> {
  const secret = columns.filter(({ target }) => typeOf(target.field).secret)
  if (secret.length === 0) return
  const names = secret.map(({ target }) => target.field.name)
  await runAll(
    queries,
    sql`update engine_import_row set record = record - ${names}::text[] where import_id = ${id}::bigint`,
  )
  const chunks = await runAll(queries, sql`select chunk from engine_import_chunk where import_id = ${id}::bigint`)
  for (const { chunk } of chunks) {
    const which = sql`import_id = ${id}::bigint and chunk = ${Number(chunk)}::integer`
    const [kept] = await runAll(queries, sql`select rows from engine_import_chunk where ${which}`)
    const rows = JSON.parse(String(kept?.['rows'] ?? '[]')) as [number, string[], ...unknown[]][]
    for (const [, cells] of rows) for (const { index } of secret) if (cells[index]) cells[index] = ''
    await runAll(queries, sql`update engine_import_chunk set rows = ${JSON.stringify(rows)} where ${which}`)
  }
}
