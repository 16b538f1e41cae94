import type { RowProblem } from '../../../model/import-view.ts'
import type { Language } from '../../../model/model.ts'
import type { Queries } from '../../database/database.ts'
import type { Cell } from '../export/cell.ts'
import { byteOrderMark, csvLine } from '../export/csv.ts'
import { isOfRecord } from './sheet-position.ts'
import type { ImportDetails } from './staged-import.ts'
import { outcomes, type RowOutcome } from './staged-outcomes.ts'
import { invalidRows, lastOfRecords } from './staged-rows.ts'
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
    const { queries, id, details, language } = reported
    const { head } = details
    yield [[...head, heads[language].why]]
    const wrong = await invalidRows(queries, id)
    const last = await lastRows(queries, id, wrong, hasInlineLines(details))
    for (let at = 0; at < wrong.length; at += rowsAtOnce) {
      const some = wrong.slice(at, at + rowsAtOnce)
      const found = await outcomes(queries, id, { rows: some })
      const why = new Map(found.map(({ row, problems }) => [row, sentenceOf(problems, language)]))
      const lines: Line[] = []
      const all = some.flatMap((row, index) => rowsFrom(row, last[at + index] ?? row))
      for await (const { row, cells } of uploadedRows(queries, id, new Set(all)))
        lines.push([...head.map((_one, index) => cells[index] ?? ''), why.get(row) ?? ''])
      yield lines
    }
  },
}

const hasInlineLines = ({ columns }: Reported['details']) => Object.values(columns).some(name => name.includes('.'))

/** The last row of each wrong record: lines in columns of the records' sheet follow it. */
async function lastRows(
  queries: Queries,
  id: string,
  wrong: readonly number[],
  hasLines: boolean,
): Promise<readonly number[]> {
  return hasLines ? lastOfRecords(queries, id, wrong) : wrong
}

const rowsFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

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
export const sentenceOf = (problems: readonly RowProblem[], language: Language): string =>
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
