import type { RowProblem } from '../../model/import-view.ts'
import type { Language } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import type { Cell } from '../export/cell.ts'
import { byteOrderMark, csvLine } from '../export/csv.ts'
import { keptRows } from './kept-rows.ts'
import { outcomes, wrongRows } from './staging.ts'

/**
 * What may be downloaded of an import: what is wrong, cell by cell; the wrong rows as they came, to be mended and
 * imported again; what became of each row.
 */
export const reports = ['problems', 'wrong-rows', 'rows'] as const
export type ReportKind = (typeof reports)[number]

/** What a report is made of. */
export interface Reported {
  readonly queries: Queries
  readonly id: string
  readonly head: readonly string[]
  readonly language: Language
}

const rowsAtOnce = 500

/** A report as CSV, read as it is written. */
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
    const { language } = reported
    yield [heads[language].problems]
    for await (const rows of chunksOf(reported))
      yield rows.flatMap(({ problems }) =>
        problems.map(({ row, column, value, message, proposal }) => [
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
    for await (const rows of chunksOf(reported))
      yield rows.map(({ row, recordId, isWritten, problems }) => [
        row,
        heads[language][isWritten ? 'isIn' : 'isOut'],
        isWritten ? recordId : '',
        sentenceOf(problems, language),
      ])
  },
  async *'wrong-rows'(reported) {
    const { queries, id, head, language } = reported
    yield [[...head, heads[language].why]]
    const wrong = await wrongRows(queries, id)
    for (let at = 0; at < wrong.length; at += rowsAtOnce) {
      const some = wrong.slice(at, at + rowsAtOnce)
      const found = await outcomes(queries, id, { rows: some })
      const why = new Map(found.map(({ row, problems }) => [row, sentenceOf(problems, language)]))
      const lines: Line[] = []
      for await (const { row, cells } of keptRows(queries, id, new Set(some)))
        lines.push([...head.map((_one, index) => cells[index] ?? ''), why.get(row) ?? ''])
      yield lines
    }
  },
}

async function* chunksOf({ queries, id }: Reported) {
  for (let last = 0; ; ) {
    const rows = await outcomes(queries, id, { after: last, most: rowsAtOnce })
    if (rows.length === 0) return
    last = rows.at(-1)?.row ?? last
    yield rows
  }
}

const sentenceOf = (problems: readonly RowProblem[], language: Language): string =>
  problems.map(({ message }) => message[language]).join(language === 'zh' ? '；' : '; ')

const heads = {
  zh: {
    problems: ['行号', '列', '表格中的值', '问题', '可以改为'],
    rows: ['行号', '结果', '编号', '问题'],
    isIn: '已导入',
    isOut: '未导入',
    why: '问题',
  },
  en: {
    problems: ['Row', 'Column', 'Value in the file', 'Problem', 'Could be'],
    rows: ['Row', 'Outcome', 'Id', 'Problem'],
    isIn: 'Imported',
    isOut: 'Not imported',
    why: 'Problem',
  },
} as const
