import type { Queries } from '../../database/database.ts'
import { run } from '../../database/run.ts'
import { type StagedRow, stagedOf } from './staged-rows.ts'

/** One page of the valid rows with one operation, in order. */
export async function stagedPage(
  queries: Queries,
  id: string,
  operation: 'add' | 'update',
  { offset, most }: { readonly offset: number; readonly most: number },
): Promise<StagedRow[]> {
  const rows = await run(
    queries,
    `select row, record_id::text as "recordId", record, operation, version, before from engine_import_row
     where import_id = $1::bigint and problems is null and operation = $2
     order by row limit $3::integer offset $4::integer`,
    [id, operation, most, offset],
  )
  return rows.map(stagedOf)
}

/** Values of one field of staged records, by their future ids. */
export async function stagedTexts(
  queries: Queries,
  id: string,
  field: string,
  recordIds: readonly string[],
): Promise<readonly (readonly [id: string, text: string])[]> {
  const rows = await run(
    queries,
    `select record_id::text as id, record ->> $2 as text from engine_import_row
     where import_id = $1::bigint and record_id = any($3::bigint[]) and record ->> $2 is not null`,
    [id, field, recordIds],
  )
  return rows.map(({ id, text }) => [String(id), String(text)] as const)
}
