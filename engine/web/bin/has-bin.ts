import { isLines } from '../../model/lines.ts'
import type { ResourcePart } from '../data/resource-part.ts'

/** Whether this user has a bin for the resource: the right to delete. Deleted lines are in the bin of their master. */
export const hasBin = ({ resource, may }: ResourcePart): boolean => may.includes('delete') && !isLines(resource)
