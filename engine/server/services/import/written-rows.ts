import type { Resource } from '../../../model/model.ts'
import type { Queries } from '../../database/database.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'
import { run, runAll } from '../../database/run.ts'
import { initialKey } from '../../store/state-key.ts'
import type { Work } from '../../store/work.ts'
import { type StagedRow, stagedOf, type WritingPosition } from './staged-rows.ts'

/** The stored result of a row: its id, and the version created by a change. */
export interface WrittenRow {
  readonly row: number
  readonly recordId: string
  readonly version?: number
}

/** Marks rows as written or, after a rollback, as not; with the ids and the versions of their records. */
export async function markRows(
  queries: Queries,
  id: string,
  rows: readonly (Pick<WrittenRow, 'row'> & Partial<WrittenRow>)[],
  isWritten: boolean,
): Promise<void> {
  const marked = rows.map(({ row, recordId, version }) => ({ row, record_id: recordId, version }))
  await run(
    queries,
    `update engine_import_row s set written = $3, record_id = coalesce(w.record_id, s.record_id), version = coalesce(w.version, s.version)
     from jsonb_to_recordset($2::text::jsonb) as w(row integer, record_id bigint, version integer)
     where s.import_id = $1::bigint and s.row = w.row`,
    [id, JSON.stringify(marked), isWritten],
  )
}

/** Written rows, last written first; with `before`, those written before a row. */
export async function writtenRows(
  queries: Queries,
  id: string,
  most: number,
  before?: WritingPosition,
): Promise<StagedRow[]> {
  const rows = await run(
    queries,
    `select row, place, record_id::text as "recordId", record, operation, version, before from engine_import_row
     where import_id = $1::bigint and written and ($2::integer is null or (place, row) < ($2::integer, $3::integer))
     order by place desc, row desc limit ${most}`,
    [id, before ? (before.place ?? 0) : null, before?.row ?? null],
  )
  return rows.map(stagedOf)
}

/** Ids of the records that the import has added, with a condition on their rows. */
async function addedWhere(queries: Queries, id: string, condition: Fragment): Promise<string[]> {
  const rows = await runAll(
    queries,
    sql`select record_id::text as id from engine_import_row
      where import_id = ${id}::bigint and written and operation = 'add' and ${condition} order by row`,
  )
  return rows.map(row => String(row['id']))
}

/** Ids of the records that the import has added. */
export const addedRecords = (queries: Queries, id: string) => addedWhere(queries, id, word('true'))

/** Ids of the records that the import has added in the initial state of their lifecycle, or without one. */
export function addedInitially({ ctx, queries }: Work, resource: Resource, id: string): Promise<string[]> {
  const { lifecycle } = resource
  if (!lifecycle) return addedRecords(queries, id)
  const initial = initialKey(ctx, resource)
  return addedWhere(queries, id, sql`coalesce(record ->> ${lifecycle.field}::text, ${initial}::text) = ${initial}`)
}

/** Those of the records that the import has added. */
export const writtenAmong = async (queries: Queries, id: string, records: readonly string[]): Promise<Set<string>> =>
  new Set(records.length > 0 ? await addedWhere(queries, id, sql`record_id = any(${records}::bigint[])`) : [])

/** The numbers of the rows of records. */
export async function rowsOfRecords(
  queries: Queries,
  id: string,
  records: readonly string[],
): Promise<Map<string, number>> {
  const rows = await run(
    queries,
    `select record_id::text as id, row from engine_import_row where import_id = $1::bigint and record_id = any($2::bigint[])`,
    [id, records],
  )
  return new Map(rows.map(({ id: record, row }) => [String(record), Number(row)]))
}
