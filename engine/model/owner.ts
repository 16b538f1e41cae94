import { masterOf } from './lines.ts'
import type { Field, Model, Resource } from './model.ts'
import { engineColumns, fieldOf } from './system-fields.ts'

/** The field that refers to the owner of a record; undefined where records have none, and of the owners themselves. */
export const ownerFieldOf = (resource: Resource): Field | undefined =>
  resource.owner === 'id' ? undefined : fieldOf(resource, resource.owner ?? '')

/** The field of the owner that is shown next to the name of a record; undefined where the owner is its name. */
export const shownOwnerField = (resource: Resource): Field | undefined =>
  resource.owner === resource.display ? undefined : ownerFieldOf(resource)

/** The id of a record's owner, for an owner its own; null without one. */
export function ownerOf({ owner }: Resource, record: Readonly<Record<string, unknown>>): string | null {
  const id = owner === undefined ? null : record[owner]
  return id === null || id === undefined ? null : String(id)
}

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
