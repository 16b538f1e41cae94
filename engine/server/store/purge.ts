import { grantsRights } from '../../model/guard.ts'
import type { Resource } from '../../model/model.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { recordOf, shapeOf } from '../database/shape.ts'
import { isPerTenant } from '../database/tenancy.ts'
import { stillReferred } from '../errors/database-errors.ts'
import { guardWrites } from './aspects/guard-writes.ts'
import { freeOrigins } from './effect-origin.ts'
import { deleteHistorySql } from './history.ts'
import { deleteLinks } from './links.ts'
import { deletionSql } from './outbox.ts'
import { ownTenant } from './own-tenant.ts'
import { partsOf, referringTo, refersTo } from './referring.ts'
import { lockCounting, markedRows, rollUp } from './roll-up.ts'
import { columnsSql } from './select.ts'
import type { Work } from './work.ts'

/** Deletes records with their lines and their history from the database, for an addition that is rolled back. */
export async function purge(work: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  const { ctx, queries, ids: newIds } = work
  await guardDeletion(work, resource, ids)
  const counted = await markedRows(work, resource, ids)
  await lockCounting(work, counted)
  await runAll(queries, deletionSql(ctx, resource, newIds.next(), ids))
  await runAll(queries, deleteHistorySql(ctx, resource, ids))
  await freeOrigins(work, resource, ids)
  const deleted = new Map([[resource, ids]])
  for (const { resource: of, link } of partsOf(ctx.model, resource)) {
    const lines = word(`"${of.table}" t where t."${link.column}"`)
    const rows = await runAll(
      queries,
      sql`delete from ${lines} = any(${ids}::bigint[])${ownTenant(ctx, of)} returning t."id"::text as id`,
    )
    deleted.set(
      of,
      rows.map(({ id }) => String(id)),
    )
  }
  await deleteLinks(work, resource, ids)
  const table = word(`"${resource.table}" t`)
  await runAll(queries, sql`delete from ${table} where t."id" = any(${ids}::bigint[])${ownTenant(ctx, resource)}`)
  for (const [of, gone] of deleted) if (gone.length > 0) await assureUnused(work, of, gone)
  // The end of an import that was refused does not depend on the rules of others.
  await rollUp(work, counted, () => undefined)
}

/**
 * Refuses what a foreign key would refuse to lists of references, which have none. The deleted rows are locked: no other
 * transaction can refer to them any more.
 */
async function assureUnused({ ctx, queries }: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  for (const one of referringTo(ctx.model, resource)) {
    if (!one.many) continue
    const { resource: of } = one
    const tenant = isPerTenant(resource) ? ownTenant(ctx, of) : word('')
    const referring = sql`${word(`"${of.table}" t`)} where ${refersTo(one, 't', sql`${ids}::bigint[]`)}${tenant}`
    if ((await runAll(queries, sql`select 1 from ${referring} limit 1`)).length > 0) throw stillReferred()
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
