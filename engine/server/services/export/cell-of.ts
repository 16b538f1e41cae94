import { dictionaryEntriesOf } from '../../../fields/dictionary/field.ts'
import { typeOf } from '../../../fields/index.ts'
import { hasSeparators } from '../../../fields/number.ts'
import { isMany } from '../../../fields/options.ts'
import { scaleOfNumber } from '../../../fields/traits.ts'
import type { Field, Language, Model } from '../../../model/model.ts'
import type { Row } from '../../database/shape.ts'
import type { Cell } from './cell.ts'
import { isOneOfSeveral, joined } from './joined-texts.ts'
import type { ReferenceTexts } from './reference-texts.ts'

/** Returns the cell of a record in one column. */
export type CellOf = (record: Row) => Cell

/**
 * The function that turns values of a field into cells: labels instead of keys, names instead of ids, each in a form
 * that an import reads back as the same value.
 */
export function cellOf(field: Field, model: Model, language: Language, references: ReferenceTexts): CellOf {
  const write = writerOf(field, model, language, references)
  return record => {
    const value = record[field.name]
    return value === null || value === undefined || value === '' ? null : write(value, record)
  }
}

type Write = (value: unknown, record: Row) => Cell

const text = (words: string): Cell => (words === '' ? null : { kind: 'text', text: words })

function writerOf(field: Field, model: Model, language: Language, references: ReferenceTexts): Write {
  const type = typeOf(field)
  const format = (value: unknown) => type.format(value, field, model, language)
  const { timeKind: kind } = type
  const scale = scaleOfNumber(field)
  if (scale !== undefined) {
    const shape = { scale, hasSeparators: hasSeparators(field) }
    return value => number(Number(value), format(value), shape)
  }
  if (kind) return value => ({ kind, text: format(value) })
  if (type.reference) return (value, record) => text(references.textOf(field, value, record[`${field.name}Name`]))
  if (type.entries) {
    const labels = labelsOf(field, model, language)
    const labelOf = (key: unknown) => labels.get(String(key)) ?? String(key)
    return value => text(joined([value].flat().map(labelOf), value))
  }
  const links = (values: readonly unknown[]) => values.map(link => inList(String(link)))
  return value => text(Array.isArray(value) && isMany(field) ? joined(links(value), value) : format(value))
}

// A spreadsheet stores 15 digits of a number.
const maxDigits = 999_999_999_999_999

const number = (value: number, words: string, shape: { scale: number; hasSeparators: boolean }): Cell =>
  Number.isFinite(value) && Math.abs(value) <= maxDigits
    ? { kind: 'number', text: words, number: value, ...shape }
    : { kind: 'text', text: words }

/** Escapes separators in a link, which an address may also contain in escaped form. */
const inList = (link: string): string => (isOneOfSeveral(link) ? link : link.replace(/[,，、;；]/g, encodeURIComponent))

/** The label of each key; the key itself if an import would read the label as another entry. */
function labelsOf(field: Field, model: Model, language: Language): ReadonlyMap<string, string> {
  const type = typeOf(field)
  const isList = isMany(field)
  return new Map(
    dictionaryEntriesOf(field, model).map(({ key, title }) => {
      const label = title[language]
      const read = type.parse(label, field, model)
      const isSame = 'value' in read && [read.value].flat().join() === key && (!isList || isOneOfSeveral(label))
      return [key, isSame ? label : key]
    }),
  )
}
