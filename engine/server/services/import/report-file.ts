import type { Readable } from 'node:stream'
import type { RowProblem } from '../../../model/import-view.ts'
import type { Language } from '../../../model/model.ts'
import type { Queries } from '../../database/database.ts'
import { type Format, tableFile, textSheet } from '../export/table-file.ts'
import type { SheetSource } from '../export/workbook.ts'
import type { LinesSheet } from './file-reading.ts'
import { isOfRecord } from './sheet-position.ts'
import type { ImportDetails } from './staged-import.ts'
import { outcomes, type RowOutcome } from './staged-outcomes.ts'
import { lastOfRecords } from './staged-rows.ts'
import type { TableRow } from './table-row.ts'
import { linesLeft, linesOfMasters, uploadedRows } from './uploaded-rows.ts'

/**
 * The downloads of an import: its problems by cell; the wrong rows as uploaded, to be corrected and imported again; the
 * result of each row.
 */
export const reports = ['problems', 'wrong-rows', 'rows'] as const
export type ReportKind = (typeof reports)[number]

/** The data of a report. */
export interface Reported {
  readonly queries: Queries
  readonly id: string
  readonly details: Pick<ImportDetails, 'head' | 'lines' | 'sheet' | 'columns'>
  readonly language: Language
}

const rowsAtOnce = 200
const width = 20

/**
 * A report, generated as it is read. The wrong records are those that were uploaded: a workbook if lines have sheets of
 * their own, each record with all its lines, including valid ones, and with the lines that belong to no record.
 */
export function reportFile(
  reported: Reported,
  kind: ReportKind,
): { readonly bytes: Readable; readonly format: Format } {
  const sheets = sheetsOf[kind](reported)
  const format = sheets.length > 1 ? 'xlsx' : 'csv'
  return { bytes: tableFile(sheets, format), format }
}

type Rows = AsyncGenerator<readonly (readonly (string | number)[])[]>

const sheetOf = (title: string, head: readonly string[], rows: () => Rows): SheetSource =>
  textSheet(
    title,
    head.map(text => ({ head: text, width })),
    rows,
  )

const sheetsOf: Readonly<Record<ReportKind, (reported: Reported) => SheetSource[]>> = {
  problems(reported) {
    const { language, details } = reported
    // If lines are on sheets of their own, a row number alone is ambiguous.
    const hasSheets = details.lines.length > 0
    return [
      sheetOf('', [...(hasSheets ? [heads[language].sheet] : []), ...heads[language].problems], async function* () {
        for await (const rows of chunksOf(reported))
          yield rows.flatMap(({ problems }) =>
            problems.map(({ row, sheet, column, value, message, proposal }) => [
              ...(hasSheets ? [sheet ?? details.sheet ?? ''] : []),
              row,
              column ?? '',
              value ?? '',
              message[language],
              proposal?.label[language] ?? '',
            ]),
          )
      }),
    ]
  },
  rows(reported) {
    const { language } = reported
    return [
      sheetOf('', heads[language].rows, async function* () {
        // Problems of lines without a record are only in the list of problems.
        for await (const rows of chunksOf(reported))
          yield rows
            .filter(({ row }) => isOfRecord(row))
            .map(one => [
              one.row,
              heads[language][outcomeOf(one)],
              one.isWritten || one.operation !== 'add' ? one.recordId : '',
              [
                sentenceOf(one.problems, language),
                ...one.warnings.map(({ text }) => heads[language].warning(text[language])),
              ]
                .filter(text => text !== '')
                .join(language === 'zh' ? '；' : '; '),
            ])
      }),
    ]
  },
  'wrong-rows'(reported) {
    const { details, language } = reported
    const withWhy = (head: readonly string[]) => [...head, heads[language].why]
    return [
      sheetOf(details.sheet ?? '', withWhy(details.head), () => invalidRecords(reported)),
      ...details.lines.map(one => sheetOf(one.sheet, withWhy(one.head), () => lineRows(reported, one))),
    ]
  },
}

