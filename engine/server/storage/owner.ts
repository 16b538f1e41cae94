import { masterOf } from '../../model/lines.ts'
import type { Model, Resource } from '../../model/model.ts'
import { engineColumns } from '../../model/system-fields.ts'

/**
 * The column with the owner of a row: `owner_id`, which the engine maintains on owned rows and their lines; `id` on the
 * owner resource itself; undefined if rows have no owner.
 */
export function ownerColumn(model: Model, resource: Resource): 'owner_id' | 'id' | undefined {
  const master = masterOf(model, resource)
  if (master) return ownerColumn(model, master) && engineColumns.owner
  if (resource.owner === undefined) return undefined
  return resource.owner === 'id' ? 'id' : engineColumns.owner
}
