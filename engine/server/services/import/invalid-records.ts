import type { Readable } from 'node:stream'
import type { Cell } from '../export/cell.ts'
import { workbook } from '../export/workbook.ts'
import type { LinesSheet } from './file-reading.ts'
import { heads, invalidChunks, invalidRecords, type Reported, rowWithProblems } from './report-file.ts'
import { linesLeft, linesOfMasters } from './uploaded-rows.ts'

const linesAtOnce = 200
const width = 20

/**
 * The wrong records as uploaded, to be corrected and imported again: a workbook with the same sheets, each record with
 * all its lines, including valid ones, and with the lines that belong to no record.
 */
export function invalidRecordsFile(reported: Reported): Readable {
  const { details } = reported
  const lines = details.lines.map(sheet => sheetOf(reported, sheet.sheet, sheet.head, () => lineRows(reported, sheet)))
  return workbook([sheetOf(reported, details.sheet ?? '', details.head, () => invalidRecords(reported)), ...lines])
}

type Rows = AsyncGenerator<readonly (readonly string[])[]>

const sheetOf = ({ language }: Reported, title: string, head: readonly string[], rows: () => Rows) => ({
  title,
  columns: [...head, heads[language].why].map(text => ({ head: text, width })),
  chunks: () => asCells(rows()),
})

async function* asCells(chunks: Rows): AsyncGenerator<readonly (readonly Cell[])[]> {
  for await (const rows of chunks)
    yield rows.map(row => row.map((text): Cell => (text === '' ? null : { kind: 'text', text })))
}

async function* lineRows(reported: Reported, { part, sheet, head }: LinesSheet): Rows {
  const { queries, id, language } = reported
  for await (const { rows, problems } of invalidChunks(reported)) {
    const lines = await linesOfMasters(queries, id, part, rows)
    yield lines.map(line => rowWithProblems(line, head, problems, language, sheet))
  }
  for (let last = 0; ; ) {
    const left = await linesLeft(queries, id, part, last, linesAtOnce)
    if (left.length === 0) return
    last = left.at(-1)?.row ?? last
    const message = heads[language].noRecord
    yield left.map(({ cells }) => [...head.map((_one, index) => cells[index] ?? ''), message])
  }
}
