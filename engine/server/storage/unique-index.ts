import { createHash } from 'node:crypto'
import type { Model, Resource } from '../../model/model.ts'
import type { UniqueFields } from '../../model/unique-sets.ts'
import { expressionOf } from '../../record/expressions.ts'
import { toSql } from '../../rules/to-sql.ts'
import { literal, quoted, shortened } from './sql-text.ts'
import { digestLength } from './table.ts'

/** Name of the unique index on a set of fields, which PostgreSQL reports for a duplicate. */
export function uniqueIndexName(model: Model, resource: Resource, set: UniqueFields): string {
  const columns = set.fields.map(({ column }) => column)
  const condition = uniqueCondition(model, resource, set)
  const digest = condition === undefined ? '' : `_${conditionDigest(condition)}`
  return `${shortened(`${resource.table}_${columns.join('_')}_unique`, digest.length)}${digest}`
}

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
  return made.parts.map((part, index) => (index === 0 ? part : `${literalOf(made.values[index - 1])}${part}`)).join('')
}

function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(literalOf).join(', ')}]`
  return value === null ? 'null' : literal(String(value))
}

/** Distinguishes conditions in names of indexes: PostgreSQL returns them in another spelling. */
const conditionDigest = (condition: string): string =>
  createHash('sha256').update(condition).digest('hex').slice(0, digestLength)
