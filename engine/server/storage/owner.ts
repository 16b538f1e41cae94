import type { Model, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { engineColumns } from '../../model/system-fields.ts'

/**
 * The column that tells whose a row is: `owner_id`, which the engine keeps on owned rows and on their lines;
 * `id` on the owner resource itself; undefined where nobody owns the rows.
 */
export function ownerColumn(model: Model, resource: Resource): 'owner_id' | 'id' | undefined {
  if (resource.partOf) return ownerColumn(model, resourceOf(model, resource.partOf.resource)) && engineColumns.owner
  if (resource.owner === undefined) return undefined
  return resource.owner === 'id' ? 'id' : engineColumns.owner
}
