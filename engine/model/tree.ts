import type { Field, Resource } from './model.ts'
import { fieldOf } from './system-fields.ts'

/** Whether the records of a resource have parents of the same resource. */
export const isTree = ({ tree }: Resource): boolean => tree !== undefined

/** The field that refers to the parent record; undefined if the resource is no tree. */
export const parentFieldOf = (resource: Resource): Field | undefined => fieldOf(resource, resource.tree ?? '')

/** The column with the id of a record's parent. */
export function parentColumn(resource: Resource): string {
  const column = parentFieldOf(resource)?.column
  if (!column) throw new Error(`"${resource.name}" is no tree.`)
  return column
}
