import type { Resource } from '../../model/model.ts'
import { type Access, demand } from '../store/access.ts'
import type { Asking } from '../store/asking.ts'
import { every } from '../store/fragment.ts'

/** What an import of a person is held to: the right to import and the right to add, and the rows of both. */
export function importAccess(asking: Asking, resource: Resource): Access {
  const [importing, adding] = [demand(asking, resource, 'import'), demand(asking, resource, 'add')]
  return {
    allowed: true,
    bound: importing.bound || adding.bound,
    rows: alias => every([importing.rows(alias), adding.rows(alias)]),
    hidden: new Set([...importing.hidden, ...adding.hidden]),
    reads: field => importing.reads(field) && adding.reads(field),
  }
}
