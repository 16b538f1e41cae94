import { add, compareDecimals, type Decimal } from './decimal.ts'
import { compareTexts } from './operations.ts'
import { ruleSql, type SqlText } from './sql-text.ts'
import type { Value, ValueType } from './value.ts'

/** A function over the lines of a list, of which it reads one value each. */
export interface ListOperation {
  readonly name: string
  /** The types of the values, one of which all of them have. */
  readonly takes: readonly ValueType[]
  /** The result's type; undefined: the type of the values. */
  readonly gives?: ValueType
  /** Whether a text between the values is given too. */
  readonly hasSeparator?: true
  /** Given the values of all lines; null is unknown. */
  readonly run: (values: readonly Value[], type: ValueType, separator: string) => Value
  /** An aggregate over the lines, in their order. */
  readonly sql: (value: SqlText, separator: SqlText, order: SqlText) => SqlText
}

const timestamp = 'google.protobuf.Timestamp'
const comparable: readonly ValueType[] = ['int', 'decimal', 'date', timestamp, 'string']

/** All functions over lines, except `size`. */
export const listOperations: readonly ListOperation[] = [
  {
    name: 'sum',
    takes: ['int', 'decimal'],
    run: (values, type) => (type === 'decimal' ? decimalSum(knownOf(values)) : wholeSum(knownOf(values))),
    sql: value => ruleSql`coalesce(sum(${value}), 0)`,
  },
  {
    name: 'exists',
    takes: ['bool'],
    gives: 'bool',
    run: values => values.includes(true) || (values.includes(null) ? null : false),
    sql: value => ruleSql`case when bool_or(${value}) then true when count(*) = count(${value}) then false end`,
  },
  {
    name: 'all',
    takes: ['bool'],
    gives: 'bool',
    run: values => (values.includes(false) ? false : values.includes(null) ? null : true),
    sql: value => ruleSql`case when not bool_and(${value}) then false when count(*) = count(${value}) then true end`,
  },
  {
    name: 'max',
    takes: comparable,
    run: (values, type) => extreme(knownOf(values), type, 1),
    sql: value => ruleSql`max(${value})`,
  },
  {
    name: 'min',
    takes: comparable,
    run: (values, type) => extreme(knownOf(values), type, -1),
    sql: value => ruleSql`min(${value})`,
  },
  {
    name: 'join',
    takes: ['string'],
    hasSeparator: true,
    run: (values, _type, separator) => (values.includes(null) ? null : values.join(separator)),
    // An aggregate alone would leave the line with an unknown text out.
    sql: (value, separator, order) =>
      ruleSql`(case when ${separator} is not null and count(*) = count(${value}) then coalesce(string_agg(${value}, ${separator} order by ${order}), '') end)`,
  },
]

/** Sums, greatest and least values ignore lines without a value, as aggregates of PostgreSQL do. */
const knownOf = (values: readonly Value[]): readonly Value[] => values.filter(value => value !== null)

const wholeSum = (values: readonly Value[]): bigint => (values as readonly bigint[]).reduce((sum, one) => sum + one, 0n)

const decimalSum = (values: readonly Value[]): Decimal =>
  (values as readonly Decimal[]).reduce(add, { units: 0n, scale: 0 })

/** The greatest (1) or least (-1) value; null of an empty list. */
function extreme(values: readonly Value[], type: ValueType, sign: 1 | -1): Value {
  const [first = null, ...rest] = values
  return rest.reduce((best, one) => (compare(one, best, type) * sign > 0 ? one : best), first)
}

function compare(a: Value, b: Value, type: ValueType): number {
  if (type === 'decimal') return compareDecimals(a as Decimal, b as Decimal)
  if (type === 'string') return compareTexts(a as string, b as string)
  const [left, right] = [a as bigint | number, b as bigint | number]
  return left < right ? -1 : left > right ? 1 : 0
}
