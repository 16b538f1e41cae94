import { scaleOf } from '../../fields/decimal/field.ts'
import { hasLines, isDictionary, isReference, lineResource } from '../../fields/traits.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { compileExpression, type Expression } from '../../rules/compile-expression.ts'
import { type Clock, evaluate, test } from '../../rules/evaluate.ts'
import { type Expected, type Me, type Scope, scopeOf } from '../../rules/scope.ts'

type Values = Readonly<Record<string, unknown>>

/** What expressions read in addition to the record. */
export interface EvaluationContext {
  readonly me: Me
  readonly clock: Clock
}

const scopes = new WeakMap<Model, Map<string, Scope>>()

function scopeAt(model: Model, resource: Resource): Scope {
  const known = scopes.get(model) ?? new Map<string, Scope>()
  scopes.set(model, known)
  // A dialog's resource consists of input fields: its name alone would not distinguish it from the record's own.
  const key = `${resource.name} ${resource.fields.map(field => field.name).join()}`
  const scope = known.get(key) ?? scopeOf(model, resource, { me: true })
  known.set(key, scope)
  return scope
}

/**
 * An expression of the Model, which compiled when the Model was built; undefined where it reads what the browser does
 * not have.
 */
export function recordExpressionOf(
  model: Model,
  resource: Resource,
  text: string,
  expects?: Expected,
): Expression | undefined {
  const compiled = compileExpression(text, scopeAt(model, resource), expects)
  return 'fault' in compiled ? undefined : compiled.expression
}

/** True, false, or null if a missing value leaves the result unknown. */
export function isTrueFor(
  model: Model,
  resource: Resource,
  text: string,
  record: Values,
  { me, clock }: EvaluationContext,
): boolean | null {
  const expression = recordExpressionOf(model, resource, text)
  return expression ? test(expression, { record, me }, clock) : null
}

/** The record with its fields computed, those of its lines first. */
export function withComputedFields(
  model: Model,
  resource: Resource,
  record: Values,
  context: EvaluationContext,
): Values {
  let next = record
  for (const field of resource.fields) {
    const line = lineResource(field, model)
    const lines = next[field.name]
    if (!line || !Array.isArray(lines)) continue
    const worked = lines.map(one => withComputedFields(model, line, one as Values, context))
    if (worked.some((one, at) => one !== lines[at])) next = { ...next, [field.name]: worked }
  }
  const computed = resource.fields.filter(field => field.compute !== undefined && !hasLines(field))
  // As many rounds as there are fields settle any order of them; the compiler refuses circles.
  for (const _ of computed) {
    const before = next
    for (const field of computed) {
      const value = computedValue(model, resource, field, next, context)
      if (value !== next[field.name] && !(value === null && next[field.name] === undefined))
        next = { ...next, [field.name]: value }
    }
    if (next === before) break
  }
  return next
}

function computedValue(
  model: Model,
  resource: Resource,
  field: Field,
  record: Values,
  { me, clock }: EvaluationContext,
): unknown {
  const expects = field.rule && { type: field.rule, ...(isDictionary(field) && { into: field.name }) }
  const expression = recordExpressionOf(model, resource, String(field.compute), expects)
  const target = { ...(field.rule === 'decimal' && { scale: scaleOf(field) }), id: isReference(field) }
  return expression ? evaluate(expression, { record, me }, clock, target) : record[field.name]
}
