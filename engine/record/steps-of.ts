import type { Resource, Step } from '../model/model.ts'
import { isOnCollection, stepsOf, userSteps } from '../model/steps.ts'

/** Transitions and actions of a record, transitions first, in the descriptor's order. */
export const recordStepsOf = (resource: Resource): readonly Step[] =>
  stepsOf(resource).filter(step => !isOnCollection(step))

/** Actions that users run on the resource as a whole, in the descriptor's order. */
export const collectionStepsOf = (resource: Resource): readonly Step[] => userSteps(resource).filter(isOnCollection)
