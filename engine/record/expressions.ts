import { scaleOf } from '../fields/decimal/field.ts'
import { isDictionary, isReference } from '../fields/traits.ts'
import type { Field, Model, Resource, Step } from '../model/model.ts'
import { compileExpression, type Expression } from '../rules/compile-expression.ts'
import { type Clock, evaluate, test } from '../rules/evaluate.ts'
import type { Me } from '../rules/me.ts'
import type { Lookups } from '../rules/run.ts'
import { type Expected, type Scope, scopeOf } from '../rules/scope.ts'
import type { JsonTarget } from '../rules/transmitted-value.ts'

type Values = Readonly<Record<string, unknown>>

/** What expressions read besides the record: the Model, the user and the clock. */
export interface RecordContext {
  readonly model: Model
  readonly me: Me
  readonly clock: Clock
  /** The Model lacks some resources, as in the browser: an expression that reads them is unknown. */
  readonly isPartial?: boolean
  /** The records that references name, as far as they are loaded. */
  readonly targets?: Lookups | undefined
}

/** What a page knows of the user and the time. */
export type EvaluationContext = Pick<RecordContext, 'me' | 'clock' | 'targets'>

/** The context of a page, whose Model is the part of one resource. */
export const contextOfPart = (model: Model, { me, clock, targets }: EvaluationContext): RecordContext => ({
  model,
  me,
  clock,
  targets,
  isPartial: true,
})

/** The location of an expression, which decides the names that it may use. */
export interface ExpressionScope {
  readonly it?: Resource
  /** The resource of another record, to which the result is assigned. */
  readonly into?: Resource
  readonly input?: readonly Field[]
  /** The name of the step or query. Distinguishes two locations of one resource with inputs of their own. */
  readonly step?: string
}

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

/** The expression of a computed field. */
export const formulaOf = (model: Model, resource: Resource, field: Field): Expression =>
  expressionOf(model, resource, String(field.compute), {}, expectedOf(field))

/** The type of an expression whose value a field gets. */
const expectedOf = (field: Field): Expected | undefined => resultOf(field).expected

/** The form of the values of a field in the HTTP API. */
const formOf = (field: Field): JsonTarget => resultOf(field).form

interface FieldResult {
  readonly expected: Expected | undefined
  readonly form: JsonTarget
}

const results = new WeakMap<Field, FieldResult>()

function resultOf(field: Field): FieldResult {
  const known = results.get(field)
  if (known) return known
  const expected = field.rule && { type: field.rule, ...(isDictionary(field) && { into: field.name }) }
  const form = { ...(field.rule === 'decimal' && { scale: scaleOf(field) }), id: isReference(field) }
  const result = { expected, form }
  results.set(field, result)
  return result
}

/** By the fields, which a dialog's resource has for itself although it has the name of the record's. */
const scopes = new WeakMap<Model, WeakMap<readonly Field[], Map<string, Scope>>>()

/** The names that an expression may use at a location; the same object each time. */
export function scopeAt(model: Model, resource: Resource, { it, into, input, step }: ExpressionScope): Scope {
  const ofModel = scopes.get(model) ?? new WeakMap<readonly Field[], Map<string, Scope>>()
  const known = ofModel.get(resource.fields) ?? new Map<string, Scope>()
  // The most frequent scope, that of the record alone, is found without joining names.
  const key = it || into || step !== undefined ? `${it?.name ?? ''} ${into?.name ?? ''} ${step ?? ''}` : ''
  const found = known.get(key)
  if (found) return found
  const options = { ...(it && { it }), ...(into && { into }), ...(input && { input }), me: true }
  const scope = scopeOf(model, resource, options)
  scopes.set(model, ofModel.set(resource.fields, known.set(key, scope)))
  return scope
}

function expressionIn(
  { model, isPartial }: RecordContext,
  resource: Resource,
  text: string,
  scope?: ExpressionScope,
  expects?: Expected,
): Expression | undefined {
  if (!isPartial) return expressionOf(model, resource, text, scope, expects)
  const compiled = compileExpression(text, scopeAt(model, resource, scope ?? {}), expects)
  return 'fault' in compiled ? undefined : compiled.expression
}

