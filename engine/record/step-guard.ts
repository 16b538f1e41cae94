import type { Model, Resource, Step } from '../model/model.ts'
import type { Expression } from '../rules/compile-expression.ts'
import { expressionOf, isSatisfied, namesReadBy, type RecordContext, stepScopeOf } from './expressions.ts'

type Values = Readonly<Record<string, unknown>>

/** The condition of a step; undefined for a step without one. */
export const guardOf = (model: Model, resource: Resource, step: Step): Expression | undefined =>
  step.if === undefined ? undefined : expressionOf(model, resource, step.if, stepScopeOf(step))

/** Whether the condition of a step is true of a record and of what is entered; one that is unknown is not. */
export const isMet = (
  context: RecordContext,
  resource: Resource,
  step: Step,
  record: Values,
  input?: Values,
): boolean =>
  step.if === undefined || isSatisfied(context, resource, step.if, record, stepScopeOf(step), input) === true

/** The names of fields and inputs that the condition of a step reads; none where it is unknown here. */
export const namesReadByGuard = (context: RecordContext, resource: Resource, step: Step) =>
  namesReadBy(context, resource, step.if ?? 'true', stepScopeOf(step))

/** Whether the condition of a step reads inputs, which are entered for it. */
export const readsEntered = (context: RecordContext, resource: Resource, step: Step): boolean =>
  namesReadByGuard(context, resource, step).input.length > 0

/** The step without its condition, for a client that lacks what it reads. */
export function withoutGuard<One extends Step>({ if: _guard, ...step }: One): Omit<One, 'if'> {
  return step
}
