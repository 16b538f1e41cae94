import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { storeTable } from './store-table.ts'
import type { TableRow } from './table-row.ts'

type UploadedRow = readonly [row: number, cells: readonly string[], faults?: readonly number[]]

/** Stores the rows of a file unchanged; returns their number. */
export async function storeRows(
  queries: Queries,
  id: string,
  rows: AsyncIterable<TableRow>,
  signal: AbortSignal,
): Promise<number> {
  let chunk = 0
  return storeTable(rows, signal, {
    toJson: ({ row, cells, faults }) => [row, cells, ...(faults ? [faults] : [])],
    store: (json, some) =>
      runAll(
        queries,
        sql`insert into engine_import_chunk (import_id, chunk, first, rows)
          values (${id}::bigint, ${chunk++}::integer, ${some[0]?.row ?? 0}::integer, ${json})`,
      ),
  })
}

/** The rows of a file, in order; with `only`, those with these numbers. */
export async function* uploadedRows(
  queries: Queries,
  id: string,
  only?: ReadonlySet<number>,
): AsyncGenerator<TableRow> {
  const parts = await partsOf(queries, id, only)
  for (const part of parts) {
    const [row] = await runAll(
      queries,
      sql`select rows from engine_import_chunk where import_id = ${id}::bigint and chunk = ${part}::integer`,
    )
    for (const [number, cells, faults] of JSON.parse(String(row?.['rows'] ?? '[]')) as UploadedRow[])
      if (!only || only.has(number)) yield { row: number, cells, ...(faults && { faults }) }
  }
}

/** The chunks that contain the rows. */
async function partsOf(queries: Queries, id: string, only: ReadonlySet<number> | undefined): Promise<number[]> {
  const rows = await runAll(
    queries,
    sql`select chunk, first from engine_import_chunk where import_id = ${id}::bigint order by chunk`,
  )
  const parts = rows.map(row => ({ chunk: Number(row['chunk']), first: Number(row['first']) }))
  if (!only) return parts.map(({ chunk }) => chunk)
  const wanted = [...only].sort((one, other) => one - other)
  const found = new Set<number>()
  let at = 0
  for (const row of wanted) {
    while (at + 1 < parts.length && (parts[at + 1]?.first ?? 0) <= row) at += 1
    const part = parts[at]
    if (part) found.add(part.chunk)
  }
  return [...found]
}

/** The first rows, as a sample. */
export async function sampleRows(queries: Queries, id: string, most: number): Promise<TableRow[]> {
  const sample: TableRow[] = []
  for await (const row of uploadedRows(queries, id)) {
    sample.push(row)
    if (sample.length === most) break
  }
  return sample
}
