import { setImmediate } from 'node:timers/promises'
import type { Queries } from '../../database/database.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { chunks } from './chunks.ts'
import { ImportRefusal } from './import-refusal.ts'
import type { TableRow } from './table-row.ts'

const rowsAtOnce = 200
const keyedAtOnce = 5000
/** Maximum number of characters of one sheet in the database. */
const maxCharacters = 100_000_000

/** A row of a sheet; of a line, with the key of its record. */
export interface UploadedLine extends TableRow {
  readonly key: string
  /** The row of the record to which it was assigned before. */
  readonly master: number | null
}

/** The part of the rows of the records' sheet. */
const ofRecords = ''

/** Stores the rows of a sheet, of the records or of some lines, in chunks; returns their number. */
export async function storeUploaded(
  queries: Queries,
  id: string,
  part: string | undefined,
  rows: AsyncIterable<TableRow>,
  signal?: AbortSignal,
): Promise<number> {
  let [count, characters] = [0, 0]
  for await (const some of chunks(rows, rowsAtOnce)) {
    signal?.throwIfAborted()
    const json = JSON.stringify(some.map(({ cells, ...row }) => ({ ...row, cells: cells.map(cell => cell.trim()) })))
    characters += json.length
    if (characters > maxCharacters) throw new ImportRefusal('file.too-large', { limit: maxCharacters / 1_000_000 })
    // The embedded database never yields to the event loop: other requests would wait for the whole file.
    await setImmediate()
    await runAll(
      queries,
      sql`insert into engine_import_line (import_id, part, row, cells, faults)
        select ${id}::bigint, ${part ?? ofRecords}, l.row, l.cells, l.faults
        from jsonb_to_recordset(${json}::text::jsonb) as l(row integer, cells jsonb, faults jsonb)`,
    )
    count += some.length
  }
  return count
}

/** The rows of the records' sheet, in order; with `only`, those with these numbers. */
export async function* uploadedRows(
  queries: Queries,
  id: string,
  only?: readonly number[],
): AsyncGenerator<UploadedLine> {
  const wanted = only?.toSorted((one, other) => one - other)
  for (let [last, at] = [0, 0]; ; at += rowsAtOnce) {
    const some = wanted?.slice(at, at + rowsAtOnce)
    if (some?.length === 0) return
    const which = some ? sql`row = any(${some}::integer[])` : sql`row > ${last}::integer`
    const rows = await linesWhere(
      queries,
      sql`import_id = ${id}::bigint and part = ${ofRecords} and ${which} order by row limit ${rowsAtOnce}::integer`,
    )
    yield* rows
    if (!some && rows.length < rowsAtOnce) return
    last = rows.at(-1)?.row ?? last
  }
}

/** Sets the column by which the lines name their records; clears all assignments. */
export async function keyLines(queries: Queries, id: string, part: string, column: number): Promise<void> {
  const these = sql`import_id = ${id}::bigint and part = ${part}`
  const [found] = await runAll(queries, sql`select max(row) as last from engine_import_line where ${these}`)
  const last = Number(found?.['last'] ?? 0)
  for (let from = 0; from < last; from += keyedAtOnce) {
    const some = sql`row > ${from}::integer and row <= ${from + keyedAtOnce}::integer`
    await runAll(
      queries,
      sql`update engine_import_line set key = coalesce(cells ->> ${column}::integer, ''), master = null
        where ${these} and ${some}`,
    )
    await setImmediate()
  }
  // Autovacuum has not yet analysed the table, which was empty a moment ago: the planner would scan all lines for each
  // key.
  await runAll(queries, word('analyze engine_import_line'))
}

/** The lines with one of the keys, in order; at most this many of each key. */
export async function linesOfKeys(
  queries: Queries,
  id: string,
  part: string,
  keys: readonly string[],
  most: number,
): Promise<UploadedLine[]> {
  const rows = await runAll(
    queries,
    sql`select l.row, l.key, l.cells, l.faults, l.master from unnest(${keys}::text[]) k(key) cross join lateral (
        select * from engine_import_line s
        where s.import_id = ${id}::bigint and s.part = ${part} and s.key = k.key order by s.row limit ${most}::integer
      ) l order by l.row`,
  )
  return rows.map(lineOf)
}

/** Assigns the lines of each key to the row of a record; assigned lines are not changed. */
export async function assignLines(
  queries: Queries,
  id: string,
  part: string,
  owners: readonly { readonly key: string; readonly master: number }[],
): Promise<void> {
  // No join: without statistics, the planner would scan all lines for each key.
  const owner = sql`(select o.master from jsonb_to_recordset(${JSON.stringify(owners)}::text::jsonb)
    as o(key text, master integer) where o.key = l.key limit 1)`
  const keys = owners.map(({ key }) => key)
  await runAll(
    queries,
    sql`update engine_import_line l set master = ${owner} where l.import_id = ${id}::bigint and l.part = ${part}
      and l.key = any(${keys}::text[]) and l.master is null`,
  )
}

/** The next lines after a row that are not assigned to a record. */
export const linesLeft = (queries: Queries, id: string, part: string, after: number, most: number) =>
  linesWhere(
    queries,
    sql`import_id = ${id}::bigint and part = ${part} and master is null and row > ${after}::integer
      order by row limit ${most}::integer`,
  )

/** The lines assigned to records of these rows, and the lines of these rows themselves. */
export const linesOfMasters = (queries: Queries, id: string, part: string, masters: readonly number[]) =>
  linesWhere(
    queries,
    sql`import_id = ${id}::bigint and part = ${part} and master = any(${masters}::integer[]) order by row`,
  )

async function linesWhere(queries: Queries, where: Fragment): Promise<UploadedLine[]> {
  const columns = word('row, key, cells, faults, master')
  const rows = await runAll(queries, sql`select ${columns} from engine_import_line where ${where}`)
  return rows.map(lineOf)
}

/** The first rows of a sheet, as a sample. */
export const sampleRows = (queries: Queries, id: string, part: string | undefined, most: number) =>
  linesWhere(
    queries,
    sql`import_id = ${id}::bigint and part = ${part ?? ofRecords} order by row limit ${most}::integer`,
  )

/** Clears cells of a sheet. */
export async function clearCells(
  queries: Queries,
  id: string,
  part: string | undefined,
  indexes: readonly number[],
): Promise<void> {
  for (const index of indexes)
    await runAll(
      queries,
      sql`update engine_import_line set cells = jsonb_set(cells, array[${String(index)}::text], '""', false)
        where import_id = ${id}::bigint and part = ${part ?? ofRecords}`,
    )
}

function lineOf(found: Readonly<Record<string, unknown>>): UploadedLine {
  const { row, key, cells, faults, master } = found
  return {
    row: Number(row),
    key: String(key ?? ''),
    cells: cells as readonly string[],
    master: master === null ? null : Number(master),
    ...(Array.isArray(faults) && { faults: faults as readonly number[] }),
  }
}
