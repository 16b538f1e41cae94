import type { Field, Model, RuleType } from '../model/model.ts'
import { compileExpression } from './compile-expression.ts'
import { type Clock, evaluate } from './evaluate.ts'
import type { Me } from './me.ts'
import { scopeParameters } from './parameter.ts'
import { meScope, type Scope } from './scope.ts'

const scopes = new WeakMap<Model, Scope>()

/** What the expression of a default may read: the clock and the user, but no fields. */
export function defaultScope(model: Model): Scope {
  const known = scopes.get(model) ?? { fields: {}, ...meScope(model, true), parameters: scopeParameters(model) }
  scopes.set(model, known)
  return known
}

/** The type that the expression of a field's default must have. */
export const defaultType = ({ rule }: Field): RuleType | undefined =>
  // A time of day is a text in rules; its default is the time of a moment.
  rule === 'string' ? 'google.protobuf.Timestamp' : rule

/**
 * The transmitted form of a field's initial value in a new record; undefined if the field has no default. Times are
 * truncated to minutes, as they are displayed, so that a form shows what is stored.
 */
export function defaultValue(
  field: Field,
  { model, me, clock }: { readonly model: Model; readonly me: Me; readonly clock: Clock },
): unknown {
  const { defaultExpression: text, rule } = field
  if (text === undefined) return field.default
  const compiled = compileExpression(text, defaultScope(model), defaultType(field))
  if ('fault' in compiled) throw new Error(`The default "${text}" of "${field.name}" is wrong: ${compiled.fault.code}.`)
  const value = evaluate(compiled.expression, { me }, clock, { id: true })
  if (typeof value !== 'string' || compiled.expression.type !== 'google.protobuf.Timestamp') return value ?? undefined
  const moment = `${value.slice(0, 16)}:00`
  return rule === 'string' ? moment.slice(11) : moment
}
