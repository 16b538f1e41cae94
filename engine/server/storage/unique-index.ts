import { createHash } from 'node:crypto'
import { typeOf } from '../../fields/index.ts'
import { isDateField, isTimeOfDay } from '../../fields/traits.ts'
import { comparedAs } from '../../fields/unique-form.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { neededFields, type UniqueFields } from '../../model/unique-sets.ts'
import { expressionOf } from '../../record/expressions.ts'
import type { SqlText } from '../../rules/sql-text.ts'
import { toSql } from '../../rules/to-sql.ts'
import { tenantColumns } from '../database/tenancy.ts'
import { comparedFunction } from './grams.ts'
import { columnTypeName, literal, quoted, shortened } from './sql-text.ts'
import { digestLength } from './table.ts'

/** Name of the unique index on a set of fields, or of the exclusion constraint, which PostgreSQL reports for a duplicate. */
export function uniqueIndexName(model: Model, resource: Resource, set: UniqueFields): string {
  const columns = [...set.fields, ...(set.during ?? [])].map(({ column }) => column)
  const condition = uniqueCondition(model, resource, set) ?? (set.during && '')
  const digest = condition === undefined ? '' : `_${conditionDigest(condition)}`
  return `${shortened(`${resource.table}_${columns.join('_')}_${set.during ? 'during' : 'unique'}`, digest.length)}${digest}`
}

/** The function that returns the form in which unique values of a field are compared; undefined if it is the value. */
export const comparedBy = (field: Field): string | undefined =>
  ({ code: 'lower', text: comparedFunction, value: undefined })[comparedAs(field) ?? 'value']

/** A column, as unique values of its field are compared. */
export const comparedSql = (field: Field, column: string): string =>
  comparedBy(field) === undefined ? column : `${comparedBy(field)}(${column})`

/**
 * The condition of a set as SQL with literals, which an index needs; with the alias of a table, for its rows. The
 * compiler has checked that it consists of columns and constants.
 */
export function uniqueCondition(
  model: Model,
  resource: Resource,
  set: UniqueFields,
  alias?: string,
): string | undefined {
  if (set.where === undefined) return undefined
  const column = (name: string) => {
    const of = resource.fields.find(field => field.name === name)?.column
    return of === undefined ? undefined : `${alias === undefined ? '' : `${alias}.`}${quoted(of)}`
  }
  const made = toSql(expressionOf(model, resource, set.where), { column, clock: { now: new Date(0), zone: 'UTC' } })
  if ('fault' in made) throw new Error(`The condition "${set.where}" of "${resource.name}" is not in SQL.`)
  return withLiterals(made)
}

/** A translated expression with its values as literals. */
export const withLiterals = ({ parts, values }: SqlText): string =>
  parts.map((part, index) => (index === 0 ? part : `${literalOf(values[index - 1])}${part}`)).join('')

function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(literalOf).join(', ')}]`
  return value === null ? 'null' : literal(String(value))
}

/** Distinguishes conditions in names of indexes: PostgreSQL returns them in another spelling. */
const conditionDigest = (condition: string): string =>
  createHash('sha256').update(condition).digest('hex').slice(0, digestLength)

type Period = UniqueFields & Required<Pick<UniqueFields, 'during'>>

export const isPeriod = (set: UniqueFields): set is Period => set.during !== undefined

/**
 * The keys of the exclusion constraint of periods: ranges that overlap exactly if the values are equal, and the period.
 * Ranges of the types that PostgreSQL has need no extension; a text is represented by its digest.
 */
export const periodKeys = (resource: Pick<Resource, 'shared'>, set: Period, alias?: string): string[] => [
  ...tenantColumns(resource).map(column => pointOf('text', nameIn(alias, column))),
  ...set.fields.map(field => pointOf(columnTypeName(String(typeOf(field).column(field))), nameIn(alias, field.column))),
  periodOf(set, alias),
]

/** The period of a row: dates include the last day, times exclude the end. */
function periodOf({ during: [from, to] }: Period, alias?: string): string {
  const [start, end] = [nameIn(alias, from.column), nameIn(alias, to.column)]
  if (isDateField(from)) return `daterange(${start}, ${end}, '[]'::text)`
  return isTimeOfDay(from) ? `tsrange(${onOneDay(start)}, ${onOneDay(end)})` : `tstzrange(${start}, ${end})`
}

/** The condition that a row takes part, without `is_deleted`: only then are its ranges valid. */
export function takesPart(model: Model, resource: Resource, set: Period, alias?: string): string {
  const [from, to] = set.during.map(({ column }) => nameIn(alias, column))
  const isBefore = isDateField(set.during[0]) ? '<=' : '<'
  const known = neededFields(set).map(({ column }) => `${nameIn(alias, column)} is not null`)
  const condition = uniqueCondition(model, resource, set, alias)
  return [...known, `(${from} ${isBefore} ${to}) is not false`, ...(condition === undefined ? [] : [condition])].join(
    ' and ',
  )
}

/** The condition that the periods of the rows `a` and `b`, which both take part, overlap. */
export function overlaps(resource: Pick<Resource, 'shared'>, set: Period, a: string, b: string): string {
  const others = periodKeys(resource, set, b)
  return periodKeys(resource, set, a)
    .map((key, index) => `${key} && ${others[index]}`)
    .join(' and ')
}

/** The range that contains one value. */
function pointOf(type: string, column: string): string {
  const [, kind, operandOf] = ranges.find(([start]) => type.startsWith(start)) ?? digests
  const operand = operandOf(column)
  return `${kind}(${operand}, ${operand}, '[]'::text)`
}

type Range = readonly [typeName: string, range: string, operandOf: (column: string) => string]

const itself = (column: string) => column

/** The ranges of column types; a text is represented by its digest. */
const ranges: readonly Range[] = [
  ['bigint', 'int8range', itself],
  ['boolean', 'int4range', column => `${column}::integer`],
  ['date', 'daterange', itself],
  ['numeric', 'numrange', itself],
  ['timestamptz', 'tstzrange', itself],
  ['time', 'tsrange', onOneDay],
]
const digests: Range = ['text', 'int8range', column => `hashtextextended(${column}, 0::bigint)`]

function onOneDay(column: string): string {
  return `'2000-01-01'::date + ${column}`
}

const nameIn = (alias: string | undefined, column: string): string =>
  `${alias === undefined ? '' : `${alias}.`}${quoted(column)}`
