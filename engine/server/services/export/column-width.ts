import { typeOf } from '../../../fields/index.ts'
import type { Field } from '../../../model/model.ts'

const usual = 24
const widest = 60

/** The width of a column: the maximum of its values and of its head with the filter button. */
export function widthOf(field: Field, head: string): number {
  const ofHead = [...head].reduce((sum, sign) => sum + (/[\u1100-\uffff]/.test(sign) ? 2 : 1), 4)
  return Math.min(widest, Math.max(typeOf(field).cellWidth ?? usual, ofHead))
}
