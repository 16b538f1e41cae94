import { literal, quoted, quotedList } from './sql-text.ts'
import type { Column, Promises, Table } from './table.ts'

/** The CREATE TABLE statement of a table, without the parts added by other statements. */
export function definitionOf({ name, columns, primaryKey }: Table): string {
  const lines = [...columns.map(definitionOfColumn), `primary key (${quotedList(primaryKey)})`]
  return `create table ${quoted(name)} (\n${lines.map(line => `  ${line}`).join(',\n')}\n)`
}

/** `"status" integer not null default 1`. */
export const definitionOfColumn = ({ name, type, isBytewise, notNull, default: value }: Column): string =>
  `${quoted(name)} ${type}${isBytewise ? ' collate "C"' : ''}${notNull ? ' not null' : ''}${value === undefined ? '' : ` default ${value}`}`

export const commentOnTable = ({ name, mark }: Table): string =>
  `comment on table ${quoted(name)} is ${literal(JSON.stringify(mark))}`

/** The statement that stores a column's constraints in its comment, if they have changed. */
export function commentOnColumn(table: string, { name, promises }: Column, before: Promises): string[] {
  if (writtenPromises(promises) === writtenPromises(before)) return []
  return [`comment on column ${quoted(table)}.${quoted(name)} is ${commentOf(promises)}`]
}

/** The constraints in a fixed order, as stored in the comment. */
export const writtenPromises = ({ required, max, keys, computed }: Promises): string =>
  JSON.stringify({ required, max, keys, computed })

const commentOf = (promises: Promises): string => {
  const text = writtenPromises(promises)
  return text === '{}' ? 'null' : literal(text)
}
