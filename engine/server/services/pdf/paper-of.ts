import { captionOf } from '../../../fields/caption.ts'
import { dictionaryEntryOf } from '../../../fields/dictionary/field.ts'
import { typeOf } from '../../../fields/index.ts'
import { isPicture, scaleOfNumber } from '../../../fields/traits.ts'
import { isEvidence, nameOfLink } from '../../../fields/upload.ts'
import { brandOf } from '../../../model/brand.ts'
import { displayFieldOf } from '../../../model/display.ts'
import { masterFieldOf } from '../../../model/lines.ts'
import type { Field, Language, Model, Resource } from '../../../model/model.ts'
import { type RecordGroup, recordGroupsOf } from '../../../record/record-groups.ts'
import { valueText } from '../../../record/value-text.ts'
import type { Row } from '../../database/shape.ts'
import type { Image, Paper, PaperEntry, PaperFields, PaperGroup, PaperTable, Picture } from './paper.ts'

/** A record and the parts of it that may be printed. */
export interface PrintedRecord {
  readonly model: Model
  readonly resource: Resource
  readonly record: Row
  /** The fields that may be printed. */
  readonly fields: readonly Field[]
  /** For each field with lines: their resource and the fields that may be printed. */
  lines(field: Field): { readonly resource: Resource; readonly fields: readonly Field[] }
  /** The pictures that can be rendered, by their links. */
  readonly images: ReadonlyMap<string, Image>
  /** The digests of uploaded files, by their links; those of evidence are printed. */
  readonly digests: ReadonlyMap<string, string>
  readonly language: Language
  readonly link: string
  readonly printedBy: string
  readonly printedAt: string
}

const maxLines = 1000
const widest = 12

/**
 * The printed content of a record: its groups as in the form, fields written by transitions, creator and updater, and
 * its lines.
 */
export function paperOf(printed: PrintedRecord): Paper {
  const { model, resource, record, fields, language, link, printedBy, printedAt } = printed
  const phrases = texts[language]
  const display = fields.find(({ name }) => name === displayFieldOf(resource)?.name)
  const title = display ? text(printed, display) : ''
  const state = stateOf(printed)
  return {
    language,
    brand: brandOf(model).name[language],
    kind: resource.title[language],
    title: title || `${resource.title[language]} ${String(record['id'])}`,
    ...(state && { state }),
    groups: paperGroups(printed).filter(({ parts }) => parts.length > 0),
    made: entriesOf(printed, ['createUser', 'createTime', 'updateUser', 'updateTime'], true),
    link,
    linkHint: phrases.scan,
    footer: phrases.printed(printedBy, printedAt),
  }
}

const text = ({ model, language, record }: PrintedRecord, field: Field) => valueText(field, record, model, language)

function stateOf({ model, resource, record, fields, language }: PrintedRecord): string | undefined {
  const field = fields.find(({ name }) => name === resource.lifecycle?.field)
  const entry = field && dictionaryEntryOf(String(record[field.name]), field, model)
  return entry?.title[language]
}

function paperGroups(printed: PrintedRecord): PaperGroup[] {
  const { resource, language } = printed
  return recordGroupsOf(resource).map(group => {
    const title = group.isWritten && resource.lifecycle ? texts[language].written : group.title?.[language]
    return { ...(title !== undefined && { title }), parts: partsOf(printed, group, title) }
  })
}

/** Lines are placed between the fields as in the form. */
function partsOf(
  printed: PrintedRecord,
  { fields, isWritten }: RecordGroup,
  title: string | undefined,
): (PaperFields | PaperTable)[] {
  const parts: (PaperFields | PaperTable)[] = []
  let names: string[] = []
  const end = () => {
    // Fields that are not inputs are printed if they have a value.
    const entries = entriesOf(printed, names, isWritten)
    if (entries.length > 0) parts.push({ kind: 'fields', entries })
    names = []
  }
  for (const { name } of fields) {
    const field = printed.fields.find(one => one.name === name)
    if (!field || !typeOf(field).lines) names.push(name)
    else {
      end()
      parts.push(tableOf(printed, field, title))
      const evidence = lineEvidence(printed, field)
      if (evidence.length > 0) parts.push({ kind: 'fields', entries: evidence })
    }
  }
  end()
  return parts
}

