import type { Operator } from '../../fields/field-type.ts'
import { hasIndexedValues } from '../../fields/indexed-fields.ts'
import { isMany } from '../../fields/options.ts'
import { isReference } from '../../fields/traits.ts'
import type { Resource } from '../../model/model.ts'
import { listOrder } from '../../model/order.ts'
import type { Condition } from './condition.ts'
import type { Sort } from './sort.ts'

/** Whether an index finds the rows of a condition, or at least has its values, so that no row is read in vain. */
export function isIndexed(resource: Resource, { field, operator, hasGrams, hasPrefix, rows }: Condition): boolean {
  // The chart has read all of them.
  if (rows) return true
  if (operator === 'contains' || hasGrams) return hasGrams === true
  if (operator === 'startsWith') return hasPrefix === true
  if (isReference(field) && resource.fields.includes(field))
    return operator === 'below' || isMany(field) ? isListed(operator) : isRange(operator)
  return hasIndexedValues(resource, field) && isRange(operator)
}

const isListed = (operator: Condition['operator']) => operator === 'has' || operator === 'oneOf' || operator === 'below'

const ranges: readonly (Operator | 'below')[] = [
  'equals',
  'oneOf',
  'greater',
  'greaterOrEqual',
  'less',
  'lessOrEqual',
  'isNull',
]
const isRange = (operator: Condition['operator']) => ranges.includes(operator)

/**
 * Whether the rows of a condition are read in the order of the page without others between them: a range of the field
 * that sorts them, or the lifecycle's state in the resource's own order.
 */
export function isOrdered(resource: Resource, { field, operator }: Condition, [first]: readonly Sort[]): boolean {
  if (field.name === first?.field.name) return isRange(operator)
  const isState = field.name === resource.lifecycle?.field && operator === 'equals'
  return isState && first?.field.name === listOrder(resource).field
}
