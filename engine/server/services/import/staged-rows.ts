import type { RowProblem } from '../../../model/import-view.ts'
import type { Warning } from '../../../model/warning.ts'
import type { Queries } from '../../database/database.ts'
import { sql, word } from '../../database/fragment.ts'
import { run, runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { maxLines } from './read-limits.ts'

/** What only one row of the file may have, as texts that are equal for equal values. */
export interface UniqueKey {
  /** The name of the compared fields, of records or of lines; empty for the record that the row changes. */
  readonly set: string
  readonly key: string
  /** The period, which may not overlap that of an equal key. */
  readonly from?: string
  readonly to?: string
  /** Of a line: its row. */
  readonly row?: number
}

/** A checked row that waits to be written. */
export interface StagedRow {
  readonly row: number
  readonly recordId: string
  /** All values of a new record, the given values of a change; lines by field. */
  readonly record: Row
  readonly operation: 'add' | 'update' | 'same'
  /** Of a change: the version that was checked. */
  readonly version?: number
  /** Of a change: the values before. */
  readonly before?: Row
  readonly problems: readonly RowProblem[]
  /** The warnings of its record, which do not stop the import. */
  readonly warnings?: readonly Warning[]
  /** What no other row may have. */
  readonly uniqueKeys?: readonly UniqueKey[]
  /** Its place among the rows that are written last, after those to which they refer; none for any other row. */
  readonly place?: number
}

/** Stores checked rows of an import, which are not written yet. */
export async function stage(queries: Queries, id: string, rows: readonly StagedRow[]): Promise<void> {
  const staged = rows.map(({ recordId, problems, uniqueKeys = [], place = 0, ...row }) => ({
    ...row,
    record_id: recordId,
    unique_keys: uniqueKeys,
    place,
    ...(problems.length > 0 && { problems }),
  }))
  await run(
    queries,
    `insert into engine_import_row (import_id, row, record_id, record, operation, version, before, problems, unique_keys, warnings, place)
     select $1::bigint, r.* from jsonb_to_recordset($2::text::jsonb) as r(row integer, record_id bigint, record jsonb, operation text, version integer, before jsonb, problems jsonb, unique_keys jsonb, warnings jsonb, place integer)`,
    [id, JSON.stringify(staged)],
  )
}

/** Deletes the results of a check, except of written rows: all, or those of the rows in `only`. */
export async function unstage(queries: Queries, id: string, only?: readonly number[]): Promise<void> {
  const some = only ? sql`and row = any(${only}::integer[])` : word('')
  await runAll(queries, sql`delete from engine_import_row where import_id = ${id}::bigint and not written ${some}`)
}

/** Numbers of the rows that are written, or have problems, in order. */
export async function rowNumbers(queries: Queries, id: string, which: 'written' | 'problems is not null') {
  const rows = await runAll(
    queries,
    sql`select row from engine_import_row where import_id = ${id}::bigint and ${word(which)} order by row`,
  )
  return rows.map(({ row }) => Number(row))
}

/** A problem of a staged row: that of a line has its own row number and counts for the row of its record. */
export interface LocatedProblem {
  readonly record: number
  readonly problem: RowProblem
}

/** Adds problems to rows that were valid before. */
export async function addProblems(queries: Queries, id: string, problems: readonly LocatedProblem[]): Promise<void> {
  const byRecord = new Map<number, RowProblem[]>()
  for (const { record, problem } of problems) byRecord.set(record, [...(byRecord.get(record) ?? []), problem])
  const found = [...byRecord].map(([row, problems]) => ({ row, problems }))
  await run(
    queries,
    `update engine_import_row s set problems = coalesce(s.problems, '[]') || p.problems
     from jsonb_to_recordset($2::text::jsonb) as p(row integer, problems jsonb)
     where s.import_id = $1::bigint and s.row = p.row`,
    [id, JSON.stringify(found)],
  )
}

/** Where a row is in the order of writing. */
export type WritingPosition = Pick<StagedRow, 'row' | 'place'>

/** The next valid rows after a row that are not yet written, in the order of writing. */
export async function rowsToWrite(
  queries: Queries,
  id: string,
  after: WritingPosition,
  most: number,
): Promise<StagedRow[]> {
  const rows = await run(
    queries,
    `select row, place, record_id::text as "recordId", record, operation, version, before, warnings from engine_import_row
     where import_id = $1::bigint and (place, row) > ($2::integer, $3::integer) and problems is null and not written and operation <> 'same'
     order by place, row limit ${most}`,
    [id, after.place ?? 0, after.row],
  )
  return rows.map(stagedOf)
}

/** A staged row from its database form. */
export const stagedOf = ({ row, place, recordId, record, operation, version, before, warnings }: Row): StagedRow => ({
  row: Number(row),
  recordId: String(recordId),
  record: record as Row,
  operation: operation as StagedRow['operation'],
  ...(place !== undefined && { place: Number(place) }),
  ...(version !== null && { version: Number(version) }),
  ...(before !== null && { before: before as Row }),
  ...(Array.isArray(warnings) && { warnings }),
  problems: [],
})

/** The last row before the next record, for each row: it includes lines in columns of the records' sheet. */
export async function lastOfRecords(queries: Queries, id: string, rows: readonly number[]): Promise<number[]> {
  const found = await run(
    queries,
    `select last from (
       select row, coalesce(lead(row) over (order by row) - 1, row + ${maxLines}) as last from engine_import_row where import_id = $1::bigint
     ) s where row = any($2::integer[]) order by row`,
    [id, rows],
  )
  return found.map(({ last }) => Number(last))
}

/** The first staged row for each text that is the value of one of the fields. */
export async function stagedTargets(queries: Queries, id: string, fields: readonly string[], texts: readonly string[]) {
  const found = await run(
    queries,
    `select distinct on (f.text) f.text, s.row, s.record_id::text as "recordId", s.problems is not null as wrong
     from engine_import_row s, unnest($2::text[]) as k(name), unnest($3::text[]) as f(text)
     where s.import_id = $1::bigint and s.record ->> k.name = f.text order by f.text, s.row`,
    [id, fields, texts],
  )
  return new Map(
    found.map(one => [
      String(one['text']),
      { row: Number(one['row']), recordId: String(one['recordId']), isWrong: one['wrong'] === true },
    ]),
  )
}
