import { isDate } from '../../fields/calendar.ts'
import type { Operator } from '../../fields/field-type.ts'
import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { isMoment } from '../../fields/traits.ts'
import { comparedValue } from '../../fields/unique-form.ts'
import type { Field } from '../../model/model.ts'
import { anyFragment, columnOf, type Fragment, sql, word } from '../database/fragment.ts'
import { gramsFunction, searchFormFunction, soughtGramsFunction } from '../storage/grams.ts'
import { comparedBy } from '../storage/unique-index.ts'

/** One comparison of a query: a field of the resource, an operator and values. */
export interface Condition {
  readonly field: Field
  readonly operator: Operator | 'below'
  /** Already in the column's form. `oneOf` may have several, `isNull` and `notNull` have none. */
  readonly values: readonly unknown[]
  /** The column has an index on its grams, so that a substring search need not read every row. */
  readonly hasGrams?: boolean
  /** The column has an index on its beginnings in lower case. */
  readonly hasPrefix?: boolean
  /** Parts of the text that so many rows contain that the index on its grams is read for the others only. */
  readonly frequent?: readonly string[]
  /** Of `below`: the ids of the given records of a tree and of their descendants. */
  readonly below?: Fragment
  /** Of a reference: its value as the actor reads it, for a column. */
  readonly seen?: (column: Fragment) => Fragment
  /** The rows of a group of a chart, by an alias: then the rest is `id` is not null. */
  readonly rows?: (alias: string) => Fragment
}

/** A comparison as SQL. A reference that the actor may not see is compared as null. */
export function conditionSql(condition: Condition, alias: string): Fragment {
  if (condition.rows) return condition.rows(alias)
  const column = textColumn(condition.field, columnOf(alias, String(condition.field.column)))
  // One value is looked up once, not for each row.
  const isOne = condition.operator === 'equals' && !isMany(condition.field)
  const read = isOne ? sql`${condition.values[0]}::${word(castTypeOf(condition.field))}` : word(column)
  const seen = condition.seen && comparison(condition, condition.seen(read))
  // The column alone first: an index supports it.
  if (seen && supportedByIndex.has(condition.operator)) return sql`(${comparison(condition, word(column))} and ${seen})`
  return seen ?? comparison(condition, word(column))
}

/** The text of a column of HTML, which is stored in one form: `<` and `>` only occur in its tags. */
const textColumn = (field: Field, column: string): string =>
  typeOf(field).markup
    ? `replace(replace(replace(regexp_replace(${column}, '<[^>]*>', '', 'g'), '&lt;', '<'), '&gt;', '>'), '&amp;', '&')`
    : column

const supportedByIndex: ReadonlySet<Condition['operator']> = new Set(['equals', 'oneOf', 'has', 'below', 'notNull'])

/** With `momentComparison`, this is the only place that writes operators. */
function comparison(condition: Condition, column: Fragment): Fragment {
  const { field, operator, values, hasGrams, hasPrefix, frequent, below = none } = condition
  const ofMoment = isMoment(field) && momentComparison(condition, column)
  if (ofMoment) return ofMoment
  const type = word(castTypeOf(field))
  const one = values[0]
  const by = isMany(field) ? undefined : comparedBy(field)
  const same = by === undefined ? column : sql`${word(by)}(${column})`
  const sought = by === undefined ? values : values.map(value => comparedValue(field, value))
  switch (operator) {
    case 'equals': {
      const equal = sql`${same} = ${sought[0]}::${type}`
      return hasGrams ? sql`${withGrams(column, one, frequent)} and ${equal}` : equal
    }
    case 'notEquals':
      return sql`${same} <> ${sought[0]}::${type}`
    case 'greater':
      return sql`${column} > ${one}::${type}`
    case 'greaterOrEqual':
      return sql`${column} >= ${one}::${type}`
    case 'less':
      return sql`${column} < ${one}::${type}`
    case 'lessOrEqual':
      return sql`${column} <= ${one}::${type}`
    case 'contains':
      return hasGrams
        ? sql`${withGrams(column, one, frequent)} and ${containing(column, one)}`
        : containing(column, one)
    case 'notContains':
      return sql`not ${containing(column, one)}`
    case 'startsWith':
      return hasPrefix ? withPrefix(column, one) : sql`starts_with(${searched(column)}, ${searched(one)})`
    case 'endsWith':
      return sql`starts_with(reverse(${searched(column)}), reverse(${searched(one)}))`
    case 'isNull':
      return sql`${column} is null`
    case 'notNull':
      return sql`${column} is not null`
    case 'oneOf':
      return isMany(field) ? sql`${column} && ${values}::${type}[]` : sql`${same} = any(${sought}::${type}[])`
    case 'has':
      return sql`${column} @> ${values}::${type}[]`
    case 'below':
      return isMany(field) ? sql`${column} && array${below}` : sql`${column} in ${below}`
  }
}

/**
 * Timestamps are stored with milliseconds and compared by the second or, with a bare day, by the day. The column itself
 * is compared with the bounds of the second or day, because its index supports that. Undefined where no bound differs.
 */
function momentComparison({ operator, values }: Condition, column: Fragment): Fragment | undefined {
  const begin = (value: unknown) => sql`${value}::timestamptz`
  const end = (value: unknown) =>
    sql`${value}::timestamptz + ${word(isDate(String(value)) ? "interval '1 day'" : "interval '1 second'")}`
  const isIn = (value: unknown) => sql`(${column} >= ${begin(value)} and ${column} < ${end(value)})`
  const one = values[0]
  switch (operator) {
    case 'equals':
      return isIn(one)
    case 'notEquals':
      return sql`not ${isIn(one)}`
    case 'greater':
      return sql`${column} >= ${end(one)}`
    case 'lessOrEqual':
      return sql`${column} < ${end(one)}`
    case 'oneOf':
      return anyFragment(values.map(isIn))
    default:
      return undefined
  }
}

/** The bounds of the texts that begin with another, bytewise. */
function withPrefix(column: Fragment, text: unknown): Fragment {
  const [form, prefix] = [searched(column), searched(text)]
  return sql`(${form} >= ${prefix} and ${form} < ${prefix} || ${lastCharacter}::text)`
}

const lastCharacter = '\u{10FFFF}'

const none = word('(select null::bigint)')

/** A text, or a value that is one, in the form in which texts are searched. */
const searched = (text: unknown): Fragment => sql`${word(searchFormFunction)}(${text}::text)`

/** A text contains another, by their search forms. */
export const containing = (text: Fragment, part: unknown): Fragment =>
  sql`(strpos(${searched(text)}, ${searched(part)}) > 0)`

/** What the index can check: the text contains all pairs of the searched text, in any order. */
export function withGrams(column: Fragment, part: unknown, frequent: readonly string[] = []): Fragment {
  const sought = sql`${word(soughtGramsFunction)}(${searched(part)})`
  const parts =
    frequent.length === 0 ? sought : sql`array(select unnest(${sought}) except select unnest(${frequent}::text[]))`
  return sql`${word(gramsFunction)}(${column}) @> ${parts}`
}

/** The type to which a bound value is cast, without the length or scale that would truncate it. */
export function castTypeOf(field: Field): string {
  const [, name = 'text'] = /^([a-z ]+)/.exec(typeOf(field).column(field) ?? 'text') ?? []
  return name === 'varchar' ? 'text' : name.trim()
}
