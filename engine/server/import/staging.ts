import type { RowProblem } from '../../model/import-view.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../store/fragment.ts'
import { run, runAll } from '../store/run.ts'
import type { Row } from '../store/shape.ts'
import { mostLines } from './read-limits.ts'
import { stagingTables } from './staging-tables.ts'

/** A row as it was checked, waiting to be written. */
export interface StagedRow {
  readonly row: number
  readonly recordId: string
  /** Of a new record all of it; of a change what is given; lines by the field that they stand in. */
  readonly record: Row
  readonly operation: 'add' | 'update' | 'same'
  /** Of a change: the version that was checked. */
  readonly version?: number
  /** Of a change: what was there before. */
  readonly before?: Row
  readonly problems: readonly RowProblem[]
}

/** An import as others see it: `checking` has written nothing, `writing` some or all. */
export interface Staging {
  readonly id: string
  readonly tenantId: string
  readonly resource: string
  readonly file: string
  /** Digest of the file and of what it is imported as: the same import again goes on where it stopped. */
  readonly digest: string
  readonly state: 'checking' | 'writing'
}

/** Opens an import. What others left that never began to write is cleared away a day later. */
export async function openStaging(queries: Queries, staging: Omit<Staging, 'state'>, userId: string): Promise<void> {
  const old = sql`state = 'checking' and at < now() - interval '1 day'`
  await runAll(
    queries,
    sql`delete from engine_import_row where import_id in (select id from engine_import where ${old})`,
  )
  await runAll(queries, sql`delete from engine_import where ${old}`)
  const { tenantId, id, resource, file, digest } = staging
  await runAll(
    queries,
    sql`insert into engine_import (tenant_id, id, resource, file, digest, user_id, state, at) values (${tenantId}, ${id}::bigint, ${resource}, ${file}, ${digest}, ${userId}::bigint, 'checking', now())`,
  )
}

/** An import of this tenant that began to write and did not end. */
export async function unfinished(queries: Queries, tenantId: string, by: { resource: string } | { id: string }) {
  // One that is done step by step in the web is its owner's to finish there.
  const which = 'id' in by ? sql`id = ${by.id}::bigint` : sql`resource = ${by.resource} and details is null`
  const [row] = await runAll(
    queries,
    sql`select id::text as id, tenant_id as "tenantId", resource, file, digest, state from engine_import where tenant_id = ${tenantId} and state = 'writing' and ${which} order by id limit 1`,
  )
  return row as Staging | undefined
}

export async function beginWriting(queries: Queries, id: string): Promise<void> {
  await runAll(queries, sql`update engine_import set state = 'writing', at = now() where id = ${id}::bigint`)
}

/** Forgets an import and its rows; what it wrote stays. */
export async function closeStaging(queries: Queries, id: string): Promise<void> {
  for (const table of stagingTables)
    await runAll(queries, sql`delete from ${word(table)} where import_id = ${id}::bigint`)
  await runAll(queries, sql`delete from engine_import where id = ${id}::bigint`)
}

/** Forgets how rows were checked: all, or those of `only`. */
export async function unstage(queries: Queries, id: string, only?: readonly number[]): Promise<void> {
  const some = only ? sql`and row = any(${only}::integer[])` : word('')
  await runAll(queries, sql`delete from engine_import_row where import_id = ${id}::bigint ${some}`)
}

/** Numbers of the rows that have problems. */
export async function wrongRows(queries: Queries, id: string): Promise<number[]> {
  const rows = await runAll(
    queries,
    sql`select row from engine_import_row where import_id = ${id}::bigint and problems is not null order by row`,
  )
  return rows.map(({ row }) => Number(row))
}

export async function stage(queries: Queries, id: string, rows: readonly StagedRow[]): Promise<void> {
  const staged = rows.map(({ row, recordId, record, operation, version, before, problems }) => ({
    row,
    record_id: recordId,
    record,
    operation,
    version: version ?? null,
    before: before ?? null,
    problems: problems.length > 0 ? problems : null,
  }))
  await run(
    queries,
    `insert into engine_import_row (import_id, row, record_id, record, operation, version, before, problems)
     select $1::bigint, r.row, r.record_id, r.record, r.operation, r.version, nullif(r.before, 'null'::jsonb), nullif(r.problems, 'null'::jsonb)
     from jsonb_to_recordset($2::text::jsonb) as r(row integer, record_id bigint, record jsonb, operation text, version integer, before jsonb, problems jsonb)`,
    [id, JSON.stringify(staged)],
  )
}

/** A row that is like a right row above it; `value` is what both say. */
export interface Repeat {
  readonly row: number
  readonly first: number
  readonly value: string | undefined
}

/** Rows that hold the same value of a field as a right row above them, with that one's number. */
export async function repeatedRows(queries: Queries, id: string, field: string, most: number): Promise<Repeat[]> {
  const rows = await run(
    queries,
    `select row, first, key from (
       select row, record ->> $2 as key, min(row) over (partition by record ->> $2) as first
       from engine_import_row where import_id = $1::bigint and problems is null and record ->> $2 is not null
     ) keyed where row <> first order by row limit ${most}`,
    [id, field],
  )
  return rows.map(({ row, first, key }) => ({ row: Number(row), first: Number(first), value: String(key) }))
}

/** Rows that change the same record as a right row above them. */
export async function repeatedRecords(queries: Queries, id: string, most: number): Promise<Repeat[]> {
  const rows = await run(
    queries,
    `select row, first from (
       select row, min(row) over (partition by record_id) as first from engine_import_row
       where import_id = $1::bigint and problems is null and operation <> 'add'
     ) keyed where row <> first order by row limit ${most}`,
    [id],
  )
  return rows.map(({ row, first }) => ({ row: Number(row), first: Number(first), value: undefined }))
}

