import { isId } from '../../fields/id/id-text.ts'
import type { Resource } from '../../model/model.ts'
import { type Access, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { type Row, shapeOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { type Deletion, deletionOf } from './aspects/aspect.ts'
import { accessToBin, deleted } from './bin.ts'
import { claimRecords } from './idempotency.ts'
import { lockRows } from './lock.ts'
import { live } from './select.ts'
import { type Work, workOn } from './work.ts'
import { write } from './write.ts'

/**
 * Deletes records with their lines, or restores them with the lines that were deleted with them: all of them, or none.
 * The rows and their history remain: a deletion and its reversal are changes like others.
 */
export async function deleteOrRestore(
  work: Work,
  resource: Resource,
  ids: readonly string[],
  deletion: Deletion,
  key?: string,
): Promise<void> {
  const all = [...new Set(ids)]
  const access = deletionAccess(work.ctx, resource, deletion)
  if (!all.every(isId)) throw refuse.notFound(resource.title)
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    const wanted = await claimRecords(inside, key, all, id => [deletion, resource.name, id])
    if (wanted.length === 0) return
    const rows = await lockDeletable(inside, resource, access, wanted, deletion)
    if (rows.length < wanted.length) throw refuse.notFound(resource.title)
    const changes = rows.map(row => deletionOf(row))
    await write(inside, { resource, origin: 'save', deletion }, changes)
  })
}

/** The rows that the actor may delete or restore. */
export const deletionAccess = (ctx: RequestContext, resource: Resource, deletion: Deletion): Access =>
  deletion === 'remove' ? demand(ctx, resource, 'delete') : accessToBin(ctx, resource)

/** Those of the rows that can be deleted or restored, locked until the end of the transaction. */
export const lockDeletable = (
  work: Work,
  resource: Resource,
  access: Access,
  ids: readonly string[],
  deletion: Deletion,
): Promise<Row[]> =>
  lockRows(
    work,
    shapeOf(work.ctx.model, resource, new Set()),
    access,
    ids,
    deletion === 'remove' ? live('t') : deleted('t'),
  )
