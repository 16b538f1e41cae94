import type { Model, Resource } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import { referenceOf } from '../database/shape.ts'
import { partsOf } from './referring.ts'

const known = perModel<readonly string[]>()

/**
 * The tables for which operations on a resource may wait: its own, those of its lines, and those to which their fields
 * refer. Users as authors of rows are left out, because every resource refers to them.
 */
export const tablesRead = (model: Model, resource: Resource): readonly string[] =>
  known(model, resource.name, () => {
    const own = [resource, ...partsOf(model, resource).map(part => part.resource)]
    const referred = own.flatMap(({ fields }) => fields.flatMap(field => referenceOf(model, field).map(({ of }) => of)))
    return [...new Set([...own, ...referred].map(({ table }) => table))].sort()
  })
