import { scaleOf } from '../../../fields/decimal/field.ts'
import { typeOf } from '../../../fields/index.ts'
import { decimalsOf, withSeparators } from '../../../fields/number.ts'
import { nameOfLink } from '../../../fields/upload.ts'
import type { Field, Language, Model } from '../../../model/model.ts'
import type { Row } from '../../database/shape.ts'

const most = 20_000

/** The value of a field as printed; an empty text is no value. `scale`: the decimals of its column. */
export function valueText(field: Field, record: Row, model: Model, language: Language, scale?: number): string {
  const value = record[field.name]
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value) && value.length === 0) return ''
  return cut(clean(written(field, value, record, model, language, scale)))
}

function written(field: Field, value: unknown, record: Row, model: Model, language: Language, scale?: number): string {
  const apart = language === 'zh' ? '、' : ', '
  switch (field.type) {
    case 'reference': {
      const names = [record[`${field.name}Name`]].flat()
      return [value]
        .flat()
        .map((id, index) => String(names[index] ?? id))
        .join(apart)
    }
    case 'image':
    case 'file':
      return [value]
        .flat()
        .map(link => nameOfLink(String(link)))
        .join(apart)
    case 'integer':
      return withSeparators(Number(value), 0)
    case 'decimal':
      return withSeparators(Number(value), scale ?? decimalsOf(Number(value), scaleOf(field)))
    case 'money':
      return withSeparators(Number(value), 2)
    case 'json':
      return JSON.stringify(value, null, 1)
    default:
      return typeOf(field).format(value, field, model, language)
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
const clean = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\ufeff]/g, '')

const cut = (text: string) => (text.length > most ? `${text.slice(0, most)}…` : text)
