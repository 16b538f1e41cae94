import type { Model, Resource, Step, Transition } from '../model/model.ts'
import type { Expression } from '../rules/compile-expression.ts'
import { isDay } from '../rules/value.ts'
import { expressionOf } from './expressions.ts'

/** The day or time at which a job makes a step. */
export const dueTime = (model: Model, resource: Resource, { after = '' }: Step): Expression =>
  expressionOf(model, resource, after)

/** The condition that the day of a step that a job makes has ended, or its time is reached; unknown where it is. */
export const dueCondition = (model: Model, resource: Resource, step: Step): string => {
  const { text, type } = dueTime(model, resource, step)
  return isDay(type) ? `(${text}) < today()` : `(${text}) <= now()`
}

/** What decides when a job makes a step: its day or time, its condition, and the states from which it starts. */
export const dueParts = (
  step: Step | Transition,
): readonly [string | undefined, string | null, readonly string[] | null] => [
  step.after,
  step.if ?? null,
  'from' in step ? step.from : null,
]

/** The condition that a day has come, or a time is reached. */
export const openCondition = (model: Model, resource: Resource, at: string): string =>
  isDay(expressionOf(model, resource, at).type) ? `(${at}) <= today()` : `(${at}) <= now()`
