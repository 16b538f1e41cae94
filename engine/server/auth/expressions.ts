import { isSearched } from '../../fields/indexed-fields.ts'
import { isTimeOfDay } from '../../fields/traits.ts'
import type { DeclaredQuery, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { engineColumns, fieldOf } from '../../model/system-fields.ts'
import { expressionOf } from '../../record/expressions.ts'
import type { Expression } from '../../rules/compile-expression.ts'
import { someTerm, subtermsOf, type Term } from '../../rules/term.ts'
import { type Columns, type OtherTables, toSql } from '../../rules/to-sql.ts'
import { columnOf, type Fragment, sql, word } from '../database/fragment.ts'
import type { Row } from '../database/shape.ts'
import { gramsFunction, soughtGramsFunction } from '../storage/grams.ts'
import type { RequestContext } from './request-context.ts'

/** A row set of an access rule, over the table under an alias. */
export function rowsBy(ctx: RequestContext, resource: Resource, text: string, alias: string): Fragment {
  const expression = expressionOf(ctx.model, resource, text)
  return asSql(ctx, expression, { column: name => columnNamed(resource, name, alias) })
}

/**
 * The same over a row that has the record's id in a column of its own. Undefined where the rows depend on more than the
 * id.
 */
export function rowsById(
  ctx: RequestContext,
  resource: Resource,
  text: string,
): ((column: string) => Fragment) | undefined {
  const expression = expressionOf(ctx.model, resource, text)
  if (expression.reads.some(name => name !== 'id')) return undefined
  return column => asSql(ctx, expression, { column: () => column })
}

/** The condition for candidates of a reference, over the candidates' table under an alias. */
export function candidatesBy(
  ctx: RequestContext,
  resource: Resource,
  of: Resource,
  text: string,
  record: Row,
  alias: string,
): Fragment {
  const expression = expressionOf(ctx.model, resource, text, { it: of })
  return asSql(ctx, expression, { record, itColumn: name => columnNamed(of, name, alias) })
}

/** A conjunct of a query's `where`, and the fields that it reads. */
export interface QueryConjunct {
  readonly expression: Pick<Expression, 'text' | 'term'>
  readonly reads: readonly string[]
}

/** The conjuncts of a query's `where`, without those that read an absent input. */
export function usedConjuncts(
  { model }: RequestContext,
  resource: Resource,
  { where, input, name }: DeclaredQuery,
  given: Row,
): QueryConjunct[] {
  if (where === undefined) return []
  const { text, term } = expressionOf(model, resource, where, { input, step: name })
  const isAbsent = (part: Term) =>
    part.kind === 'field' && part.source === 'input' && (given[part.name] ?? null) === null
  return conjunctsOf(term)
    .filter(conjunct => !someTerm(conjunct, isAbsent))
    .map(conjunct => ({ expression: { text, term: conjunct }, reads: fieldsIn(conjunct) }))
}

const conjunctsOf = (term: Term): readonly Term[] =>
  term.kind === 'and' ? [...conjunctsOf(term.left), ...conjunctsOf(term.right)] : [term]

const fieldsIn = (term: Term): readonly string[] => [
  ...(term.kind === 'field' && term.source === 'record' ? [term.name] : []),
  ...subtermsOf(term).flatMap(fieldsIn),
]

/** A conjunct of a query's `where` over the table under an alias. An index finds the rows whose text contains another. */
export const rowsOfQuery = (
  ctx: RequestContext,
  resource: Resource,
  { expression }: QueryConjunct,
  input: Row,
  alias: string,
): Fragment =>
  asSql(ctx, expression, {
    input,
    column: name => columnNamed(resource, name, alias),
    containing: (name, part) => {
      const field = fieldOf(resource, name)
      if (!field?.column || !isSearched(resource, field)) return undefined
      return sql`${word(gramsFunction)}(${word(columnOf(alias, field.column))}) @> ${word(soughtGramsFunction)}(${part})`
    },
  })

function asSql(
  ctx: RequestContext,
  expression: Pick<Expression, 'text' | 'term'>,
  columns: Omit<Columns, 'me' | 'clock'>,
): Fragment {
  const text = toSql(expression, { ...columns, me: ctx.me, tables: otherTables(ctx), clock: ctx.clock })
  if ('fault' in text) throw new Error(`The expression "${expression.text}" is not one for where: ${text.fault.code}.`)
  return text
}

/** The tables of other records, in the tenant of the context. */
export const otherTables = (ctx: RequestContext): OtherTables => ({
  value(name, fieldName, id) {
    const resource = resourceOf(ctx.model, name)
    const column = columnNamed(resource, fieldName, 'step')
    if (column === undefined) return undefined
    const table = word(`"${resource.table}" step`)
    return sql`(select ${word(column)} from ${table} where step."id" = ${id}${tenantOf(ctx, resource, 'step')})`
  },
  branch(name, root) {
    const resource = resourceOf(ctx.model, name)
    const table = word(`"${resource.table}" child`)
    const isChild = word(`${columnNamed(resource, resource.tree ?? '', 'child')} = branch.id`)
    // A set, not a list: the recursion also ends for rows that form a cycle.
    const children = sql`select child."id" from ${table} join branch on ${isChild}${tenantOf(ctx, resource, 'child')}`
    return sql`(with recursive branch(id) as (select ${root}::bigint union ${children}) select id from branch)`
  },
})

const tenantOf = ({ actor }: RequestContext, { shared }: Resource, alias: string): Fragment =>
  shared ? word('') : sql` and ${word(columnOf(alias, engineColumns.tenant))} = ${actor.tenantId}`

function columnNamed(resource: Resource, name: string, alias: string): string | undefined {
  const field = fieldOf(resource, name)
  if (!field?.column) return undefined
  // Rules have no type for a time of day and compare it as text.
  return isTimeOfDay(field) ? `${columnOf(alias, field.column)}::text` : columnOf(alias, field.column)
}
