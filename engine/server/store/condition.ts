import type { Operator } from '../../fields/field-type.ts'
import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { isMoment } from '../../fields/traits.ts'
import type { Field } from '../../model/model.ts'
import { columnOf, type Fragment, sql, word } from '../database/fragment.ts'
import { gramsFunction, soughtGramsFunction } from '../storage/grams.ts'

/** One comparison of a query: a field of the resource, what is asked of it, and with which values. */
export interface Condition {
  readonly field: Field
  readonly operator: Operator | 'below'
  /** Already in the column's form; `oneOf` may have several, `isNull` and `notNull` have none. */
  readonly values: readonly unknown[]
  /** The column has an index over its grams, so that a search within it need not read every row. */
  readonly hasGrams?: boolean
  /** Of `below`: the ids of the records of a tree that are named, and of all that lies below them. */
  readonly below?: Fragment
}

/** A comparison as SQL. Each operator is written here and nowhere else. */
export function conditionSql({ field, operator, values, hasGrams, below = none }: Condition, alias: string): Fragment {
  const column = word(columnOf(alias, String(field.column)))
  // A moment is kept to the millisecond and asked for by the second.
  const whole = isMoment(field) ? sql`date_trunc('second', ${column})` : column
  const type = word(castOf(field))
  const one = values[0]
  switch (operator) {
    case 'equals':
      return sql`${whole} = ${one}::${type}`
    case 'notEquals':
      return sql`${whole} <> ${one}::${type}`
    case 'greater':
      return sql`${whole} > ${one}::${type}`
    case 'greaterOrEqual':
      return sql`${column} >= ${one}::${type}`
    case 'less':
      return sql`${column} < ${one}::${type}`
    case 'lessOrEqual':
      return sql`${whole} <= ${one}::${type}`
    case 'contains':
      return hasGrams ? sql`${withGrams(column, one)} and ${containing(column, one)}` : containing(column, one)
    case 'notContains':
      return sql`not ${containing(column, one)}`
    case 'startsWith':
      return sql`${column} ilike ${`${escaped(one)}%`}`
    case 'endsWith':
      return sql`${column} ilike ${`%${escaped(one)}`}`
    case 'isNull':
      return sql`${column} is null`
    case 'notNull':
      return sql`${column} is not null`
    case 'oneOf':
      return isMany(field) ? sql`${column} && ${values}::${type}[]` : sql`${whole} = any(${values}::${type}[])`
    case 'has':
      return sql`${column} @> ${values}::${type}[]`
    case 'below':
      return isMany(field) ? sql`${column} && array${below}` : sql`${column} in ${below}`
  }
}

const none = word('(select null::bigint)')

/** A text holds another, whatever their case. */
export const containing = (text: Fragment, part: unknown): Fragment =>
  sql`(strpos(lower(${text}), lower(${part}::text)) > 0)`

/** What the index can tell: all pairs of what is sought are there, though not yet in their order. */
const withGrams = (column: Fragment, part: unknown): Fragment =>
  sql`${word(gramsFunction)}(${column}) @> ${word(soughtGramsFunction)}(${part}::text)`

/** The type to which a bound value is cast, without the length or scale that would cut it to fit. */
export function castOf(field: Field): string {
  const [, name = 'text'] = /^([a-z ]+)/.exec(typeOf(field).column(field) ?? 'text') ?? []
  return name === 'varchar' ? 'text' : name.trim()
}

/** `%`, `_` and `\` stand for themselves. */
const escaped = (text: unknown) => String(text).replace(/[\\%_]/g, '\\$&')
