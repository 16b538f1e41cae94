import { Readable } from 'node:stream'
import type { Cell } from './cell.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import type { SheetColumn } from './sheet-xml.ts'
import { type SheetSource, workbook } from './workbook.ts'

/** The media types of the formats. */
export const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const exportFormats = ['csv', 'xlsx'] as const
export type Format = (typeof exportFormats)[number]

/** Sheets as a file, generated as it is read; a CSV file has the first alone. */
export const tableFile = (sheets: readonly SheetSource[], format: Format): Readable =>
  format === 'xlsx' ? workbook(sheets) : Readable.from(csv(sheets[0]), { objectMode: false })

async function* csv(sheet: SheetSource | undefined): AsyncGenerator<Buffer> {
  if (!sheet) return
  yield Buffer.from(byteOrderMark + csvLine(sheet.columns.map(({ head }) => textCell(head))))
  for await (const rows of sheet.chunks()) yield Buffer.from(rows.map(csvLine).join(''))
}

/** A sheet of texts. */
export const textSheet = (
  title: string,
  columns: readonly SheetColumn[],
  rows: () => AsyncIterable<readonly (readonly (string | number)[])[]>,
): SheetSource => ({
  title,
  columns,
  async *chunks() {
    for await (const some of rows()) yield some.map(row => row.map(textCell))
  },
})

const textCell = (text: string | number): Cell => (text === '' ? null : { kind: 'text', text: String(text) })
