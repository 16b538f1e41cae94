import { idOf } from '../../../model/ids.ts'
import type { Claims, Resource } from '../../../model/model.ts'
import { type Access, demand } from '../../auth/access.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { tenantKey } from '../../database/tenancy.ts'
import { refuse } from '../../errors/refuse.ts'
import { orderOf, orderSql } from '../order.ts'
import type { BaseRows } from '../page.ts'
import type { Query } from '../query.ts'
import { whereSql } from '../where.ts'
import type { Work } from '../work.ts'
import { type Aspect, isNew } from './aspect.ts'

/**
 * The ids of rows of a queue for the actor: those that the actor already has, whose time begins again, and further ones
 * that no user has. Callers at the same time get different rows, and none waits for another.
 */
export async function claimRows(
  work: Work,
  resource: Resource,
  access: Access,
  { minutes, rows }: Claims,
  { which }: BaseRows,
  asked: Query,
): Promise<readonly string[]> {
  const { ctx, queries } = work
  const table = word(`"${resource.table}" t`)
  const where = whereSql(access, asked.conditions, which)
  const { order, joins } = orderSql(ctx, resource, orderOf(resource, access, asked), 't')
  const now = sql`${ctx.clock.now.toISOString()}::timestamptz`
  const me = sql`${ctx.actor.userId}::bigint`
  const claims = ofResource(work, resource)
  const mine = sql`select t."id" from engine_claim c join ${table} on t."id" = c.record_id
    where ${claims} and c.user_id = ${me} and c.until > ${now} and ${where} limit ${rows}::int`
  const isFree = sql`not exists (select 1 from engine_claim c where ${claims} and c.record_id = t."id" and c.until > ${now})`
  const free = sql`select t."id" from ${table}${joins} where ${where} and ${isFree} order by ${order}
    limit ${rows}::int - (select count(*) from mine) for update of t skip locked`
  const stored = sql`with mine as materialized (${mine}), free as materialized (${free}),
    found as (select "id" from mine union all select "id" from free),
    taken as (insert into engine_claim as c (tenant_id, resource, record_id, user_id, until)
      select ${tenantOf(work, resource)}, ${idOf(resource)}, found."id", ${me}, ${now} + ${minutes}::int * interval '1 minute'
      from found order by found."id"
      on conflict (tenant_id, resource, record_id) do update set user_id = excluded.user_id, until = excluded.until
      where c.until <= ${now} or c.user_id = ${me} returning c.record_id)
    select found."id"::text as id, taken.record_id is not null as "isTaken"
    from found left join taken on taken.record_id = found."id"`
  // A row that another caller took after the snapshot of the statement is found, but not taken: a further one sees that.
  for (let attempt = 1; ; attempt++) {
    const found = await runAll(queries, stored)
    const taken = found.filter(({ isTaken }) => isTaken === true)
    if (taken.length === found.length || attempt === attempts) return taken.map(({ id }) => String(id))
  }
}

const attempts = 10

/** Ends the claims of an actor who leaves the queue. */
export async function releaseClaims(work: Work, resource: Resource, name: string): Promise<void> {
  demand(work.ctx, resource, name)
  if (!resource.queries.some(query => query.name === name && query.claims)) throw refuse.unknownName(name)
  const own = sql`${ofResource(work, resource)} and c.user_id = ${work.ctx.actor.userId}::bigint`
  await runAll(work.queries, sql`delete from engine_claim c where ${own}`)
}

const tenantOf = ({ ctx }: Work, resource: Resource): string => tenantKey(resource, ctx.actor.tenantId)

const ofResource = (work: Work, resource: Resource): Fragment =>
  sql`c.tenant_id = ${tenantOf(work, resource)} and c.resource = ${idOf(resource)}`

/** A step or a save of a record ends its claim. */
export const claims: Aspect = {
  async after({ work, resource }, _written, all) {
    if (!resource.queries.some(({ claims }) => claims)) return
    const ids = all.flatMap(one => (isNew(one) ? [] : [one.id]))
    const which = sql`${ofResource(work, resource)} and c.record_id = any(${ids}::bigint[])`
    await runAll(work.queries, sql`delete from engine_claim c where ${which}`)
  },
}