/** Adds problems to rows that were right until now. */
export async function addProblems(queries: Queries, id: string, problems: readonly RowProblem[]): Promise<void> {
  const found = problems.map(problem => ({ row: problem.row, problems: [problem] }))
  await run(
    queries,
    `update engine_import_row s set problems = coalesce(s.problems, '[]') || p.problems
     from jsonb_to_recordset($2::text::jsonb) as p(row integer, problems jsonb)
     where s.import_id = $1::bigint and s.row = p.row`,
    [id, JSON.stringify(found)],
  )
}

/** The next right rows after a row that are not written yet, in their order. */
export async function rowsToWrite(queries: Queries, id: string, after: number, most: number): Promise<StagedRow[]> {
  const rows = await run(
    queries,
    `select row, record_id::text as "recordId", record, operation, version, before from engine_import_row
     where import_id = $1::bigint and row > $2::integer and problems is null and not written and operation <> 'same' order by row limit ${most}`,
    [id, after],
  )
  return rows.map(stagedOf)
}

const stagedOf = ({ row, recordId, record, operation, version, before }: Row): StagedRow => ({
  row: Number(row),
  recordId: String(recordId),
  record: record as Row,
  operation: operation as StagedRow['operation'],
  ...(version !== null && { version: Number(version) }),
  ...(before !== null && { before: before as Row }),
  problems: [],
})

/** What was stored of a row: its id, and of a change the version that it made. */
export interface WrittenRow {
  readonly row: number
  readonly recordId: string
  readonly version?: number
}

/** Marks rows as written, under the ids and versions that they have now. */
export async function markWritten(queries: Queries, id: string, rows: readonly WrittenRow[]) {
  const written = rows.map(({ row, recordId, version }) => ({ row, record_id: recordId, version: version ?? null }))
  await run(
    queries,
    `update engine_import_row s set written = true, record_id = w.record_id, version = w.version
     from jsonb_to_recordset($2::text::jsonb) as w(row integer, record_id bigint, version integer)
     where s.import_id = $1::bigint and s.row = w.row`,
    [id, JSON.stringify(written)],
  )
}

/** Written rows, the last first; with `before`, those above a row. */
export async function writtenRows(queries: Queries, id: string, most: number, before?: number): Promise<StagedRow[]> {
  const rows = await run(
    queries,
    `select row, record_id::text as "recordId", record, operation, version, before from engine_import_row
     where import_id = $1::bigint and written and row < coalesce($2::integer, 2147483647) order by row desc limit ${most}`,
    [id, before ?? null],
  )
  return rows.map(stagedOf)
}

/** Ids of all records that were added, in their order. */
export async function addedIds(queries: Queries, id: string): Promise<string[]> {
  const rows = await runAll(
    queries,
    sql`select record_id::text as id from engine_import_row where import_id = ${id}::bigint and written and operation = 'add' order by row`,
  )
  return rows.map(row => String(row['id']))
}

/** Right rows that change a record, in their order. */
export async function updatesPage(queries: Queries, id: string, offset: number, most: number): Promise<StagedRow[]> {
  const rows = await run(
    queries,
    `select row, record_id::text as "recordId", record, operation, version, before from engine_import_row
     where import_id = $1::bigint and problems is null and operation = 'update'
     order by row limit $2::integer offset $3::integer`,
    [id, most, offset],
  )
  return rows.map(stagedOf)
}

/** How many records were added, and how many changed. */
export async function countWritten(queries: Queries, id: string): Promise<{ added: number; changed: number }> {
  const [row] = await run(
    queries,
    `select (count(*) filter (where operation = 'add'))::int as added,
       (count(*) filter (where operation = 'update'))::int as changed
     from engine_import_row where import_id = $1::bigint and written`,
    [id],
  )
  return { added: Number(row?.['added']), changed: Number(row?.['changed']) }
}

/** Marks added records as not written any more: they are gone. */
export async function forgetAdded(queries: Queries, id: string, ids: readonly string[]): Promise<void> {
  await run(
    queries,
    `update engine_import_row set written = false
     where import_id = $1::bigint and operation = 'add' and record_id = any($2::bigint[])`,
    [id, ids],
  )
}

/** Of each row the last one before the next record begins: the lines beside a record lie there. */
export async function lastOfRecords(queries: Queries, id: string, rows: readonly number[]): Promise<number[]> {
  const found = await run(
    queries,
    `select last from (
       select row, coalesce(lead(row) over (order by row) - 1, row + ${mostLines}) as last from engine_import_row where import_id = $1::bigint
     ) s where row = any($2::integer[]) order by row`,
    [id, rows],
  )
  return found.map(({ last }) => Number(last))
}

/** Marks rows as not written any more; of a change that was taken back, under the version that its record has now. */
export async function markUnwritten(
  queries: Queries,
  id: string,
  rows: readonly { readonly row: number; readonly version?: number }[],
): Promise<void> {
  await run(
    queries,
    `update engine_import_row s set written = false, version = coalesce(w.version, s.version)
     from jsonb_to_recordset($2::text::jsonb) as w(row integer, version integer)
     where s.import_id = $1::bigint and s.row = w.row`,
    [id, JSON.stringify(rows)],
  )
}

/** A row above in the same file that a tree's parent may mean: by the value of one of the fields. */
export async function stagedParents(queries: Queries, id: string, fields: readonly string[], texts: readonly string[]) {
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
