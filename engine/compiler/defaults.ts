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

/** Fields on which the default list and search depend. */
export interface NamedFields {
  readonly display: string
  readonly state: string | undefined
  /** The field of the order. */
  readonly sort: string
  /** The reference of lines to their master. */
  readonly line: string | undefined
}

/** The default list columns: eight fields that fit a cell, among them the display field, the state and that of the order. */
export function listColumnsOf(fields: readonly Field[], { display, state, sort, line }: NamedFields): string[] {
  const fitting = fields.filter(field => !typeOf(field).large && field.name !== line)
  const isNeeded = ({ name }: Field) => name === display || name === state || name === sort
  let free = 8 - fitting.filter(isNeeded).length
  return fitting.filter(field => isNeeded(field) || free-- > 0).map(({ name }) => name)
}

/** Adds the time remaining after the day that it counts to, or after the state, or last. */
export function columnsWithTimeRemaining(columns: readonly string[], { field, dates: [date] }: Lifecycle): string[] {
  const before = [date?.reads[0], field, columns.at(-1)].find(name => columns.includes(name ?? ''))
  return columns.flatMap(name => (name === before ? [name, timeRemaining.name] : [name]))
}

/** The default search: the display field, the state, the day or time of the order, and up to four choices. */
export function searchOf(fields: readonly Field[], { display, state, sort, line }: NamedFields): string[] {
  const stored = fields.filter(field => field.column && ![display, line].includes(field.name))
  const isText = fields.some(field => field.name === display && isTextual(field) && field.column)
  const isChoice = (field: Field) => isDictionary(field) || isReference(field)
  const choices = stored.filter(field => field.name !== state && isChoice(field)).slice(0, state === undefined ? 4 : 3)
  const found = stored.filter(
    field => field.name === state || choices.includes(field) || (field.name === sort && typeOf(field).timeKind),
  )
  return [...(isText ? [display] : []), ...found.map(({ name }) => name)]
}

/** The default form: input and computed fields, without the server's own values and the lifecycle's state. */
export const formOf = (fields: readonly Field[], state: string | undefined, line: string | undefined): string[] =>
  fields
    .filter(field => (!field.readOnly || field.compute !== undefined) && ![state, line].includes(field.name))
    .map(field => field.name)
