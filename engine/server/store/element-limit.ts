import { fault, faultMessage } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { isPermissions } from '../../fields/traits.ts'
import type { Field } from '../../model/model.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'

/** Elements of one field: lines, references, files. */
const maxElements = 1000

/**
 * Refuses a field with too many elements before any of them is validated: the errors of thousands of lines would take
 * the server most of a second.
 */
export function assureFewElements(fields: readonly Field[], values: Row): void {
  for (const field of fields) {
    const value = values[field.name]
    if (!Array.isArray(value) || value.length <= maxElements) continue
    if (isPermissions(field) || (typeOf(field).lines === undefined && !isMany(field))) continue
    throw refuse.input({ [field.name]: faultMessage(fault('list.many', { limit: maxElements }), field.title) })
  }
}
