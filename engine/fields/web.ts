import type { Field, Language, Model } from '../model/model.ts'
import { booleanWeb } from './boolean/web.tsx'
import { childrenWeb } from './children/web.tsx'
import { dateWeb } from './date/web.tsx'
import { datetimeWeb } from './datetime/web.tsx'
import { decimalWeb } from './decimal/web.tsx'
import { dictionaryWeb } from './dictionary/web.tsx'
import { emailWeb } from './email/web.tsx'
import type { AnyFieldWeb } from './field-web.ts'
import { fileWeb } from './file/web.tsx'
import { formattedTextWeb } from './formatted-text-web.tsx'
import { idWeb } from './id/web.tsx'
import { imageWeb } from './image/web.tsx'
import { type FieldTypeName, fieldTypes, isFieldType } from './index.ts'
import { integerWeb } from './integer/web.tsx'
import { jsonWeb } from './json/web.tsx'
import { longtextWeb } from './longtext/web.tsx'
import { moneyWeb } from './money/web.tsx'
import { passwordWeb } from './password/web.tsx'
import { permissionsWeb } from './permissions/web.tsx'
import { phoneWeb } from './phone/web.tsx'
import { referenceWeb } from './reference/web.tsx'
import { relatedWeb } from './related/web.tsx'
import { richtextWeb } from './richtext/web.tsx'
import { serialWeb } from './serial/web.tsx'
import { textWeb } from './text/web.tsx'
import { timeWeb } from './time/web.tsx'
import { urlWeb } from './url/web.tsx'

/** The UI of every field type. A type that is missing here does not compile. */
export const fieldWebs = {
  text: textWeb,
  longtext: longtextWeb,
  richtext: richtextWeb,
  integer: integerWeb,
  decimal: decimalWeb,
  money: moneyWeb,
  boolean: booleanWeb,
  date: dateWeb,
  datetime: datetimeWeb,
  time: timeWeb,
  dictionary: dictionaryWeb,
  reference: referenceWeb,
  children: childrenWeb,
  related: relatedWeb,
  bind: relatedWeb,
  permissions: permissionsWeb,
  phone: phoneWeb,
  creditCode: formattedTextWeb(fieldTypes.creditCode),
  plate: formattedTextWeb(fieldTypes.plate),
  email: emailWeb,
  url: urlWeb,
  idCard: formattedTextWeb(fieldTypes.idCard),
  password: passwordWeb,
  image: imageWeb,
  file: fileWeb,
  json: jsonWeb,
  serial: serialWeb,
  id: idWeb,
} satisfies Record<FieldTypeName, AnyFieldWeb>

/** Adds the UI of the field types of parts. */
export const addFieldWebs = (webs: Readonly<Record<string, AnyFieldWeb>>) => Object.assign(fieldWebs, webs)

/** The UI of a field's type. */
export function webOf(field: Field): AnyFieldWeb {
  if (!isFieldType(field.type)) throw new Error(`There is no field type "${field.type}".`)
  return fieldWebs[field.type]
}

/** The width of the field's column in pixels; undefined where it takes the remaining width. */
export function columnWidth(field: Field, model: Model, language: Language): number | undefined {
  const { width } = webOf(field)
  return typeof width === 'function' ? width(field, model, language) : width
}
