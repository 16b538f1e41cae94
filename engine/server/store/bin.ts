import { isLines } from '../../model/lines.ts'
import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { type Access, demand, fieldsOfBoth } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, word } from '../database/fragment.ts'
import { refuse } from '../errors/refuse.ts'
import { cap, type RecordPage, select, tooDeep } from './page.ts'
import { type QueryInput, readQuery } from './query.ts'

/**
 * A page of the deleted rows that the actor may see and delete, the newest deletion first. The user and time of a
 * deletion are those of the row's last change. Lines are not listed: they are deleted and restored with their master.
 */
export async function bin(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  input: QueryInput,
): Promise<RecordPage> {
  const access = accessToBin(ctx, resource)
  const { ascs: _ascs, descs: _descs, ...filter } = input
  const query = { ...readQuery(ctx, resource, access, filter), sorts: newestFirst(resource) }
  const { current, size } = query
  const offset = (current - 1) * size
  if (offset >= cap) throw tooDeep()
  const { records, counted } = await select(
    queries,
    ctx,
    resource,
    access,
    query,
    Math.min(size, cap - offset),
    offset,
    {
      which: deleted,
      // The order of the bin is fixed. A search narrows the result.
      inAnyNumber: true,
    },
  )
  return { records, total: Math.min(counted, cap), capped: counted > cap, current, size }
}

/** The intersection of two rights: to see a deleted row, a user must be allowed to view and to delete it. */
export function accessToBin(ctx: RequestContext, resource: Resource): Access {
  if (isLines(resource)) throw refuse.notFound(resource.title)
  const remove = demand(ctx, resource, 'delete')
  const view = demand(ctx, resource, 'view')
  return {
    ...fieldsOfBoth(view, remove),
    allowed: true,
    bound: view.bound || remove.bound,
    rows: alias => every([view.rows(alias), remove.rows(alias)]),
    writesField: remove.writesField,
    writes: remove.writes,
  }
}

/** Rows that were deleted themselves, not with their master. */
export const deleted = (alias: string): Fragment => word(`${alias}."is_deleted" = 1`)

const newestFirst = (resource: Resource) => {
  const field = fieldOf(resource, 'updateTime')
  return field ? [{ field, descending: true }] : []
}
