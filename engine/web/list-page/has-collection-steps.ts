import { collectionStepsOf } from '../../record/steps-of.ts'
import type { ResourcePart } from '../data/resource-part.ts'

/** Whether the user has the right to an action on the resource as a whole. */
export const hasCollectionSteps = ({ resource, may }: ResourcePart): boolean =>
  collectionStepsOf(resource).some(({ name }) => may.includes(name))
