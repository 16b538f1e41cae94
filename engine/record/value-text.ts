import { typeOf } from '../fields/index.ts'
import { displayedNumber } from '../fields/number.ts'
import { nameOfLink } from '../fields/upload.ts'
import type { Field, Language, Model } from '../model/model.ts'

type Row = Readonly<Record<string, unknown>>

const most = 20_000

/** The value of a field as printed or sent; an empty text is no value. `scale`: the decimals of its column. */
export function valueText(field: Field, record: Row, model: Model, language: Language, scale?: number): string {
  const value = record[field.name]
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value) && value.length === 0) return ''
  return cut(clean(written(field, value, record, model, language, scale)))
}

function written(field: Field, value: unknown, record: Row, model: Model, language: Language, scale?: number): string {
  const apart = language === 'zh' ? '、' : ', '
  const type = typeOf(field)
  const values = [value].flat()
  if (type.reference) {
    const names = [record[`${field.name}Name`]].flat()
    return values.map((id, index) => String(names[index] ?? id)).join(apart)
  }
  if (type.upload) return values.map(link => nameOfLink(String(link))).join(apart)
  if (type.decimals) return displayedNumber(Number(value), scale ?? type.decimals(Number(value), field), field)
  // Indented, so that it wraps at the line breaks.
  if (type.column(field) === 'jsonb') return JSON.stringify(value, null, 1)
  return type.format(value, field, model, language)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
const clean = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\ufeff]/g, '')

const cut = (text: string) => (text.length > most ? `${text.slice(0, most)}…` : text)