function entriesOf(printed: PrintedRecord, names: readonly string[], isFilledAlone: boolean): PaperEntry[] {
  const { resource, fields, language, record } = printed
  return names.flatMap(name => {
    const field = fields.find(one => one.name === name)
    if (!field || name === resource.lifecycle?.field) return []
    const valueText = text(printed, field)
    // A conditional field is omitted if it is empty.
    if (valueText === '' && (isFilledAlone || field.when !== undefined)) return []
    const entry = {
      caption: captionOf(field, language),
      text: valueText === '' ? '—' : valueText,
      isWide: isWide(field, valueText),
    }
    if (!hasPictures(field) || valueText === '') return [entry]
    return [{ ...entry, isWide: true, pictures: linksOf(field, record).map(link => pictureOf(printed, field, link)) }]
  })
}

/** The files of lines that are evidence, each line with its number in the table. */
function lineEvidence(printed: PrintedRecord, of: Field): PaperEntry[] {
  const { resource, fields } = printed.lines(of)
  const display = fields.find(({ name }) => name === displayFieldOf(resource)?.name)
  return linesIn(printed.record, of).flatMap((line, index) =>
    fields.filter(isEvidence).flatMap(field => {
      const links = linksOf(field, line)
      if (links.length === 0) return []
      const name = display ? valueText(display, line, printed.model, printed.language) : ''
      const caption = `${captionOf(field, printed.language)} ${index + 1} ${name}`.trim()
      return [{ caption, text: '', isWide: true, pictures: links.map(link => pictureOf(printed, field, link)) }]
    }),
  )
}

/** A film that is evidence is printed as its name, with its digest. */
const hasPictures = (field: Field) => isPicture(field) || isEvidence(field)

/** The links of the pictures, and of other files that are evidence. */
export function pictureLinks({ record, fields, lines }: Pick<PrintedRecord, 'record' | 'fields' | 'lines'>): string[] {
  return [
    ...fields.filter(hasPictures).flatMap(field => linksOf(field, record)),
    ...fields
      .filter(field => typeOf(field).lines)
      .flatMap(of =>
        linesIn(record, of).flatMap(line =>
          lines(of)
            .fields.filter(isEvidence)
            .flatMap(field => linksOf(field, line)),
        ),
      ),
  ]
}

const linksOf = ({ name }: Field, row: Row): string[] => [row[name] ?? []].flat().map(String)

const linesIn = (record: Row, { name }: Field): readonly Row[] =>
  (Array.isArray(record[name]) ? record[name] : []) as readonly Row[]

function pictureOf({ images, digests }: PrintedRecord, field: Field, link: string): Picture {
  const image = images.get(link)
  const digest = isEvidence(field) ? digests.get(link) : undefined
  return { name: nameOfLink(link), ...(image && { image }), ...(digest !== undefined && { digest }) }
}

const isWide = (field: Field, valueText: string) =>
  typeOf(field).span(field) > widest || valueText.length > 60 || valueText.includes('\n')

function tableOf(printed: PrintedRecord, field: Field, groupTitle: string | undefined): PaperTable {
  const { model, language, record } = printed
  const { resource, fields } = printed.lines(field)
  const wanted = Array.isArray(field.options['columns']) ? field.options['columns'].map(String) : undefined
  const listed = wanted?.flatMap(name => fields.find(one => one.name === name) ?? []) ?? fields
  const columns = listed.filter(({ name }) => name !== masterFieldOf(resource)?.name)
  const lines = linesIn(record, field)
  const shown = lines.slice(0, maxLines)
  const scales = columns.map(one => scaleIn(one, shown))
  const title = field.title[language]
  return {
    kind: 'table',
    ...(title !== groupTitle && { title }),
    columns: columns.map(one => ({ caption: captionOf(one, language), isRight: scaleOfNumber(one) !== undefined })),
    rows: shown.map(line => columns.map((one, index) => valueText(one, line, model, language, scales[index]))),
    ...(lines.length > maxLines && { note: texts[language].more(lines.length - maxLines) }),
  }
}

/** One scale per column, which aligns the decimal points. */
const scaleIn = (field: Field, lines: readonly Row[]): number =>
  Math.max(0, ...lines.map(line => typeOf(field).decimals?.(Number(line[field.name] ?? 0), field) ?? 0))

const texts = {
  zh: {
    scan: '扫码查看',
    written: '办理情况',
    printed: (by: string, at: string) => `${by} 打印于 ${at}`,
    more: (count: number) => `其余 ${count} 行未打印，请导出查看`,
  },
  en: {
    scan: 'Scan to open',
    written: 'Processing',
    printed: (by: string, at: string) => `Printed by ${by}, ${at}`,
    more: (count: number) => `${count} more lines are not printed; export them to see all`,
  },
} as const
