import { userResource } from './account-resources.ts'
import type { Resource } from './model.ts'
import { fieldOf, hasColumn, type StoredField } from './system-fields.ts'

/** The stored field whose value represents a record; undefined where only its id does. */
export function displayFieldOf(resource: Resource): StoredField | undefined {
  const field = fieldOf(resource, resource.display)
  return field && hasColumn(field) ? field : undefined
}

/** The value that represents a record. */
export const displayValueOf = ({ display }: Resource, record: Readonly<Record<string, unknown>>): unknown =>
  record[display]

/** Whether the records of a resource are persons: users, and those that a personal value represents. */
export const isPerson = (resource: Resource): boolean =>
  !resource.shared &&
  !resource.partOf &&
  (resource.name === userResource || displayFieldOf(resource)?.personal !== undefined)
