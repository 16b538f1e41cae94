import { userResource } from '../model/account-resources.ts'
import type { Model, RuleType } from '../model/model.ts'
import { type CompiledExpression, compileExpression } from '../rules/compile-expression.ts'
import { type Clock, evaluate } from '../rules/evaluate.ts'
import { scopeParameters } from '../rules/parameter.ts'
import type { Scope } from '../rules/scope.ts'
import { calendarOf } from '../rules/workdays.ts'
import { expressionIn, type ProcessDefinition, variableTypes } from './definition.ts'

export type FlowValues = Readonly<Record<string, unknown>>

/** The variables of each copy of a multi-instance activity. */
const loopVariables = ['loopCounter', 'nrOfInstances', 'nrOfCompletedInstances', 'nrOfActiveInstances']
const scopes = new WeakMap<Model, WeakMap<ProcessDefinition, Scope>>()

/** The names of a process's expressions: its variables, `parameter()` and the calendar. */
export function processScope(model: Model, definition: ProcessDefinition): Scope {
  const known = scopes.get(model) ?? new WeakMap<ProcessDefinition, Scope>()
  scopes.set(model, known)
  const found = known.get(definition) ?? scopeIn(model, definition)
  known.set(definition, found)
  return found
}

function scopeIn(model: Model, { variables, nodes }: ProcessDefinition): Scope {
  const fields: Record<string, RuleType> = Object.fromEntries(loopVariables.map(name => [name, 'int']))
  const references: Record<string, string> = {}
  for (const [name, type] of Object.entries(variables)) {
    fields[name] = variableTypes[type]
    if (type === 'user') references[name] = userResource
  }
  for (const { loop } of Object.values(nodes)) {
    const listed = fields[expressionIn(loop?.collection ?? '') ?? loop?.collection ?? '']
    if (loop?.element) fields[loop.element] = listed === 'list<string>' ? 'string' : 'int'
  }
  return { fields, references, me: false, parameters: scopeParameters(model), calendar: calendarOf(model) }
}

/** Compiles a text of a process, with or without `${ }`. */
export const compileIn = (scope: Scope, text: string, expects?: RuleType): CompiledExpression =>
  compileExpression(expressionIn(text) ?? text.trim(), scope, expects)

/** Computes the expressions of a deployed process. */
export interface FlowEvaluator {
  /** The value in transmitted form; null is unknown. */
  value(text: string, variables: FlowValues): unknown
  /** Unknown is not true. */
  isTrue(condition: string, variables: FlowValues): boolean
}

export function flowEvaluator(model: Model, definition: ProcessDefinition, clock: Clock): FlowEvaluator {
  const scope = processScope(model, definition)
  const value = (text: string, record: FlowValues, expects?: RuleType) => {
    const compiled = compileIn(scope, text, expects)
    // It was checked at deployment; a parameter may be gone since.
    return 'fault' in compiled ? null : evaluate(compiled.expression, { record }, clock)
  }
  return { value, isTrue: (text, variables) => value(text, variables, 'bool') === true }
}
