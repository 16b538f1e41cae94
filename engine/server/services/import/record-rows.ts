import type { Queries } from '../../database/database.ts'
import { chunks } from './chunks.ts'
import type { FileReading, PartReading } from './file-reading.ts'
import type { MatchedColumn } from './match-columns.ts'
import { maxLines } from './read-limits.ts'
import type { TableRow } from './table-row.ts'
import { assignLines, linesOfKeys, type UploadedLine } from './uploaded-rows.ts'

/** A record in a file: its own row, and the rows of its lines by field. */
export interface RecordRows {
  readonly source: TableRow
  readonly lines: ReadonlyMap<string, readonly TableRow[]>
  /** Another record's row with the same key, so that their lines cannot be assigned. */
  readonly rival?: ConflictingRow
  /** Its place among the records that are written last, after those to which they refer. */
  readonly place?: number
  /** The numbers of the rows that refer to each other in a circle, if it is one of them. */
  readonly circle?: readonly number[]
}

/** Another row with the same key. */
export interface ConflictingRow {
  readonly row: number
  readonly key: string
  readonly column: MatchedColumn
}

const recordsAtOnce = 200
const mastersAtOnce = 50

/** The records of a file in chunks: rows of the records' sheet, each with its lines from any sheet. */
export async function* recordChunks(
  queries: Queries,
  id: string,
  reading: FileReading,
  rows: AsyncIterable<TableRow>,
): AsyncGenerator<readonly RecordRows[]> {
  const own = reading.parts.filter(part => part.own)
  const inline = reading.parts.filter(part => !part.own)
  const records = inline.length > 0 ? grouped(reading, inline, rows) : alone(rows)
  for await (const some of chunks(records, reading.parts.length > 0 ? mastersAtOnce : recordsAtOnce))
    yield own.length > 0 ? await withLines(queries, id, reading, own, some) : some
}

const nothing: ReadonlyMap<string, readonly TableRow[]> = new Map()

async function* alone(rows: AsyncIterable<TableRow>): AsyncGenerator<RecordRows> {
  for await (const source of rows) yield { source, lines: nothing }
}

/**
 * Consecutive rows with the same or empty record columns are lines of one record. A row without a line starts a new
 * record, so that two equal records remain two.
 */
async function* grouped(
  reading: FileReading,
  parts: readonly PartReading[],
  rows: AsyncIterable<TableRow>,
): AsyncGenerator<RecordRows> {
  const textsOf = (columns: readonly MatchedColumn[], { cells }: TableRow) =>
    columns.map(({ index }) => cells[index]?.trim() ?? '')
  let first: TableRow | undefined
  let about: readonly string[] = []
  let lines = new Map<string, TableRow[]>()
  for await (const row of rows) {
    const own = textsOf(reading.columns, row)
    const filledParts = parts.filter(({ columns }) => textsOf(columns, row).some(text => text !== ''))
    const isMore = own.every((text, index) => text === '' || text === about[index])
    const goesOn = first !== undefined && isMore && (filledParts.length > 0 || own.every(text => text === ''))
    if (!goesOn) {
      if (first) yield { source: first, lines }
      first = row
      about = own
      lines = new Map()
    }
    for (const { part } of filledParts) {
      const known = lines.get(part.name) ?? []
      lines.set(part.name, known)
      // One line above the maximum is read, so that the record gets an error.
      if (known.length <= maxLines) known.push(row)
    }
  }
  if (first) yield { source: first, lines }
}

/** The values of a row by which lines may name it. */
function keysOf(
  { columns }: FileReading,
  { cells }: TableRow,
): { readonly key: string; readonly column: MatchedColumn }[] {
  const keys = columns.flatMap(column => {
    const key = cells[column.index]?.trim() ?? ''
    return column.target.finds && key !== '' ? [{ key, column }] : []
  })
  const id = keys.find(({ column }) => column.target.field.name === 'id')
  // The format in which an export writes a name that several records have.
  const named = id
    ? keys.filter(one => one !== id).map(({ key, column }) => ({ key: `${key} #${id.key}`, column }))
    : []
  return [...keys, ...named]
}

async function withLines(
  queries: Queries,
  id: string,
  reading: FileReading,
  parts: readonly PartReading[],
  records: readonly RecordRows[],
): Promise<RecordRows[]> {
  const keys = records.map(({ source }) => keysOf(reading, source))
  const owners = new Map<string, number>()
  keys.forEach((some, index) => {
    for (const { key } of some) if (!owners.has(key)) owners.set(key, index)
  })
  const lines = records.map(record => new Map(record.lines))
  const rivals = new Map<number, ConflictingRow>()
  for (const { part } of parts) {
    const found = await linesOfKeys(queries, id, part.name, [...owners.keys()], maxLines + 1)
    const byKey = new Map<string, UploadedLine[]>()
    for (const line of found) {
      const known = byKey.get(line.key)
      if (known) known.push(line)
      else byKey.set(line.key, [line])
    }
    for (const [index, some] of keys.entries()) {
      const row = records[index]?.source.row ?? 0
      for (const { key, column } of some) {
        const named = byKey.get(key)
        if (!named) continue
        const owner = owners.get(key) ?? index
        const other = owner === index ? named.find(({ master }) => master !== null)?.master : records[owner]?.source.row
        if (other != null && other !== row) rivals.set(index, { row: other, key, column })
        else if (owner === index) lines[index]?.set(part.name, inOrder(lines[index]?.get(part.name), named))
      }
    }
    const assignments = [...byKey.keys()].map(key => ({ key, master: records[owners.get(key) ?? 0]?.source.row ?? 0 }))
    if (assignments.length > 0) await assignLines(queries, id, part.name, assignments)
  }
  return records.map(({ source }, index) => {
    const rival = rivals.get(index)
    return { source, lines: lines[index] ?? nothing, ...(rival && { rival }) }
  })
}

/** One line may name a record by its number and another by its id. */
const inOrder = (known: readonly TableRow[] | undefined, more: readonly TableRow[]): readonly TableRow[] =>
  known ? [...known, ...more].sort((one, other) => one.row - other.row) : more
