import { isDate, isDateTime, isTime } from './calendar.ts'
import type { AnyFieldType } from './field-type.ts'
import type { FormattedText } from './formatted-text.ts'
import { isId } from './id/id-text.ts'
import { fieldTypes } from './index.ts'
import { anyPhone } from './phone/field.ts'
import { isClean, isOneLine } from './text-value.ts'
import { isLink } from './upload.ts'

const formatsOf = (types: readonly (AnyFieldType | FormattedText)[]) =>
  Object.fromEntries(types.flatMap(type => ('text' in type ? [[type.text.format, type.text.check]] : [])))

/** Formats that value schemas name, one list for both validators: Ajv on the server, the interpreter in the browser. */
export const formats: Record<string, (text: string) => boolean> = {
  'clean-text': isClean,
  'one-line': isOneLine,
  date: isDate,
  datetime: isDateTime,
  id: isId,
  link: isLink,
  'time-of-day': isTime,
  ...formatsOf([...Object.values(fieldTypes), anyPhone]),
}

/** Adds the field types of parts. */
export function addFieldTypes(types: Readonly<Record<string, AnyFieldType>>): void {
  Object.assign(fieldTypes, types)
  Object.assign(formats, formatsOf(Object.values(types)))
}

/** Removes field types of parts. */
export function removeFieldTypes(types: Readonly<Record<string, AnyFieldType>>): void {
  const all: Record<string, AnyFieldType> = fieldTypes
  for (const name of Object.keys(types)) delete all[name]
  for (const name of Object.keys(formatsOf(Object.values(types)))) delete formats[name]
}
