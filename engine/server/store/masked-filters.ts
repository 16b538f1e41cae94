import type { Resource } from '../../model/model.ts'
import { uniqueSetsOf } from '../../model/unique-sets.ts'
import { accessTo } from '../auth/access.ts'
import { recordAct } from '../auth/audit.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'
import { partsOf } from './referring.ts'

/** Conditions on masked fields and repeated values of a user within an hour: many of them would find out a value by trying. */
const mostPerHour = 100

const noted = new WeakMap<RequestContext, Set<string>>()

/** Notes that a query of the request compares a masked field, or that a refused save repeats its value. */
export function noteMaskedFilter(ctx: RequestContext, field: string): void {
  noted.set(ctx, (noted.get(ctx) ?? new Set()).add(field))
}

/**
 * Records in the audit log that an answer depends on masked fields, before it is given. Refused with 429 above the limit
 * of an hour.
 */
export async function countMaskedFilters(queries: Queries, ctx: RequestContext, resource: Resource): Promise<void> {
  const names = noted.get(ctx)
  if (!names) return
  noted.delete(ctx)
  await assureBelowLimit(queries, ctx)
  await recordAct(queries, ctx, { kind: 'maskedFilter', resource, names: [...names] })
}

/** Refuses a change above the limit whose refusal or success would tell whether a masked value exists, in lines too. */
export async function assureUniqueMasks(queries: Queries, ctx: RequestContext, resource: Resource): Promise<void> {
  const all = [resource, ...partsOf(ctx.model, resource).map(part => part.resource)]
  const isConfirmed = all.some(one => {
    const { masked } = accessTo(ctx, one, 'view')
    return masked.size > 0 && uniqueSetsOf(one).some(({ fields }) => fields.some(({ name }) => masked.has(name)))
  })
  if (isConfirmed) await assureBelowLimit(queries, ctx)
}

async function assureBelowLimit(queries: Queries, { actor, clock }: RequestContext): Promise<void> {
  const [row] = await runAll(
    queries,
    sql`select count(*)::integer as count from engine_audit where tenant_id = ${actor.tenantId} and kind = 'maskedFilter'
      and user_id = ${actor.userId}::bigint and at > ${clock.now.toISOString()}::timestamptz - interval '1 hour'`,
  )
  if (Number(row?.['count']) >= mostPerHour) throw refuse.tooMany(3600)
}