const readFromContext = ({ me, targets }: RecordContext) => ({ me, lookups: targets })

/** True, false, or null where a missing value leaves the result unknown. */
export function isSatisfied(
  context: RecordContext,
  resource: Resource,
  text: string,
  record: Values,
  scope?: ExpressionScope,
  input?: Values,
): boolean | null {
  const { me, targets: lookups, clock } = context
  const expression = expressionIn(context, resource, text, scope)
  return expression ? test(expression, { record, input, me, lookups }, clock) : null
}

/** What the expressions of an effect read: the record, the row of a list or another record (`it`), and the input. */
export interface EffectValues {
  readonly record: Values
  readonly it?: Values
  readonly input: Values
}

/** Whether a condition of an effect is true. */
export function isEffective(
  context: RecordContext,
  resource: Resource,
  text: string,
  scope: ExpressionScope,
  values: EffectValues,
): boolean {
  return (
    test(
      expressionOf(context.model, resource, text, scope),
      { ...values, ...readFromContext(context) },
      context.clock,
    ) === true
  )
}

/** The value of an expression of an effect that is a text; null without one. */
export function textValue(
  context: RecordContext,
  resource: Resource,
  text: string,
  scope: ExpressionScope,
  values: EffectValues,
): string | null {
  const expression = expressionOf(context.model, resource, text, scope, { type: 'string' })
  const value = evaluate(expression, { ...values, me: context.me }, context.clock)
  return typeof value === 'string' ? value : null
}

/** The value of an expression for a field of another record, `scope.into`, in the form of the HTTP API. */
export function valueInto(
  context: RecordContext,
  resource: Resource,
  field: Field,
  text: string,
  scope: ExpressionScope,
  values: EffectValues,
): unknown {
  const expects = field.rule && { type: field.rule, ...(isDictionary(field) && { into: `into.${field.name}` }) }
  const expression = expressionOf(context.model, resource, text, scope, expects)
  return evaluate(expression, { ...values, ...readFromContext(context) }, context.clock, formOf(field))
}

/** The scope of the expressions of a step or a query, which may read its inputs. */
export const stepScopeOf = ({ input, name }: Pick<Step, 'input' | 'name'>): ExpressionScope =>
  input.length > 0 ? { input, step: name } : {}

/** The names of fields and inputs that an expression reads; none where it is unknown here. */
export function namesReadBy(
  context: RecordContext,
  resource: Resource,
  text: string,
  scope?: ExpressionScope,
): { readonly record: readonly string[]; readonly input: readonly string[] } {
  const expression = expressionIn(context, resource, text, scope)
  return { record: expression?.reads ?? [], input: expression?.readsInput ?? [] }
}

/** The fields of its record that the expression of a computed field reads; none where it is unknown here. */
export const formulaReads = (context: RecordContext, resource: Resource, field: Field): readonly string[] =>
  expressionIn(context, resource, String(field.compute), undefined, expectedOf(field))?.reads ?? []

/** Whether an expression reads other records, or is unknown here because the Model lacks what it reads. */
export const readsOthers = (context: RecordContext, resource: Resource, text: string): boolean => {
  const expression = expressionIn(context, resource, text)
  return expression === undefined || expression.otherRecord !== undefined
}

/** The value of an expression without a target, in the form of the HTTP API; null where it is unknown. */
export function valueIn(context: RecordContext, resource: Resource, text: string, record: Values): unknown {
  const expression = expressionIn(context, resource, text)
  return expression ? evaluate(expression, { record, me: context.me }, context.clock) : null
}

/** The value of an expression for a field, in the form of the HTTP API; undefined where it is unknown here. */
export function valueFor(
  context: RecordContext,
  resource: Resource,
  field: Field,
  text: string,
  record: Values,
  scope?: ExpressionScope,
  input?: Values,
): unknown {
  const expression = expressionIn(context, resource, text, scope, expectedOf(field))
  return (
    expression &&
    evaluate(expression, { record, ...readFromContext(context), ...(input && { input }) }, context.clock, formOf(field))
  )
}
