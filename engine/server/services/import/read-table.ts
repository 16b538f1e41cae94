import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { unescapedFormula } from '../../../fields/formula.ts'
import type { CellOptions, Encoding } from '../../../model/import-view.ts'
import { decodedText, encodingOf, isZipped } from './encoding.ts'
import { ImportRefusal } from './import-refusal.ts'
import { isNote } from './note-row.ts'
import { type ReadLimits, readLimits } from './read-limits.ts'
import { openWorkbook } from './read-workbook.ts'
import type { TableRow } from './table-row.ts'
import { wellFormed } from './well-formed.ts'

const largestRow = 1024 * 1024
/** Maximum number of title rows above the head, where it is found by its titles, and by its number of cells. */
const [maxAbove, maxTitles] = [20, 5]
/** The number of titles by which a head is found. */
const enough = 3

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
  readonly sheet?: string | undefined
  readonly limits?: ReadLimits
  readonly options?: Pick<CellOptions, 'encoding' | 'headerRow'>
  /** Whether a text is the title of a column: the head is the first row with some of them. */
  isTitle?(text: string): boolean
}

/** Opens a file of rows: a sheet of an Excel workbook, or CSV separated by comma, semicolon or tab. */
export async function openTable(file: string, order: TableOrder = {}): Promise<FileTable> {
  const { sheet, limits = readLimits } = order
  // Opening a named pipe would wait for a writer.
  if (!(await stat(file).catch(absent(file))).isFile()) throw new ImportRefusal('file.missing', { file })
  if (await isZipped(file).catch(absent(file))) {
    const { rows, ...opened } = await openWorkbook({ file, limits, ...(sheet !== undefined && { sheet }) })
    return withHead({ encoding: 'xlsx', ...opened }, rows, order)
  }
  const encoding = await encodingOf(file, order.options?.encoding)
  return withHead({ encoding }, readRows(file, encoding, limits), order)
}

/**
 * Reads the rows up to the head: the chosen row, or the first with some titles. Without either, it is the first row; in
 * a workbook, the first with several cells.
 */
async function withHead(
  opened: Pick<FileTable, 'encoding' | 'sheets' | 'sheet'>,
  rows: AsyncGenerator<TableRow>,
  { options: { headerRow } = {}, limits = readLimits, isTitle = () => false }: TableOrder,
): Promise<FileTable> {
  const isHead = ({ row, cells }: TableRow) =>
    headerRow === undefined ? cells.filter(isTitle).length >= enough : row >= headerRow
  const above: TableRow[] = []
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    above.push(next.value)
    if (isHead(next.value) || above.length > (headerRow ?? maxAbove)) break
  }
  const filled = ({ cells }: TableRow) => cells.filter(cell => cell.trim() !== '').length
  const several = opened.encoding === 'xlsx' ? above.slice(0, maxTitles + 1).findIndex(row => filled(row) > 1) : 0
  const found = above.findIndex(isHead)
  const at = found < 0 && headerRow === undefined ? Math.max(0, several) : found
  const head = above[at]
  const isWide = head && head.cells.length > limits.columns
  if (!head || isWide) await rows.return(undefined)
  if (!head) throw new ImportRefusal(above.length > 0 ? 'file.no-rows' : 'file.empty')
  if (isWide) throw new ImportRefusal('file.too-wide', { limit: limits.columns })
  const below = async function* () {
    yield* above.slice(at + 1)
    yield* rows
  }
  return {
    ...opened,
    headRow: head.row,
    head: head.cells.map(cell => cell.trim()),
    rows: () => withoutNote(below()),
    close: async () => void (await rows.return(undefined)),
  }
}

/** Skips the note row of a template, which can only be directly below the head. */
async function* withoutNote(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  let isFirst = true
  for await (const row of rows) {
    if (!isFirst || !isNote(row.cells)) yield row
    isFirst = false
  }
}

async function* readRows(file: string, encoding: Encoding, limits: ReadLimits): AsyncGenerator<TableRow> {
  const start = await firstLines(file, encoding)
  const declared = /^"?sep=([^"\w])"?$/i.exec(start[0] ?? '')?.[1]
  const delimiter = declared ?? delimiterOf(start)
  let line = 0
  // Rows before a fault are lost in the stream: the parser itself tells the line where each ends.
  const onRecord = (cells: string[], { lines }: { readonly lines: number }) => {
    line = lines
    return cells
  }
  const csv = { delimiter, bom: true, relax_column_count: true, max_record_size: largestRow, on_record: onRecord }
  const lines = pipeline(decodedText(file, encoding), parse(csv), () => undefined)
  let row = 0
  let count = 0
  try {
    for await (const cells of lines as AsyncIterable<string[]>) {
      row += 1
      // An empty line counts as a row, so that row numbers agree with a spreadsheet's.
      if ((row === 1 && declared) || (cells.length === 1 && cells[0] === '')) continue
      count += 1
      if (count > limits.rows + 1) throw new ImportRefusal('file.too-long', { limit: limits.rows })
      // Exports put an apostrophe before text that a spreadsheet would run as a formula; it is not part of the text.
      yield { row, cells: cells.map(cell => unescapedFormula(wellFormed(cell))) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ImportRefusal('file.malformed', { line: line + 1 })
  }
}

async function firstLines(file: string, encoding: Encoding): Promise<string[]> {
  for await (const text of decodedText(file, encoding)) return text.split(/\r?\n|\r/, maxAbove + 1)
  return []
}

const delimiters = [',', ';', '\t']

/** The most frequent delimiter of the first line that has any, by default a comma. */
function delimiterOf(lines: readonly string[]): string {
  const line = lines.find(one => delimiters.some(sign => one.includes(sign))) ?? ''
  const count = (sign: string) => line.split(sign).length
  return delimiters.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const noFile = ['EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENOENT', 'ENOTDIR']

const absent =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (noFile.includes(error.code ?? '')) throw new ImportRefusal('file.missing', { file })
    if (error.code === 'EACCES' || error.code === 'EPERM') throw new ImportRefusal('file.unreadable', { file })
    throw error
  }
