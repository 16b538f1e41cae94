import { isMany } from '../../fields/options.ts'
import { relatedRecords } from '../../fields/related/rows.ts'
import { isMoment, isTimeOfDay } from '../../fields/traits.ts'
import type { Bind, DeclaredQuery, Field, Model, Order, Resource, Step } from '../../model/model.ts'
import { bindOf, resourceOf } from '../../model/names.ts'
import { listOrder } from '../../model/order.ts'
import { engineColumns, fieldOf } from '../../model/system-fields.ts'
import { parentColumn } from '../../model/tree.ts'
import { dueCondition, dueTime, openCondition } from '../../record/due-condition.ts'
import { type ExpressionScope, expressionOf, stepScopeOf } from '../../record/expressions.ts'
import { opensBefore } from '../../record/opens.ts'
import { guardOf } from '../../record/step-guard.ts'
import type { Expression } from '../../rules/compile-expression.ts'
import { someTerm, subtermsOf, type Term, touches } from '../../rules/term.ts'
import { type Columns, type OtherTables, type RelatedRows, toSql } from '../../rules/to-sql.ts'
import { columnOf, every, type Fragment, sql, word } from '../database/fragment.ts'
import { linksOf, type Row } from '../database/shape.ts'
import { ofSameTenant, ofTenant } from '../database/tenancy.ts'
import type { RequestContext } from './request-context.ts'

/** A row set of an access rule, over the table under an alias. */
export function rowsBy(ctx: RequestContext, resource: Resource, text: string, alias: string): Fragment {
  const expression = expressionOf(ctx.model, resource, text)
  return asSql(ctx, expression, { column: name => columnNamed(resource, name, alias) })
}

/**
 * A row set of an access rule, over a table that has the id of the record in a column. Undefined if the rule reads
 * anything but the id.
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

/**
 * The condition for candidates of a reference, over the candidates' table under an alias; a step may read its input. A
 * line may contain its master, which is not stored yet, in place of the id.
 */
export function candidatesBy(
  ctx: RequestContext,
  resource: Resource,
  of: Resource,
  text: string,
  record: Row,
  alias: string,
  { scope = {}, input = {} }: { readonly scope?: ExpressionScope; readonly input?: Row } = {},
): Fragment {
  const expression = expressionOf(ctx.model, resource, text, { ...scope, it: of })
  const { field: link = '', resource: parent } = resource.partOf ?? {}
  const master = record[link]
  const read = { input, itColumn: (name: string) => columnNamed(of, name, alias) }
  if (!isRecord(master)) return asSql(ctx, expression, { record, ...read })
  const id = String(master['id'] ?? '0')
  const lookups = {
    record: (name: string, wanted: bigint) => (name === parent && String(wanted) === id ? master : undefined),
    isBelow: () => null,
  }
  return asSql(ctx, expression, { record: { ...record, [link]: id }, lookups, ...read })
}

const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of an expression over columns of the record, or over a record that is not stored. */
export const expressionSql = (
  ctx: RequestContext,
  expression: Expression,
  columns: Pick<Columns, 'column' | 'record'>,
): Fragment => asSql(ctx, expression, columns)

/** A conjunct of a query's `where`, and the fields that it reads. */
export interface QueryConjunct {
  readonly expression: Pick<Expression, 'text' | 'term'>
  readonly reads: readonly string[]
}

