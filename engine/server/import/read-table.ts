import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import iconv from 'iconv-lite'
import { type Encoding, encodingOf } from './encoding.ts'
import { ImportRefusal } from './import-refusal.ts'

const mostColumns = 500
const largestRow = 1024 * 1024

/** A row of a file; `row` counts as a spreadsheet does, the head being row 1. */
export interface TableRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** A file of rows, opened: its head is read, its rows come as they are asked for. */
export interface Table {
  readonly encoding: Encoding
  readonly head: readonly string[]
  rows(): AsyncIterable<TableRow>
}

/** Opens a CSV file in UTF-8, with or without a mark, or GB18030; fields parted by comma, semicolon or tab. */
export async function openTable(file: string): Promise<Table> {
  const encoding = await encodingOf(file).catch(absent(file))
  const delimiter = delimiterOf(await firstLine(file, encoding))
  const read = () => readRows(file, encoding, delimiter)
  for await (const { cells } of read()) {
    if (cells.length > mostColumns) throw new ImportRefusal('file.too-wide', { limit: mostColumns })
    return { encoding, head: cells.map(cell => cell.trim()), rows: () => withoutHead(read()) }
  }
  throw new ImportRefusal('file.empty')
}

async function* readRows(file: string, encoding: Encoding, delimiter: string): AsyncGenerator<TableRow> {
  const parser = parse({ delimiter, bom: true, relax_column_count: true, max_record_size: largestRow })
  const lines = pipeline(createReadStream(file), iconv.decodeStream(encoding), parser, () => undefined)
  let row = 0
  try {
    for await (const cells of lines as AsyncIterable<string[]>) {
      row += 1
      // An empty line counts as a row, so that numbers agree with a spreadsheet's, and holds nothing.
      if (cells.length > 1 || cells[0] !== '') yield { row, cells }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ImportRefusal('file.malformed', { line: row + 1, detail: error.message })
  }
}

async function* withoutHead(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  let isHead = true
  for await (const row of rows) {
    if (!isHead) yield row
    isHead = false
  }
}

async function firstLine(file: string, encoding: Encoding): Promise<string> {
  const start = createReadStream(file, { end: 64 * 1024 })
  for await (const bytes of start as AsyncIterable<Buffer>) return iconv.decode(bytes, encoding).split(/\r?\n/)[0] ?? ''
  return ''
}

/** The sign that parts the fields of a head: the one it has most of, a comma when in doubt. */
function delimiterOf(line: string): string {
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const absent =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') throw new ImportRefusal('file.missing', { file })
    throw error
  }