/** The wrong records of one chunk, and their problems. */
async function* invalidChunks(reported: Reported) {
  for await (const all of chunksOf(reported, true)) {
    const wrong = all.filter(({ row }) => isOfRecord(row))
    yield { rows: wrong.map(({ row }) => row), problems: wrong.flatMap(({ problems }) => problems) }
  }
}

/** The rows of wrong records as uploaded, each with its problems; lines in columns of the records' sheet follow them. */
async function* invalidRecords(reported: Reported): Rows {
  const { queries, id, details, language } = reported
  const hasLines = Object.values(details.columns).some(name => name.includes('.'))
  for await (const { rows, problems } of invalidChunks(reported)) {
    const last = hasLines ? await lastOfRecords(queries, id, rows) : rows
    const all = rows.flatMap((row, index) => Array.from({ length: (last[index] ?? row) - row + 1 }, (_, n) => row + n))
    const some: (readonly string[])[] = []
    for await (const row of uploadedRows(queries, id, all))
      some.push(rowWithProblems(row, details.head, problems, language))
    yield some
  }
}

async function* lineRows(reported: Reported, { part, sheet, head }: LinesSheet): Rows {
  const { queries, id, language } = reported
  for await (const { rows, problems } of invalidChunks(reported)) {
    const lines = await linesOfMasters(queries, id, part, rows)
    yield lines.map(line => rowWithProblems(line, head, problems, language, sheet))
  }
  for (let last = 0; ; ) {
    const left = await linesLeft(queries, id, part, last, rowsAtOnce)
    if (left.length === 0) return
    last = left.at(-1)?.row ?? last
    yield left.map(({ cells }) => [...head.map((_one, index) => cells[index] ?? ''), heads[language].noRecord])
  }
}

/** A row as uploaded, and its problems, on its sheet, in the last column. */
const rowWithProblems = (
  { row, cells }: TableRow,
  head: readonly string[],
  problems: readonly RowProblem[],
  language: Language,
  sheet?: string,
): string[] => [
  ...head.map((_one, index) => cells[index] ?? ''),
  sentenceOf(
    problems.filter(one => one.row === row && one.sheet === sheet),
    language,
  ),
]

const outcomeOf = ({ isWritten, operation }: RowOutcome) =>
  operation === 'same' ? 'isSame' : isWritten ? (operation === 'update' ? 'isChanged' : 'isIn') : 'isOut'

async function* chunksOf({ queries, id }: Reported, isWrong = false) {
  for (let after = 0; ; ) {
    const rows = await outcomes(queries, id, { after, most: rowsAtOnce, isWrong })
    if (rows.length === 0) return
    after = rows.at(-1)?.row ?? after
    yield rows
  }
}

/** The problems of a row as one text. */
const sentenceOf = (problems: readonly RowProblem[], language: Language): string =>
  problems.map(({ message }) => message[language]).join(language === 'zh' ? '；' : '; ')

/** The column heads of reports. */
const heads = {
  zh: {
    problems: ['行号', '列', '表格中的值', '问题', '可以改为'],
    rows: ['行号', '结果', '编号', '问题'],
    isIn: '已导入',
    isChanged: '已更新',
    isSame: '无变化',
    isOut: '未导入',
    sheet: '工作表',
    noRecord: '没有找到所属的记录',
    why: '问题',
    warning: (text: string) => `警告：${text}`,
  },
  en: {
    problems: ['Row', 'Column', 'Value in the file', 'Problem', 'Suggestion'],
    rows: ['Row', 'Result', 'ID', 'Problem'],
    isIn: 'Imported',
    isChanged: 'Updated',
    isSame: 'Unchanged',
    isOut: 'Not imported',
    sheet: 'Sheet',
    noRecord: 'Its record is not in the file',
    why: 'Problem',
    warning: (text: string) => `Warning: ${text}`,
  },
} as const
