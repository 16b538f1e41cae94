import type { Field, Model, RuleType } from '../model/model.ts'
import { compileExpression } from './compile-expression.ts'
import { type Clock, evaluate } from './evaluate.ts'
import type { Me } from './me.ts'
import { scopeParameters } from './parameter.ts'
import { meScope, type Scope } from './scope.ts'
import { calendarOf } from './workdays.ts'

const scopes = new WeakMap<Model, Scope>()

/** What the expression of a default may read: the clock and the user, but no fields. */
function defaultScope(model: Model): Scope {
  const known = scopes.get(model) ?? {
    fields: {},
    ...meScope(model, true),
    parameters: scopeParameters(model),
    calendar: calendarOf(model),
  }
  scopes.set(model, known)
  return known
}

/** The type that the expression of a field's default must have. */
export const defaultType = ({ rule }: Field): RuleType | undefined =>
  // A time of day is a text in rules; its default is the time of a moment.
  rule === 'string' ? 'google.protobuf.Timestamp' : rule

/**
 * The default of a field as an expression that reads no record. Of a list, as of `me.ownerIds`, a reference to one record
 * gets the only one.
 */
export function compiledDefault(field: Field, text: string, model: Model) {
  const scope = defaultScope(model)
  const compiled = compileExpression(text, scope, defaultType(field))
  if ('expression' in compiled || field.rule !== 'int' || field.options['of'] === undefined) return compiled
  const list = compileExpression(text, scope, 'list<int>')
  return 'expression' in list ? list : compiled
}

/**
 * The transmitted form of a field's initial value in a new record; undefined if the field has no default, or one that
 * reads the record. Times are truncated to minutes, as they are displayed, so that a form shows what is stored. A
 * reference to one record is the only one of a list, as in `me.ownerIds`.
 */
export function defaultValue(
  field: Field,
  { model, me, clock }: { readonly model: Model; readonly me: Me; readonly clock: Clock },
): unknown {
  const { defaultExpression: text, rule } = field
  if (text === undefined) return field.default
  const compiled = compiledDefault(field, text, model)
  if ('fault' in compiled && compiled.fault.code === 'rule.name-unknown') return undefined
  if ('fault' in compiled) throw new Error(`The default "${text}" of "${field.name}" is wrong: ${compiled.fault.code}.`)
  // Ids are texts, numbers are not.
  const value = evaluate(compiled.expression, { me }, clock, { id: field.options['of'] !== undefined })
  if (Array.isArray(value) && rule === 'int') return value.length === 1 ? value[0] : undefined
  if (typeof value !== 'string' || compiled.expression.type !== 'google.protobuf.Timestamp') return value ?? undefined
  const moment = `${value.slice(0, 16)}:00`
  return rule === 'string' ? moment.slice(11) : moment
}
