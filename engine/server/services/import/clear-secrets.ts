import { typeOf } from '../../../fields/index.ts'
import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { FileReading } from './file-reading.ts'
import type { MatchedColumn } from './match-columns.ts'
import { clearCells } from './uploaded-rows.ts'

/** Whether a column contains passwords, of records or of their lines. */
export const hasSecretColumns = ({ columns, parts }: FileReading): boolean =>
  [columns, ...parts.map(part => part.columns)].some(some => secretOf(some).length > 0)

/**
 * Removes passwords from staged data once they are written as digests. Those of wrong rows are removed too: the
 * corrected file must contain them again.
 */
export async function clearSecrets(queries: Queries, id: string, { columns, parts }: FileReading): Promise<void> {
  const inline = parts.filter(({ own }) => !own).flatMap(part => part.columns)
  await clearCells(queries, id, undefined, indexesOf(secretOf([...columns, ...inline])))
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
    if (sheet) await clearCells(queries, id, name, indexesOf(secret))
  }
}

const secretOf = (columns: readonly MatchedColumn[]): MatchedColumn[] =>
  columns.filter(({ target }) => typeOf(target.field).secret === true)

const indexesOf = (columns: readonly MatchedColumn[]): number[] => columns.map(({ index }) => index)
