import type { Readable } from 'node:stream'
import { displayFieldOf } from '../../../model/display.ts'
import type { Bilingual, Field, Language, Model, Resource } from '../../../model/model.ts'
import { widthOf } from '../export/column-width.ts'
import { headNames } from '../export/head-names.ts'
import { type Format, tableFile, textSheet } from '../export/table-file.ts'
import type { SheetSource } from '../export/workbook.ts'
import { allowedValues, exampleOf } from './allowed-values.ts'
import { needs, noteRow } from './note-row.ts'
import { type ColumnTarget, type LinesPart, lineTargets, recordTargets } from './targets.ts'

/** The parameters of a template. */
export interface Templated {
  readonly resource: Resource
  /** The lines imported with the records. */
  readonly parts: readonly LinesPart[]
  readonly hidden: ReadonlySet<string>
  readonly model: Model
}

/** A column of the template. */
interface TemplateColumn {
  readonly head: string
  readonly field: Field
  readonly isRequired: boolean
  readonly allowed: string
  readonly example: string
  readonly help: string
}

/**
 * A template file: heads that an import recognises, and below them a note row that describes each column and is skipped
 * by an import. A workbook has lines on sheets of their own, linked to their records by the values of one column, and a
 * last sheet with the full description; in CSV lines are in columns of the records' table.
 */
export function importTemplateFile(templated: Templated, language: Language, format: Format): Readable {
  const { resource, parts, hidden } = templated
  const phrases = texts[language]
  const own = recordTargets(resource, { hidden })
  const key = parts.length > 0 ? keyOf(templated, own) : undefined
  const first = key?.isKey ? [key] : []
  const column = columnMaker(templated, language)
  const heads = headNames(
    resource,
    [...first, ...own].map(({ field }) => field),
    language,
  )
  const columns = [...first, ...own].map((target, index) => {
    const made = column(target, heads[index] ?? '')
    return target === key ? tied(made, phrases.ties, target.isKey) : made
  })
  const title = resource.titles[language]
  if (format === 'csv') {
    const inlineTargets = recordTargets(resource, { hidden, inline: parts }).filter(({ part }) => part !== undefined)
    const all = [...columns, ...inlineTargets.map(target => column(target, target.title[language]))]
    return tableFile([sheetOf({ title, columns: all }, language)], format)
  }
  const lines = parts.map(part => {
    const targets = lineTargets(part).filter(({ isKey, isRequired }) => !isKey || isRequired)
    const names = headNames(
      part.resource,
      targets.map(({ field }) => field),
      language,
    )
    const made = targets.map((target, index) => {
      const one = column(target, names[index] ?? '')
      return target.isKey
        ? { ...one, allowed: phrases.sameAs(title, heads[key ? [...first, ...own].indexOf(key) : 0] ?? '') }
        : one
    })
    return { title: part.field.title[language], columns: made }
  })
  const sheets = [{ title, columns }, ...lines]
  return tableFile([...sheets.map(sheet => sheetOf(sheet, language)), guideOf(sheets, language)], format)
}

/** The column by which lines name their record: its display field, else another unique field, else a number. */
function keyOf({ resource, hidden }: Templated, own: readonly ColumnTarget[]): ColumnTarget | undefined {
  const finders = recordTargets(resource, { hidden, keys: true }).filter(({ finds }) => finds)
  const found =
    finders.find(({ name }) => name === displayFieldOf(resource)?.name) ??
    finders.find(({ isKey }) => !isKey) ??
    finders[0]
  return own.find(({ name }) => name === found?.name) ?? found
}

function tied(column: TemplateColumn, ties: (isOnly: boolean) => string, isOnly: boolean): TemplateColumn {
  return {
    ...column,
    allowed: isOnly ? ties(true) : `${column.allowed}; ${ties(false)}`,
    example: isOnly ? '1' : column.example,
  }
}

const columnMaker =
  ({ model }: Templated, language: Language) =>
  ({ field, isRequired, isKey }: ColumnTarget, head: string): TemplateColumn => ({
    head,
    field,
    isRequired,
    allowed: allowedValues(field, model)[language],
    example: isKey ? '' : exampleOf(field, model, language),
    help: field.help?.[language] ?? '',
  })

const headOf = ({ head, isRequired }: TemplateColumn): string => `${isRequired ? '*' : ''}${head}`

function notesOf(columns: readonly TemplateColumn[], language: Language): string[] {
  const { required, optional } = needs[language]
  const { comma, example } = texts[language]
  const notes = columns.map(column =>
    [
      column.isRequired ? required : optional,
      column.allowed,
      ...(column.example ? [example(column.example)] : []),
    ].join(comma),
  )
  return noteRow(notes, language)
}

interface Sheet {
  readonly title: string
  readonly columns: readonly TemplateColumn[]
}

const sheetOf = ({ title, columns }: Sheet, language: Language): SheetSource => {
  const heads = columns.map(column => ({ head: headOf(column), width: widthOf(column.field, headOf(column)) }))
  return textSheet(title, heads, () => oneChunk([notesOf(columns, language)]))
}

function guideOf(sheets: readonly Sheet[], language: Language): SheetSource {
  const phrases = texts[language]
  const isOne = sheets.length === 1
  const lines = sheets.flatMap(({ title, columns }) =>
    columns.map(({ head, isRequired, allowed, example, help }) => [
      ...(isOne ? [] : [title]),
      head,
      isRequired ? needs[language].required : '',
      allowed,
      example,
      help,
    ]),
  )
  const heads = [...(isOne ? [] : [[phrases.sheet, 18] as const]), ...phrases.heads]
  return textSheet(
    phrases.guide,
    heads.map(([head, width]) => ({ head, width })),
    () => oneChunk(lines),
  )
}

async function* oneChunk<Row>(rows: readonly Row[]) {
  yield rows
}

/** The name of a template file. */
export const templateTitle = ({ zh, en }: Bilingual): Bilingual => ({
  zh: `${zh} 导入模板`,
  en: `${en} import template`,
})

const texts = {
  zh: {
    example: (text: string) => `例如 ${text}`,
    comma: '，',
    ties: (isOnly: boolean) =>
      isOnly ? '任意编号，各行不同，明细按它对应；保存时系统另行编号' : '各行不同，明细按它对应',
    sameAs: (sheet: string, column: string) => `与工作表“${sheet}”的“${column}”一致`,
    guide: '填写说明',
    sheet: '工作表',
    heads: [
      ['列', 24],
      ['必填', 8],
      ['可以填什么', 60],
      ['示例', 24],
      ['说明', 40],
    ],
  },
  en: {
    example: (text: string) => `e.g. ${text}`,
    comma: '; ',
    ties: (isOnly: boolean) =>
      isOnly
        ? 'any number, different in each row, by which lines refer to their record; the system assigns its own number on saving'
        : 'a different value in each row, because lines refer to their record by it',
    sameAs: (sheet: string, column: string) => `Same as "${column}" in the sheet "${sheet}"`,
    guide: 'Guide',
    sheet: 'Sheet',
    heads: [
      ['Column', 24],
      ['Required', 8],
      ['Allowed values', 60],
      ['Example', 24],
      ['Help', 40],
    ],
  },
} as const
