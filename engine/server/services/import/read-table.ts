import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import iconv from 'iconv-lite'
import { unescapedFormula } from '../../../fields/formula.ts'
import { type Encoding, encodingOf, isZipped } from './encoding.ts'
import { ImportRefusal } from './import-refusal.ts'
import { isNote } from './note-row.ts'
import { type ReadLimits, readLimits } from './read-limits.ts'
import { openWorkbook } from './read-workbook.ts'
import type { TableRow } from './table-row.ts'
import { wellFormed } from './well-formed.ts'

const largestRow = 1024 * 1024
/** Maximum number of title rows above the head of a sheet. */
const maxTitles = 5

/** An open file of rows: its head is read, its rows are streamed. */
export interface FileTable {
  readonly encoding: Encoding | 'xlsx'
  /** Of a workbook: the names of its sheets, and the sheet that is read. */
  readonly sheets?: readonly string[]
  readonly sheet?: string
  readonly head: readonly string[]
  /** The row number of the head. */
  readonly headRow: number
  /** The rows below the head; can be read once. */
  rows(): AsyncIterable<TableRow>
  /** Stops reading before the end. */
  close(): Promise<void>
}

/** The part of a file to read. */
export interface TableOrder {
  /** The name of a sheet; by default the first. */
  readonly sheet?: string
  readonly limits?: ReadLimits
}

/**
 * Opens a file of rows: a sheet of an Excel workbook, or CSV in UTF-8 (with or without a byte order mark), UTF-16 (with
 * one) or GB18030, separated by comma, semicolon or tab.
 */
export async function openTable(file: string, { sheet, limits = readLimits }: TableOrder = {}): Promise<FileTable> {
  // Opening a named pipe would wait for a writer.
  if (!(await stat(file).catch(absent(file))).isFile()) throw new ImportRefusal('file.missing', { file })
  if (await isZipped(file).catch(absent(file))) return openSheet(file, limits, sheet)
  const encoding = await encodingOf(file)
  const delimiter = delimiterOf(await firstLine(file, encoding))
  const rows = readRows(file, encoding, delimiter, limits)
  const first = await rows.next()
  if (first.done) throw new ImportRefusal('file.empty')
  const { cells } = first.value
  if (cells.length > limits.columns) {
    await rows.return(undefined)
    throw new ImportRefusal('file.too-wide', { limit: limits.columns })
  }
  return { encoding, ...headed(first.value), rows: () => withoutNote(rows), close: () => ended(rows) }
}

async function openSheet(file: string, limits: ReadLimits, wanted: string | undefined): Promise<FileTable> {
  const { sheets, sheet, rows } = await openWorkbook({ file, limits, ...(wanted !== undefined && { sheet: wanted }) })
  const above: TableRow[] = []
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    above.push(next.value)
    if (filled(next.value) > 1 || above.length > maxTitles) break
  }
  const at = above.findIndex(row => filled(row) > 1)
  const head = above[Math.max(0, at)]
  if (!head) throw new ImportRefusal('file.empty')
  const below = async function* () {
    // In a sheet with one column no row has two cells: its first row is the head.
    yield* at < 0 ? above.slice(1) : []
    yield* rows
  }
  return {
    encoding: 'xlsx',
    sheets,
    sheet,
    ...headed(head),
    rows: () => withoutNote(below()),
    close: () => ended(rows),
  }
}

const headed = ({ row, cells }: TableRow) => ({ headRow: row, head: cells.map(cell => cell.trim()) })
const filled = ({ cells }: TableRow): number => cells.filter(cell => cell.trim() !== '').length
const ended = async (rows: AsyncGenerator<TableRow>): Promise<void> => void (await rows.return(undefined))

/** Skips the note row of a template, which can only be directly below the head. */
async function* withoutNote(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  let isFirst = true
  for await (const row of rows) {
    if (!isFirst || !isNote(row.cells)) yield row
    isFirst = false
  }
}

async function* readRows(
  file: string,
  encoding: Encoding,
  delimiter: string,
  limits: ReadLimits,
): AsyncGenerator<TableRow> {
  const parser = parse({ delimiter, bom: true, relax_column_count: true, max_record_size: largestRow })
  const lines = pipeline(createReadStream(file), iconv.decodeStream(encoding), parser, () => undefined)
  let row = 0
  let count = 0
  try {
    for await (const cells of lines as AsyncIterable<string[]>) {
      row += 1
      // An empty line counts as a row, so that row numbers agree with a spreadsheet's.
      if (cells.length === 1 && cells[0] === '') continue
      count += 1
      if (count > limits.rows + 1) throw new ImportRefusal('file.too-long', { limit: limits.rows })
      // Exports put an apostrophe before text that a spreadsheet would run as a formula; it is not part of the text.
      yield { row, cells: cells.map(cell => unescapedFormula(wellFormed(cell))) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ImportRefusal('file.malformed', { line: row + 1 })
  }
}

async function firstLine(file: string, encoding: Encoding): Promise<string> {
  const start = createReadStream(file, { end: 64 * 1024 })
  for await (const bytes of start as AsyncIterable<Buffer>) return iconv.decode(bytes, encoding).split(/\r?\n/)[0] ?? ''
  return ''
}

/** The delimiter of a head: the most frequent one, by default a comma. */
function delimiterOf(line: string): string {
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const noFile = ['EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENOENT', 'ENOTDIR']

const absent =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (noFile.includes(error.code ?? '')) throw new ImportRefusal('file.missing', { file })
    if (error.code === 'EACCES' || error.code === 'EPERM') throw new ImportRefusal('file.unreadable', { file })
    throw error
  }
