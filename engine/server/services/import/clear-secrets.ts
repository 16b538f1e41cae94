import { typeOf } from '../../../fields/index.ts'
import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { FileReading } from './file-reading.ts'
import type { MatchedColumn } from './match-columns.ts'

/** Whether a column contains passwords, of records or of their lines. */
export const hasSecretColumns = ({ columns, parts }: FileReading): boolean =>
  [columns, ...parts.map(part => part.columns)].some(some => secretOf(some).length > 0)

/**
 * Removes passwords from staged data once they are written as digests. Those of wrong rows are removed too: the
 * corrected file must contain them again.
 */
export async function clearSecrets(queries: Queries, id: string, { columns, parts }: FileReading): Promise<void> {
  const inline = parts.filter(({ own }) => !own).flatMap(part => part.columns)
  await forgetCells(queries, id, secretOf([...columns, ...inline]))
  const own = secretOf(columns).map(({ target }) => target.field.name)
  if (own.length > 0)
    await runAll(
      queries,
      sql`update engine_import_row set record = record - ${own}::text[] where import_id = ${id}::bigint`,
    )
  for (const { part, columns: ofLines, own: sheet } of parts) {
    const secret = secretOf(ofLines)
    if (secret.length === 0) continue
    const names = secret.map(({ target }) => target.field.name)
    const { name } = part
    const lines = sql`select jsonb_agg(l.line - ${names}::text[] order by l.n)
      from jsonb_array_elements(record -> ${name}::text) with ordinality l(line, n)`
    await runAll(
      queries,
      sql`update engine_import_row set record = jsonb_set(record, array[${name}::text], coalesce((${lines}), '[]'))
        where import_id = ${id}::bigint and record -> ${name}::text is not null`,
    )
    for (const { index } of sheet ? secret : [])
      await runAll(
        queries,
        sql`update engine_import_line set cells = jsonb_set(cells, array[${String(index)}::text], '""', false)
          where import_id = ${id}::bigint and part = ${name}`,
      )
  }
}

const secretOf = (columns: readonly MatchedColumn[]): MatchedColumn[] =>
  columns.filter(({ target }) => typeOf(target.field).secret === true)

/** Clears secret cells of the uploaded rows. */
async function forgetCells(queries: Queries, id: string, secret: readonly MatchedColumn[]): Promise<void> {
  if (secret.length === 0) return
  const chunks = await runAll(queries, sql`select chunk from engine_import_chunk where import_id = ${id}::bigint`)
  for (const { chunk } of chunks) {
    const which = sql`import_id = ${id}::bigint and chunk = ${Number(chunk)}::integer`
    const [staged] = await runAll(queries, sql`select rows from engine_import_chunk where ${which}`)
    const rows = JSON.parse(String(staged?.['rows'] ?? '[]')) as [number, string[], ...unknown[]][]
    for (const [, cells] of rows) for (const { index } of secret) if (cells[index]) cells[index] = ''
    await runAll(queries, sql`update engine_import_chunk set rows = ${JSON.stringify(rows)} where ${which}`)
  }
}
