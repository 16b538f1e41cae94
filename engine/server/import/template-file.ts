import { Readable } from 'node:stream'
import type { Field, Language, Model, Resource } from '../../model/model.ts'
import type { Cell } from '../export/cell.ts'
import { byteOrderMark, csvLine } from '../export/csv.ts'
import type { Format } from '../export/export-file.ts'
import { headNames } from '../export/head-names.ts'
import { widthOf } from '../export/width-of.ts'
import { workbook } from '../export/workbook.ts'
import { needs, noteRow } from './note-row.ts'
import { exampleOf, whatIsAllowed } from './what-is-allowed.ts'

/**
 * A file to fill in: heads that an import knows, and under them a line of what each column takes, which an import
 * passes over. A workbook says the same at length on a second sheet.
 */
export function templateFile(
  resource: Resource,
  fields: readonly Field[],
  model: Model,
  language: Language,
  format: Format,
): Readable {
  const say = texts[language]
  const names = headNames(resource, fields, language)
  const heads = fields.map((field, index) => `${isRequired(field) ? '*' : ''}${names[index]}`)
  const { required, optional } = needs[language]
  const says = fields.map(field => {
    const example = exampleOf(field, model, language)
    const parts = [
      isRequired(field) ? required : optional,
      whatIsAllowed(field, model)[language],
      ...(example ? [say.example(example)] : []),
    ]
    return parts.join(say.comma)
  })
  const notes = noteRow(says, language)
  if (format === 'csv') return Readable.from([byteOrderMark + csvLine(cells(heads)) + csvLine(cells(notes))])
  const guide = fields.map((field, index) => [
    names[index] ?? '',
    isRequired(field) ? required : '',
    whatIsAllowed(field, model)[language],
    exampleOf(field, model, language),
    field.help?.[language] ?? '',
  ])
  return workbook([
    {
      title: resource.title[language],
      columns: fields.map((field, index) => ({ head: heads[index] ?? '', width: widthOf(field, heads[index] ?? '') })),
      chunks: () => oneChunk([notes]),
    },
    {
      title: say.guide,
      columns: say.heads.map((head, index) => ({ head, width: [24, 8, 60, 24, 40][index] ?? 24 })),
      chunks: () => oneChunk(guide),
    },
  ])
}

const isRequired = (field: Field): boolean => field.required && field.default === undefined && field.when === undefined

const cells = (texts: readonly string[]): Cell[] => texts.map(text => (text === '' ? null : { kind: 'text', text }))

async function* oneChunk(rows: readonly (readonly string[])[]) {
  yield rows.map(cells)
}

const texts = {
  zh: {
    example: (text: string) => `例如 ${text}`,
    comma: '，',
    guide: '填写说明',
    heads: ['列', '必填', '可以填什么', '示例', '说明'],
  },
  en: {
    example: (text: string) => `e.g. ${text}`,
    comma: '; ',
    guide: 'Guide',
    heads: ['Column', 'Required', 'What it takes', 'Example', 'Help'],
  },
} as const
