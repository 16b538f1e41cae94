import { idOf, resourceName } from '../../../model/ids.ts'
import type { Resource } from '../../../model/model.ts'
import { demand } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'

/** A record that a user opened. */
export interface Visit {
  readonly resource: string
  readonly id: string
}

/** Maximum number of recently opened records stored. */
const maxVisits = 8

/** Names of the resources whose lists the actor pinned, in the order of pinning; some may no longer exist. */
export async function pinnedOf(queries: Queries, { actor, model }: RequestContext): Promise<string[]> {
  const rows = await runAll(
    queries,
    sql`select resource from engine_choice where tenant_id = ${actor.tenantId} and user_id = ${actor.userId}::bigint and pinned_at is not null order by pinned_at`,
  )
  return rows.map(row => resourceName(model, String(row['resource'])))
}

/** Pins or unpins a list. */
export async function pin(queries: Queries, ctx: RequestContext, resource: Resource, isPinned: boolean): Promise<void> {
  demand(ctx, resource, 'view')
  const { tenantId, userId } = ctx.actor
  const at = isPinned ? after(ctx, 'engine_choice', 'pinned_at') : word('null::timestamptz')
  await runAll(
    queries,
    sql`insert into engine_choice (tenant_id, user_id, resource, pinned_at) values (${tenantId}, ${userId}::bigint, ${idOf(resource)}, ${at}) on conflict (tenant_id, user_id, resource) do update set pinned_at = excluded.pinned_at`,
  )
}

/** The records that the actor opened recently, latest first. Read permission is not checked here. */
export async function visitsOf(queries: Queries, ctx: RequestContext): Promise<Visit[]> {
  const rows = await runAll(
    queries,
    sql`select resource, record_id::text as id from engine_visit where ${own(ctx)} order by at desc, record_id limit ${word(String(maxVisits))}`,
  )
  return rows.map(row => ({ resource: resourceName(ctx.model, String(row['resource'])), id: String(row['id']) }))
}

/** Stores that the actor opened a record, and deletes the oldest visits beyond the maximum. */
export async function storeVisit(queries: Queries, ctx: RequestContext, resource: Resource, id: string): Promise<void> {
  const { actor } = ctx
  const of = idOf(resource)
  const isOther = sql`${own(ctx)} and (resource, record_id) <> (${of}, ${id}::bigint)`
  const recent = sql`select resource, record_id from engine_visit where ${isOther} order by at desc limit ${word(String(maxVisits - 1))}`
  const stored = sql`insert into engine_visit (tenant_id, user_id, resource, record_id, at) values (${actor.tenantId}, ${actor.userId}::bigint, ${of}, ${id}::bigint, ${after(ctx, 'engine_visit', 'at')}) on conflict (tenant_id, user_id, resource, record_id) do update set at = excluded.at`
  await runAll(
    queries,
    sql`with stored as (${stored}) delete from engine_visit where ${isOther} and (resource, record_id) not in (${recent})`,
  )
}

/** Now, but later than every stored time: two writes within a millisecond keep their order. */
const after = (ctx: RequestContext, table: string, column: string) =>
  sql`greatest(${ctx.clock.now.toISOString()}::timestamptz, (select max(${word(column)}) + interval '1 millisecond' from ${word(table)} where ${own(ctx)}))`

const own = ({ actor }: RequestContext) => sql`tenant_id = ${actor.tenantId} and user_id = ${actor.userId}::bigint`
