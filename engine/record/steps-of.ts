import type { Resource, Step } from '../model/model.ts'
import { stepsOf } from '../model/steps.ts'

/** Transitions and actions that have a button, transitions first, in the descriptor's order. */
export const recordStepsOf = (resource: Resource): readonly Step[] => stepsOf(resource)
