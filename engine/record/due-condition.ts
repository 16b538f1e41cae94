import type { Model, Resource, Step, Transition } from '../model/model.ts'
import type { Expression } from '../rules/compile-expression.ts'
import { isDay } from '../rules/value.ts'
import { expressionOf } from './expressions.ts'
import { opensBefore } from './opens.ts'

/** The day or time at which a job makes a step. */
export const dueTime = (model: Model, resource: Resource, { after = '' }: Step): Expression =>
  expressionOf(model, resource, after)

/** The condition under which a job makes a step: its day has ended or its time is reached. Unknown without a value. */
export const dueCondition = (model: Model, resource: Resource, step: Step): string => {
  const { text, type } = dueTime(model, resource, step)
  return isDay(type) ? `(${text}) < today()` : `(${text}) <= now()`
}

/** The expressions and the other parts of a step that decide when a job makes it. */
export interface DueParts {
  /** Its day or time, its condition, and the days or times of `opens` before it. */
  readonly texts: readonly string[]
  /** All of these, with the states from which it starts. */
  readonly all: readonly unknown[]
}

/** What decides when a job makes a step, for comparison with a former Model. */
export function dueParts(resource: Resource, step: Step | Transition): DueParts {
  const opens = opensBefore(resource, step)
  const texts = [step.after, step.if].filter(text => text !== undefined)
  const all = [step.after, step.if ?? null, 'from' in step ? step.from : null]
  return { texts: [...texts, ...opens.map(({ at }) => at)], all: opens.length > 0 ? [...all, opens] : all }
}

/** The condition that a day has come, or a time is reached. */
export const openCondition = (model: Model, resource: Resource, at: string): string =>
  isDay(expressionOf(model, resource, at).type) ? `(${at}) <= today()` : `(${at}) <= now()`