/** The conjuncts of a query's `where`, without those that read an absent input. */
export function usedConjuncts(
  { model }: RequestContext,
  resource: Resource,
  query: DeclaredQuery,
  given: Row,
): QueryConjunct[] {
  if (query.where === undefined) return []
  const { text, term } = expressionOf(model, resource, query.where, stepScopeOf(query))
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

/** What the database can evaluate of a step that a job makes, over the table under an alias. */
export interface DueSql {
  /** The day or time of `after`. */
  readonly at: Fragment
  /** The values of the fields that `after` reads, as one text. */
  readonly basis: Fragment
  /** The day has ended or the time is reached. */
  readonly isReached: Fragment
  /** The conditions of `if` that it can evaluate. */
  readonly conditions: readonly Fragment[]
  /** In these states, the step is possible only once it is open. */
  readonly opens: readonly { readonly states: readonly string[]; readonly isOpen: Fragment }[]
  /** `conditions` contain all of `if`. */
  readonly isWhole: boolean
}

/** The time and the condition of a step that a job makes, as SQL over the rows of all tenants. */
export function dueSql(ctx: RequestContext, resource: Resource, step: Step, alias: string): DueSql {
  const { model } = ctx
  const columns = { column: (name: string) => columnNamed(resource, name, alias) }
  const read = (text: string) => expressionOf(model, resource, text)
  const [time, guard] = [dueTime(model, resource, step), guardOf(model, resource, step)]
  const conjuncts = guard ? conjunctsOf(guard.term).map(term => ({ text: guard.text, term })) : []
  // Other records are those of one tenant, and the rows are of all.
  const isOwn = ({ term }: { readonly term: Term }) =>
    !someTerm(term, part => part.kind === 'step' || part.kind === 'below' || isOfOthers(part))
  const translated = conjuncts.filter(
    one => isOwn(one) && !('fault' in toSql(one, { ...columns, me: ctx.me, clock: ctx.clock })),
  )
  return {
    at: asSql(ctx, time, columns),
    basis: basisOf(resource, time.reads, alias),
    isReached: asSql(ctx, read(dueCondition(model, resource, step)), columns),
    conditions: translated.map(one => asSql(ctx, one, columns)),
    opens: opensBefore(resource, step).map(({ at, states }) => ({
      states,
      isOpen: asSql(ctx, read(openCondition(model, resource, at)), columns),
    })),
    isWhole: translated.length === conjuncts.length,
  }
}

/** Whether a part reads related or linked records. */
const isOfOthers = (part: Term): boolean =>
  part.kind === 'field'
    ? part.boundBy !== undefined
    : (part.kind === 'count' || part.kind === 'aggregate') && part.relatedTo !== undefined

/** Times as numbers, because their text depends on the connection. */
function basisOf(resource: Resource, reads: readonly string[], alias: string): Fragment {
  const values = reads.map(name => {
    const field = fieldOf(resource, name)
    const column = columnOf(alias, field?.column ?? 'id')
    return field && isMoment(field) ? `extract(epoch from ${column})` : `${column}`
  })
  return word(`jsonb_build_array(${values.join(', ')})::text`)
}

/**
 * A condition that an index supports, and that is true wherever the text of a field contains another: undefined if no
 * index does.
 */
export type ContainingSql = (field: Field, column: Fragment, part: Fragment) => Fragment | undefined

/**
 * A conjunct of a query's `where` over the table under an alias. What an index supports of it is a condition of its own:
 * PostgreSQL leaves it out where the index has found the rows, and otherwise evaluates it last.
 */
export function rowsOfQuery(
  ctx: RequestContext,
  resource: Resource,
  { expression: { text, term } }: QueryConjunct,
  input: Row,
  alias: string,
  containing: ContainingSql,
): Fragment {
  const translated = (term: Term) =>
    asSql(ctx, { text, term }, { input, column: name => columnNamed(resource, name, alias) })
  const supported = (term: Term): Fragment | undefined => {
    if (!someTerm(term, isContaining)) return translated(term)
    if (term.kind === 'and') return supported(term.left) ?? supported(term.right)
    if (term.kind === 'or') {
      const [left, right] = [supported(term.left), supported(term.right)]
      return left && right && sql`(${left} or ${right})`
    }
    if (!isContaining(term)) return undefined
    const [whole, part] = term.args
    const field = whole?.kind === 'field' ? fieldOf(resource, whole.name) : undefined
    if (!field?.column || !part) return undefined
    return containing(field, word(columnOf(alias, field.column)), translated(part))
  }
  const found = someTerm(term, isContaining) ? supported(term) : undefined
  return every([translated(term), ...(found ? [found] : [])])
}

/** Whether a part is true of records whose field contains a text that is the same for all of them. */
function isContaining(term: Term): term is Extract<Term, { kind: 'apply' }> {
  if (term.kind !== 'apply' || term.operation.name !== '.contains') return false
  const [whole, part] = term.args
  return whole?.kind === 'field' && whole.source === 'record' && part !== undefined && !touches(part, 'record')
}

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
    const field = fieldOf(resource, fieldName)
    // A missing list is an empty one.
    const value = field && isMany(field) ? `coalesce(${column}, '{}')` : column
    return sql`(select ${word(value)} from ${table} where step."id" = ${id}${ofTenant(resource, ctx.actor.tenantId, 'step')})`
  },
  branch(name, root) {
    const resource = resourceOf(ctx.model, name)
    const table = word(`"${resource.table}" child`)
    const isChild = word(`${columnOf('child', parentColumn(resource))} = branch.id`)
    // A set, not a list: the recursion also ends for rows that form a cycle.
    const children = sql`select child."id" from ${table} join branch on ${isChild}${ofTenant(resource, ctx.actor.tenantId, 'child')}`
    return sql`(with recursive branch(id) as (select ${root}::bigint union ${children}) select id from branch)`
  },
  linked: (name, bind, id) => {
    const resource = resourceOf(ctx.model, name)
    return linkedSql(ctx, resource, bindOf(resource, bind), sql`= ${id}`)
  },
  related(name, list, alias) {
    const resource = resourceOf(ctx.model, name)
    const bind = resource.binds.find(one => one.name === list)
    if (bind) return boundRows(ctx, resource, bind, alias)
    const field = fieldOf(resource, list)
    const records = field && relatedRecords(ctx.model, field)
    if (!records) throw new Error(`"${name}" has no related records "${list}".`)
    const { of, by, where, sort } = records
    const link = word(columnOf(alias, String(by.column)))
    const isLive = word(columnOf(alias, engineColumns.deleted))
    return {
      from: id => {
        const refers = isMany(by) ? sql`${link} @> array[${id}]` : sql`${link} = ${id}`
        return sql`from ${word(`"${of.table}" ${alias}`)} where ${refers} and ${isLive} = 0${ofTenant(of, ctx.actor.tenantId, alias)}`
      },
      column: one => columnNamed(of, one, alias),
      ...(where !== undefined && { where: expressionOf(ctx.model, resource, where, { it: of }) }),
      order: orderOf(of, sort, alias),
    }
  },
})

