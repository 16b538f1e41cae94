import type { Due, Field, Lifecycle } from '../model/model.ts'
import { timeLeft } from '../model/system-fields.ts'

const tooLargeForCells = ['children', 'longtext', 'json', 'password', 'image', 'file']
const isNameLike = /^(name|title|.*(Name|Title|No))$/

/** The field that stands for a record when none is said: a name, else a number, else the first text. */
export function displayOf(fields: readonly Field[]): string {
  const texts = fields.filter(field => ['text', 'serial'].includes(field.type))
  return (texts.find(field => isNameLike.test(field.name)) ?? texts[0] ?? fields[0])?.name ?? 'id'
}

/** The first eight fields that fit a cell. */
export const listColumnsOf = (fields: readonly Field[], line: string | undefined): string[] =>
  fields
    .filter(field => !tooLargeForCells.includes(field.type) && field.name !== line)
    .slice(0, 8)
    .map(field => field.name)

/** The time left stands behind the day that it is counted to, or behind the state, or last. */
export function columnsWithTimeLeft(columns: readonly string[], { field }: Lifecycle, [due]: readonly Due[]): string[] {
  const before = [due?.field, field, columns.at(-1)].find(name => columns.includes(name ?? ''))
  return columns.flatMap(name => (name === before ? [name, timeLeft.name] : [name]))
}

/** The display field and the first four choices, dictionaries and references. */
export function searchOf(fields: readonly Field[], display: string, line: string | undefined): string[] {
  const isText = fields.some(field => field.name === display && field.rule === 'string' && field.column)
  const choices = fields.filter(
    field => ['dictionary', 'reference'].includes(field.type) && field.column && ![display, line].includes(field.name),
  )
  return [...(isText ? [display] : []), ...choices.slice(0, 4).map(field => field.name)]
}

/** What a person fills in or sees computed; the server's own numbers and the lifecycle's state are not asked. */
export const formOf = (fields: readonly Field[], state: string | undefined, line: string | undefined): string[] =>
  fields
    .filter(field => (!field.readOnly || field.compute !== undefined) && ![state, line].includes(field.name))
    .map(field => field.name)
