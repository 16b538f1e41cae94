import { bulkFields } from '../../record/bulk-fields.ts'
import { recordStepsOf } from '../../record/steps-of.ts'
import type { ResourcePart } from '../data/resource-part.ts'

/** Whether anything can be done with selected rows: a list without it has no check boxes. */
export const maySelect = ({ resource, may, bin }: ResourcePart): boolean =>
  bin !== undefined ||
  may.includes('export') ||
  may.includes('delete') ||
  (may.includes('edit') && bulkFields(resource).length > 0) ||
  recordStepsOf(resource).some(({ name }) => may.includes(name))
