import type { Resource, Step } from '../model/model.ts'
import { isOnCollection, stepsOf } from '../model/steps.ts'

/** Transitions and actions of a record, transitions first, in the descriptor's order. */
export const recordStepsOf = (resource: Resource): readonly Step[] =>
  stepsOf(resource).filter(step => !isOnCollection(step))
