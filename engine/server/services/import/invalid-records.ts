import type { Readable } from 'node:stream'
import type { RowProblem } from '../../../model/import-view.ts'
import type { Cell } from '../export/cell.ts'
import { type SheetSource, workbook } from '../export/workbook.ts'
import type { LinesSheet } from './file-reading.ts'
import { heads, type Reported, sentenceOf } from './report-file.ts'
import { isOfRecord } from './sheet-position.ts'
import { outcomes } from './staged-outcomes.ts'
import { invalidRows } from './staged-rows.ts'
import type { TableRow } from './table-row.ts'
import { linesLeft, linesOfMasters } from './uploaded-lines.ts'
import { uploadedRows } from './uploaded-rows.ts'

const rowsAtOnce = 200
const width = 20

/**
 * The wrong records as uploaded, to be corrected and imported again: a workbook with the same sheets, each record with
 * all its lines, including valid ones, and with the lines that belong to no record.
 */
export function invalidRecordsFile(reported: Reported): Readable {
  const { details, language } = reported
  const records: SheetSource = {
    title: details.sheet ?? '',
    columns: columnsOf(details.head, language),
    chunks: () => recordRows(reported),
  }
  const lines = details.lines.map(
    (sheet): SheetSource => ({
      title: sheet.sheet,
      columns: columnsOf(sheet.head, language),
      chunks: () => lineRows(reported, sheet),
    }),
  )
  return workbook([records, ...lines])
}

const columnsOf = (head: readonly string[], language: Reported['language']) =>
  [...head, heads[language].why].map(text => ({ head: text, width }))

async function* wrongChunks({ queries, id }: Reported) {
  const wrong = (await invalidRows(queries, id)).filter(isOfRecord)
  for (let at = 0; at < wrong.length; at += rowsAtOnce) {
    const rows = wrong.slice(at, at + rowsAtOnce)
    const found = await outcomes(queries, id, { rows })
    yield { rows, problems: found.flatMap(({ problems }) => problems) }
  }
}

async function* recordRows(reported: Reported): AsyncGenerator<readonly (readonly Cell[])[]> {
  const { queries, id, details, language } = reported
  for await (const { rows, problems } of wrongChunks(reported)) {
    const some: Cell[][] = []
    for await (const row of uploadedRows(queries, id, new Set(rows)))
      some.push(cellsOf(row, details.head.length, sentenceFor(row.row, undefined, problems, language)))
    yield some
  }
}

async function* lineRows(reported: Reported, { part, sheet, head }: LinesSheet) {
  const { queries, id, language } = reported
  const why = (row: number, problems: readonly RowProblem[]) => sentenceFor(row, sheet, problems, language)
  for await (const { rows, problems } of wrongChunks(reported)) {
    const lines = await linesOfMasters(queries, id, part, rows)
    yield lines.map(line => cellsOf(line, head.length, why(line.row, problems)))
  }
  for (let last = 0; ; ) {
    const left = await linesLeft(queries, id, part, last, rowsAtOnce)
    if (left.length === 0) return
    last = left.at(-1)?.row ?? last
    yield left.map(line => cellsOf(line, head.length, heads[language].noRecord))
  }
}

const sentenceFor = (
  row: number,
  sheet: string | undefined,
  problems: readonly RowProblem[],
  language: Reported['language'],
): string =>
  sentenceOf(
    problems.filter(one => one.row === row && one.sheet === sheet),
    language,
  )

const cellsOf = ({ cells }: TableRow, count: number, why: string): Cell[] =>
  [...Array.from({ length: count }, (_, index) => cells[index] ?? ''), why].map(text =>
    text === '' ? null : { kind: 'text', text },
  )
