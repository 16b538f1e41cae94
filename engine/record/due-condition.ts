import type { Model, Resource } from '../model/model.ts'
import { isDay } from '../rules/value.ts'
import { expressionOf } from './expressions.ts'

/** The condition that a day has ended, or a time is reached; unknown where the day or time is. */
export const dueCondition = (model: Model, resource: Resource, after: string): string =>
  isDay(expressionOf(model, resource, after).type) ? `(${after}) < today()` : `(${after}) <= now()`

/** The condition that a day has come, or a time is reached. */
export const openCondition = (model: Model, resource: Resource, at: string): string =>
  isDay(expressionOf(model, resource, at).type) ? `(${at}) <= today()` : `(${at}) <= now()`
