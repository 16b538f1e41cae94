import { literal, quoted, quotedList } from './sql-text.ts'
import type { Column, ColumnRules, Table } from './table.ts'

/** The CREATE TABLE statement of a table, without the parts added by other statements. */
export function definitionOf({ name, columns, primaryKey }: Table): string {
  const lines = [...columns.map(definitionOfColumn), `primary key (${quotedList(primaryKey)})`]
  return `create table ${quoted(name)} (\n${lines.map(line => `  ${line}`).join(',\n')}\n)`
}

/** `"status" integer not null default 1`. */
export const definitionOfColumn = ({ name, notNull, default: value, ...column }: Column): string =>
  `${quoted(name)} ${typeWithCollation(column)}${notNull ? ' not null' : ''}${value === undefined ? '' : ` default ${value}`}`

export const typeWithCollation = ({ type, isBytewise }: Pick<Column, 'type' | 'isBytewise'>): string =>
  isBytewise ? `${type} collate "C"` : type

export const commentOnTable = ({ name, mark }: Table): string =>
  `comment on table ${quoted(name)} is ${literal(JSON.stringify(mark))}`

/** The statement that stores a column's constraints in its comment, if they have changed. */
export function commentOnColumn(table: string, { name, rules }: Column, before: ColumnRules): string[] {
  if (isSame(rules, before) || writtenRules(rules) === writtenRules(before)) return []
  return [`comment on column ${quoted(table)}.${quoted(name)} is ${commentOf(rules)}`]
}

/** Most columns have no constraints, or equal texts and numbers: found without writing them. */
const isSame = (rules: ColumnRules, before: ColumnRules): boolean =>
  rules === before ||
  (Object.entries(rules).every(([name, value]) => value === before[name as keyof ColumnRules]) &&
    Object.keys(before).every(name => name in rules || before[name as keyof ColumnRules] === undefined))

/** The constraints in a fixed order, as stored in the comment. */
export const writtenRules = ({
  required,
  requiredIf,
  max,
  min,
  least,
  most,
  past,
  form,
  accept,
  count,
  keys,
  dictionary,
  names,
  fixed,
  of,
  computed,
  made,
  serial,
  secret,
  unit,
  owner,
}: ColumnRules): string =>
  JSON.stringify({
    required,
    requiredIf,
    max,
    min,
    least,
    most,
    past,
    form,
    accept,
    count,
    keys,
    dictionary,
    names,
    fixed,
    of,
    computed,
    made,
    serial,
    secret,
    unit,
    owner,
  })

const commentOf = (rules: ColumnRules): string => {
  const text = writtenRules(rules)
  return text === '{}' ? 'null' : literal(text)
}
