import { grantsRights } from '../../model/guard.ts'
import type { Resource } from '../../model/model.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { recordOf, shapeOf } from '../database/shape.ts'
import { isPerTenant } from '../database/tenancy.ts'
import { stillReferred } from '../errors/database-errors.ts'
import { freeOrigins } from './effect-origin.ts'
import { guardWrites } from './guard-writes.ts'
import { deleteHistorySql } from './history.ts'
import { deleteLinks } from './links.ts'
import { deletionSql } from './outbox.ts'
import { ownTenant } from './own-tenant.ts'
import { partsOf, referringTo } from './referring.ts'
import { lockCounting, markedRows, rollUp } from './roll-up.ts'
import { columnsSql } from './select.ts'
import type { Work } from './work.ts'

/** Deletes records with their lines and their history from the database, for an addition that is rolled back. */
export async function purge(work: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  const { ctx, queries, ids: newIds } = work
  await guardDeletion(work, resource, ids)
  await assureUnsharedUse(work, resource, ids)
  const counted = await markedRows(work, resource, ids)
  await lockCounting(work, counted)
  await runAll(queries, deletionSql(ctx, resource, newIds.next(), ids))
  await runAll(queries, deleteHistorySql(ctx, resource, ids))
  await freeOrigins(work, resource, ids)
  for (const { resource: of, link } of partsOf(ctx.model, resource)) {
    const lines = word(`"${of.table}" t where t."${link.column}"`)
    await runAll(queries, sql`delete from ${lines} = any(${ids}::bigint[])${ownTenant(ctx, of)}`)
  }
  await deleteLinks(work, resource, ids)
  const table = word(`"${resource.table}" t`)
  await runAll(queries, sql`delete from ${table} where t."id" = any(${ids}::bigint[])${ownTenant(ctx, resource)}`)
  // The end of an import that was refused does not depend on the rules of others.
  await rollUp(work, counted, () => undefined)
}

/** Refuses what a foreign key would refuse. Rows of all tenants have none to those of one. */
async function assureUnsharedUse({ ctx, queries }: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  if (!isPerTenant(resource)) return
  for (const { resource: of, field, many } of referringTo(ctx.model, resource)) {
    if (isPerTenant(of) || many) continue
    const refersTo = sql`${word(`"${of.table}" t where t."${field.column}"`)} = any(${ids}::bigint[])`
    if ((await runAll(queries, sql`select 1 from ${refersTo} limit 1`)).length > 0) throw stillReferred()
  }
}

/** Rows that were changed since may grant more by now. */
async function guardDeletion(work: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  if (!grantsRights(resource)) return
  const shape = shapeOf(work.ctx.model, resource, new Set())
  const table = word(`"${resource.table}" t`)
  const rows = await runAll(
    work.queries,
    sql`select ${word(columnsSql(shape, 't'))} from ${table} where t."id" = any(${ids}::bigint[])${ownTenant(work.ctx, resource)} for update of t`,
  )
  const changes = rows.map(row => ({ before: recordOf(shape, row), after: null }))
  await guardWrites(work, resource, changes)
}
