import { scaleOf } from '../../fields/decimal/field.ts'
import { isDictionary, isReference, isTimeOfDay } from '../../fields/traits.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { compileExpression, type Expression } from '../../rules/compile-expression.ts'
import { evaluate, test } from '../../rules/evaluate.ts'
import { type Expected, type Scope, scopeOf } from '../../rules/scope.ts'
import { type Columns, toSql } from '../../rules/to-sql.ts'
import { columnOf, type Fragment } from '../database/fragment.ts'
import { perModel } from '../database/per-model.ts'
import type { Row } from '../database/shape.ts'
import { meOf, type RequestContext } from './request-context.ts'

/** The location of an expression, which decides the names that it may use. */
export interface ExpressionScope {
  readonly it?: Resource
  readonly input?: readonly Field[]
  /** The name of the transition or action. Distinguishes two locations of one resource with inputs of their own. */
  readonly step?: string
}

const scopes = perModel<Scope>()

/** An expression of a descriptor. The compiler has checked it, so an error here is a bug. */
export function expressionOf(
  model: Model,
  resource: Resource,
  text: string,
  scope: ExpressionScope = {},
  expects?: Expected,
): Expression {
  const compiled = compileExpression(text, scopeAt(model, resource, scope), expects)
  if ('fault' in compiled)
    throw new Error(`The expression "${text}" of "${resource.name}" is wrong: ${compiled.fault.code}.`)
  return compiled.expression
}

function scopeAt(model: Model, resource: Resource, { it, input, step }: ExpressionScope): Scope {
  const make = () => scopeOf(model, resource, { ...(it && { it }), ...(input && { input }), me: true })
  return scopes(model, `${resource.name} ${it?.name ?? ''} ${step ?? ''}`, make)
}

/** True, false, or null where a missing value leaves the result unknown. */
export function isSatisfied(
  ctx: RequestContext,
  resource: Resource,
  text: string,
  record: Row,
  scope?: ExpressionScope,
  input?: Row,
) {
  const expression = expressionOf(ctx.model, resource, text, scope)
  return test(expression, { record, me: meOf(ctx), ...(input && { input }) }, ctx.clock)
}

/** The value of an expression for a field, in the form of the HTTP API. */
export function valueFor(
  ctx: RequestContext,
  resource: Resource,
  field: Field,
  text: string,
  record: Row,
  scope?: ExpressionScope,
  input?: Row,
): unknown {
  const expects = field.rule && { type: field.rule, ...(isDictionary(field) && { into: field.name }) }
  const expression = expressionOf(ctx.model, resource, text, scope, expects)
  const target = { ...(field.rule === 'decimal' && { scale: scaleOf(field) }), id: isReference(field) }
  return evaluate(expression, { record, me: meOf(ctx), ...(input && { input }) }, ctx.clock, target)
}

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

function asSql(ctx: RequestContext, expression: Expression, columns: Omit<Columns, 'me' | 'clock'>): Fragment {
  const text = toSql(expression, { ...columns, me: meOf(ctx), clock: ctx.clock })
  if ('fault' in text) throw new Error(`The expression "${expression.text}" is not one for rows: ${text.fault.code}.`)
  return text
}

function columnNamed(resource: Resource, name: string, alias: string): string | undefined {
  const field = fieldOf(resource, name)
  if (!field?.column) return undefined
  // Rules have no type for a time of day and compare it as text.
  return isTimeOfDay(field) ? `${columnOf(alias, field.column)}::text` : columnOf(alias, field.column)
}
