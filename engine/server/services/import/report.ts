import type { CellOptions, ImportView, Match, RowProblem } from '../../../model/import-view.ts'
import type { Bilingual, Language } from '../../../model/model.ts'
import type { Mapping } from './match-columns.ts'

/** The options of an import by the command. */
export interface ImportOrder {
  readonly resource: string
  readonly file: string
  readonly mapping: Mapping
  /** How rows are matched with existing records; without it all rows are added. */
  readonly match?: Match
  readonly options?: CellOptions
  /** Ends after the check. */
  readonly dryRun: boolean
  /** Writes valid rows even if others are wrong. */
  readonly goodRows: boolean
}

/** The result of an import. */
export interface ImportReport {
  readonly id: string
  readonly resource: string
  readonly file: string
  readonly encoding: string
  /** `checked` is the end of a dry run; `refused` wrote nothing, because rows were wrong. */
  readonly outcome: 'checked' | 'written' | 'refused'
  readonly rows: number
  readonly right: number
  readonly wrong: number
  /** Valid rows that change a record, and those that change nothing. */
  readonly updates: number
  readonly same: number
  readonly written: number
  readonly ignoredColumns: readonly string[]
  /** The columns and choices as a mapping file; absent for links. */
  readonly mapping?: string
  /** The fields that some of them resemble. */
  readonly proposedColumns: readonly { readonly column: string; readonly name: string; readonly title: Bilingual }[]
  /** The number of occurrences of each problem by column, most frequent first. */
  readonly summary: readonly {
    readonly field: string | null
    readonly sheet?: string
    readonly column: string
    readonly message: Bilingual
    readonly rows: number
  }[]
  /** The warnings of valid rows, most frequent first. */
  readonly warnings: ImportView['warnings']
  /** The first problems, in row order. */
  readonly problems: readonly RowProblem[]
  readonly seconds: number
}

const shown = 50
const summed = 20

/** The report as text. */
export function printReport(report: ImportReport, language: Language): string {
  const phrases = texts[language]
  const { problems, summary, warnings, ignoredColumns, proposedColumns } = report
  return [
    phrases.head(report),
    ...(ignoredColumns.length > 0 ? [phrases.ignored(ignoredColumns.join(language === 'zh' ? '、' : ', '))] : []),
    ...(proposedColumns.length > 0
      ? [phrases.proposed(proposedColumns.map(({ column, name }) => `--map '${column}=${name}'`).join(' '))]
      : []),
    ...(summary.length > 0
      ? [
          '',
          ...summary
            .slice(0, summed)
            .map(one => `  ${one.rows} × ${columnTitle(one) || '-'}: ${one.message[language]}`),
        ]
      : []),
    ...(warnings.length > 0 ? ['', ...warnings.map(one => phrases.warning(one.rows, one.message[language]))] : []),
    ...(problems.length > 0 ? ['', ...problems.slice(0, shown).map(problem => phrases.problem(problem))] : []),
    ...(problems.length > shown || report.wrong > problems.length ? [phrases.more] : []),
    '',
    phrases.outcome[report.outcome](report),
  ].join('\n')
}

const texts = {
  zh: {
    head: (report: ImportReport) =>
      `${report.file}（${report.encoding}）：${report.rows} 行，正确 ${report.right} 行${report.updates + report.same > 0 ? `（更新 ${report.updates} 行，不变 ${report.same} 行）` : ''}，有误 ${report.wrong} 行`,
    ignored: (names: string) => `未导入的列：${names}`,
    proposed: (options: string) => `可能对应的字段：${options}`,
    problem: ({ row, sheet, column, value, message }: RowProblem) =>
      `  ${sheet ? `${sheet} ` : ''}第 ${row} 行${column ? ` ${column}` : ''}${value ? `“${cut(value)}”` : ''}：${message.zh}`,
    warning: (rows: number, text: string) => `  警告，${rows} 行：${text}`,
    more: '  ……其余问题见 --json 的输出',
    outcome: {
      checked: () => '仅预检，未导入。',
      written: (report: ImportReport) => `已导入 ${report.written} 行，用时 ${report.seconds} 秒。`,
      refused: () => '未导入任何数据：请修正以上各行后重试，或加 --good-rows 只导入正确的行。',
    },
  },
  en: {
    head: (report: ImportReport) =>
      `${report.file} (${report.encoding}): ${report.rows} rows, ${report.right} valid${report.updates + report.same > 0 ? ` (${report.updates} updates, ${report.same} unchanged)` : ''}, ${report.wrong} with errors`,
    ignored: (names: string) => `Columns not imported: ${names}`,
    proposed: (options: string) => `Possible fields: ${options}`,
    problem: ({ row, sheet, column, value, message }: RowProblem) =>
      `  ${sheet ? `${sheet}, ` : ''}row ${row}${column ? `, ${column}` : ''}${value ? ` "${cut(value)}"` : ''}: ${message.en}`,
    warning: (rows: number, text: string) => `  Warning, ${rows} ${rows === 1 ? 'row' : 'rows'}: ${text}`,
    more: '  … for all problems, use --json',
    outcome: {
      checked: () => 'Validated only; nothing was imported.',
      written: (report: ImportReport) => `${report.written} rows imported in ${report.seconds} s.`,
      refused: () =>
        'Nothing was imported: correct these rows and try again, or add --good-rows to import only the valid rows.',
    },
  },
} as const

const columnTitle = ({ sheet, column }: { readonly sheet?: string; readonly column: string }) =>
  [sheet ?? '', column].filter(Boolean).join(' ')

const cut = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
