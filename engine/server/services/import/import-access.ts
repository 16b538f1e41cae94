import type { Match } from '../../../model/import-view.ts'
import type { Resource } from '../../../model/model.ts'
import { type Access, accessTo, demand, fieldsOfBoth, forbiddenOf, mayEnter } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { every } from '../../database/fragment.ts'
import type { Row } from '../../database/shape.ts'
import { ownersOf } from '../../store/save.ts'

/** The access rules of a user's imports into a resource. */
export interface ImportAccess {
  /** For added rows; absent if the user may add none. */
  readonly adding?: Access
  /** For changed rows; absent if the user may change none. */
  readonly changing?: Access
  /** Fields to which no column may be assigned. */
  readonly hidden: ReadonlySet<string>
  /** The owner of new records, if no column is needed: a user limited to one owner imports for that owner. */
  readonly own: Row
}

/** Requires the right to import, with the right to add, or to view and edit, or both; throws otherwise. */
export function importAccess(ctx: RequestContext, resource: Resource): ImportAccess {
  const importing = demand(ctx, resource, 'import')
  const [view, edit, add] = ['view', 'edit', 'add'].map(operation => accessTo(ctx, resource, operation))
  const adding = add?.allowed ? both(importing, add) : undefined
  const changing = view?.allowed && edit?.allowed ? both(importing, edit) : undefined
  const accesses = [adding, changing].filter(access => access !== undefined)
  if (accesses.length === 0) throw forbiddenOf(ctx, resource, 'add')
  const reserved = resource.fields.filter(field => !mayEnter(ctx.actor, field)).map(({ name }) => name)
  const mayStart = adding !== undefined && accessTo(ctx, resource, 'importState').allowed
  const state = mayStart ? [] : [resource.lifecycle?.field ?? []].flat()
  const hidden = new Set([...accesses.flatMap(access => [...access.hidden]), ...reserved, ...state])
  const own = ownersOf(ctx, resource, { hidden })
  return { hidden, own, ...(adding && { adding }), ...(changing && { changing }) }
}

/** Requires the rights that an import uses: to add, unless it only changes records; to change, if it matches rows. */
export function demandFor(
  ctx: RequestContext,
  resource: Resource,
  accesses: ImportAccess,
  match: Match | null,
): ImportAccess {
  const { hidden, own } = accesses
  const refused = (operation: string): never => {
    throw forbiddenOf(ctx, resource, operation)
  }
  const adding = match?.mode === 'update' ? undefined : (accesses.adding ?? refused('add'))
  if (match !== null && !accesses.changing) demand(ctx, resource, 'view')
  const changing = match === null ? undefined : (accesses.changing ?? refused('edit'))
  return { hidden, own, ...(adding && { adding }), ...(changing && { changing }) }
}

const both = (one: Access, other: Access): Access => ({
  ...fieldsOfBoth(one, other),
  allowed: true,
  bound: one.bound || other.bound,
  rows: alias => every([one.rows(alias), other.rows(alias)]),
  writesField: field => one.writesField(field) && other.writesField(field),
  writes: one.writes,
})
