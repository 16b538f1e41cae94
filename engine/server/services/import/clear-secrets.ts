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
 * Removes passwords from staged data once they are written as digests, with all values of the records. Those of wrong
 * rows are removed too: the corrected file must contain them again.
 */
export async function clearSecrets(queries: Queries, id: string, reading: FileReading): Promise<void> {
  if (!hasSecretColumns(reading)) return
  const { columns, parts } = reading
  const inline = parts.flatMap(part => (part.own ? [] : part.columns))
  await clearCells(queries, id, undefined, indexesOf(secretOf([...columns, ...inline])))
  for (const { part, columns, own } of parts)
    if (own) await clearCells(queries, id, part.name, indexesOf(secretOf(columns)))
  await runAll(queries, sql`update engine_import_row set record = '{}' where import_id = ${id}::bigint`)
}

const secretOf = (columns: readonly MatchedColumn[]): MatchedColumn[] =>
  columns.filter(({ target }) => typeOf(target.field).secret === true)

const indexesOf = (columns: readonly MatchedColumn[]): number[] => columns.map(({ index }) => index)
