import type { Resource } from '../../model/model.ts'
import { type Access, accessTo, demand } from '../store/access.ts'
import type { Asking } from '../store/asking.ts'
import { every } from '../store/fragment.ts'

/** What an import of a person is held to: the right to import and the right to add, and the rows of both. */
export const importAccess = (asking: Asking, resource: Resource): Access =>
  both(demand(asking, resource, 'import'), demand(asking, resource, 'add'))

/** What an import that changes records is held to: the rights to import and to edit, and to see what it finds. */
export function changingAccess(asking: Asking, resource: Resource): Access {
  demand(asking, resource, 'view')
  return both(demand(asking, resource, 'import'), demand(asking, resource, 'edit'))
}

/** Whether the imports of a person may change records that are there; lines are changed with their master. */
export const mayChange = (asking: Asking, resource: Resource): boolean =>
  resource.partOf === undefined &&
  ['view', 'edit', 'import'].every(operation => accessTo(asking, resource, operation).allowed)

const both = (one: Access, other: Access): Access => ({
  allowed: true,
  bound: one.bound || other.bound,
  rows: alias => every([one.rows(alias), other.rows(alias)]),
  hidden: new Set([...one.hidden, ...other.hidden]),
  reads: field => one.reads(field) && other.reads(field),
})
