import type { RowProblem } from '../../../model/import-view.ts'
import type { Language } from '../../../model/model.ts'
import type { Queries } from '../../database/database.ts'
import type { Cell } from '../export/cell.ts'
import { byteOrderMark, csvLine } from '../export/csv.ts'
import { isOfRecord } from './sheet-position.ts'
import type { ImportDetails } from './staged-import.ts'
import { outcomes, type RowOutcome } from './staged-outcomes.ts'
import { invalidRows, lastOfRecords } from './staged-rows.ts'
import type { TableRow } from './table-row.ts'
import { uploadedRows } from './uploaded-rows.ts'

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

const rowsAtOnce = 500
const wrongAtOnce = 200

/** A report as CSV, generated as it is read. */
export async function* reportFile(reported: Reported, kind: ReportKind): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark)
  for await (const lines of linesOf[kind](reported))
    yield Buffer.from(lines.map(line => csvLine(line.map(cell))).join(''))
}

type Line = readonly (string | number)[]
type Lines = (reported: Reported) => AsyncGenerator<readonly Line[]>

const cell = (text: string | number): Cell => (text === '' ? null : { kind: 'text', text: String(text) })

const linesOf: Readonly<Record<ReportKind, Lines>> = {
  async *problems(reported) {
    const { language, details } = reported
    // If lines are on sheets of their own, a row number alone is ambiguous.
    const hasSheets = details.lines.length > 0
    yield [[...(hasSheets ? [heads[language].sheet] : []), ...heads[language].problems]]
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
  },
  async *rows(reported) {
    const { language } = reported
    yield [heads[language].rows]
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
  },
  async *'wrong-rows'(reported) {
    yield [[...reported.details.head, heads[reported.language].why]]
    yield* invalidRecords(reported)
  },
}

/** The wrong records of one chunk, and their problems. */
export async function* invalidChunks({ queries, id }: Reported) {
  const wrong = (await invalidRows(queries, id)).filter(isOfRecord)
  for (let at = 0; at < wrong.length; at += wrongAtOnce) {
    const rows = wrong.slice(at, at + wrongAtOnce)
    const found = await outcomes(queries, id, { rows })
    yield { rows, problems: found.flatMap(({ problems }) => problems) }
  }
}

/** The rows of wrong records as uploaded, each with its problems; lines in columns of the records' sheet follow them. */
export async function* invalidRecords(reported: Reported): AsyncGenerator<readonly (readonly string[])[]> {
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

/** A row as uploaded, and its problems, on its sheet, in the last column. */
export const rowWithProblems = (
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

async function* chunksOf({ queries, id }: Reported) {
  for (let last = 0; ; ) {
    const rows = await outcomes(queries, id, { after: last, most: rowsAtOnce })
    if (rows.length === 0) return
    last = rows.at(-1)?.row ?? last
    yield rows
  }
}

/** The problems of a row as one text. */
const sentenceOf = (problems: readonly RowProblem[], language: Language): string =>
  problems.map(({ message }) => message[language]).join(language === 'zh' ? '；' : '; ')

/** The column heads of reports. */
export const heads = {
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
