import type { Field } from '../model/model.ts'
import { bind } from './bind/field.ts'
import { boolean } from './boolean/field.ts'
import { children } from './children/field.ts'
import { creditCode } from './credit-code/field.ts'
import { date } from './date/field.ts'
import { datetime } from './datetime/field.ts'
import { decimal } from './decimal/field.ts'
import { dictionary } from './dictionary/field.ts'
import { email } from './email/field.ts'
import type { AnyFieldType, Operator } from './field-type.ts'
import { file } from './file/field.ts'
import { id } from './id/field.ts'
import { idCard } from './id-card/field.ts'
import { image } from './image/field.ts'
import { integer } from './integer/field.ts'
import { json } from './json/field.ts'
import { longtext } from './longtext/field.ts'
import { money } from './money/field.ts'
import { isMany } from './options.ts'
import { password } from './password/field.ts'
import { permissions } from './permissions/field.ts'
import { phone } from './phone/field.ts'
import { plate } from './plate/field.ts'
import { reference } from './reference/field.ts'
import { related } from './related/field.ts'
import { richtext } from './richtext/field.ts'
import { serial } from './serial/field.ts'
import { text } from './text/field.ts'
import { time } from './time/field.ts'
import { url } from './url/field.ts'

/** Every field type. A descriptor may name all but `id`, which is the system's own, `bind` and `permissions`. */
export const fieldTypes = {
  text,
  longtext,
  richtext,
  integer,
  decimal,
  money,
  boolean,
  date,
  datetime,
  time,
  dictionary,
  reference,
  children,
  related,
  bind,
  permissions,
  phone,
  creditCode,
  plate,
  email,
  url,
  idCard,
  password,
  image,
  file,
  json,
  serial,
  id,
} satisfies Record<string, AnyFieldType>

export type FieldTypeName = keyof typeof fieldTypes

/** Whether a field type of that name exists. */
export const isFieldType = (name: string): name is FieldTypeName => Object.hasOwn(fieldTypes, name)

/** The type of a field; a Model contains no field of an unknown type. */
export function typeOf(field: Field): AnyFieldType {
  if (!isFieldType(field.type)) throw new Error(`There is no field type "${field.type}".`)
  return fieldTypes[field.type]
}

/** The operators of a field's queries; the first is the default. */
export function operatorsOf(field: Field): readonly Operator[] {
  const type = typeOf(field)
  return (isMany(field) ? type.operatorsOfMany : undefined) ?? type.operators
}
