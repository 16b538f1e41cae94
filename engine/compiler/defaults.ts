import { typeOf } from '../fields/index.ts'
import { isDictionary, isReference, isTextual } from '../fields/traits.ts'
import type { Field, Lifecycle } from '../model/model.ts'
import { timeRemaining } from '../model/system-fields.ts'

const isNameLike = /^(name|title|.*(Name|Title|No))$/

/** The default display field: a name, otherwise a number, otherwise the first text. */
export function defaultDisplay(fields: readonly Field[]): string {
  const texts = fields.filter(field => typeOf(field).freeText === 'line' || typeOf(field).serial)
  return (texts.find(field => isNameLike.test(field.name)) ?? texts[0] ?? fields[0])?.name ?? 'id'
}

/** The default list columns: the first eight fields that fit a cell. */
export const listColumnsOf = (fields: readonly Field[], line: string | undefined): string[] =>
  fields
    .filter(field => !typeOf(field).large && field.name !== line)
    .slice(0, 8)
    .map(field => field.name)

/** Adds the time remaining after the day that it counts to, or after the state, or last. */
export function columnsWithTimeRemaining(columns: readonly string[], { field, dates: [date] }: Lifecycle): string[] {
  const before = [date?.reads[0], field, columns.at(-1)].find(name => columns.includes(name ?? ''))
  return columns.flatMap(name => (name === before ? [name, timeRemaining.name] : [name]))
}

/** The default search: the display field and the first four dictionary and reference fields. */
export function searchOf(fields: readonly Field[], display: string, line: string | undefined): string[] {
  const isText = fields.some(field => field.name === display && isTextual(field) && field.column)
  const choices = fields.filter(
    field => (isDictionary(field) || isReference(field)) && field.column && ![display, line].includes(field.name),
  )
  return [...(isText ? [display] : []), ...choices.slice(0, 4).map(field => field.name)]
}

/** The default form: input and computed fields, without the server's own values and the lifecycle's state. */
export const formOf = (fields: readonly Field[], state: string | undefined, line: string | undefined): string[] =>
  fields
    .filter(field => (!field.readOnly || field.compute !== undefined) && ![state, line].includes(field.name))
    .map(field => field.name)