function boundRows(ctx: RequestContext, left: Resource, bind: Bind, alias: string): RelatedRows {
  const { of } = linksOf(ctx.model, left, bind)
  const [table, id] = [word(`"${of.table}" ${alias}`), word(columnOf(alias, 'id'))]
  return {
    from: leftId =>
      sql`from ${table} where ${id} in (${linkedSql(ctx, left, bind, sql`= ${leftId}`)})${ofTenant(of, ctx.actor.tenantId, alias)}`,
    column: name => columnNamed(of, name, alias),
    order: orderOf(of, listOrder(of), alias),
  }
}

const orderOf = (of: Resource, { field, descending }: Order, alias: string): Fragment =>
  word(`${columnNamed(of, field, alias)}${descending ? ' desc' : ''}, ${columnOf(alias, 'id')}`)

/**
 * The ids of the records that a bind links to those whose ids satisfy a comparison, as a query with one column. A link
 * whose record on either side is deleted is left out.
 */
export function linkedSql(ctx: RequestContext, left: Resource, bind: Bind, isLeft: Fragment): Fragment {
  const tables = word(linkTables(ctx.model, left, bind))
  return sql`select link."right_id" from ${tables} where link."tenant_id" = ${ctx.actor.tenantId} and link."left_id" ${isLeft}`
}

/** The table of a bind joined with the records of both sides that are not deleted. */
export function linkTables(model: Model, left: Resource, bind: Bind): string {
  const one = (side: 'left' | 'right', alias: string, resource: Resource) =>
    ` join "${resource.table}" ${alias} on ${alias}."id" = link."${side}_id" and ${alias}."${engineColumns.deleted}" = 0${ofSameTenant(resource, alias, 'link')}`
  const { of: right } = linksOf(model, left, bind)
  return `"${bind.table}" link${one('left', 'from_record', left)}${one('right', 'to_record', right)}`
}

function columnNamed(resource: Resource, name: string, alias: string): string | undefined {
  const field = fieldOf(resource, name)
  if (!field?.column) return undefined
  // Rules have no type for a time of day and compare it as text.
  return isTimeOfDay(field) ? `${columnOf(alias, field.column)}::text` : columnOf(alias, field.column)
}
