import { storedCode } from '../../model/code-ids.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { assureGrants } from './authority-guard.ts'
import { presentGrants } from './present-grants.ts'
import type { RequestContext } from './request-context.ts'

/** The permission codes of a role. */
export async function grantsOf(
  queries: Queries,
  { actor: { tenantId }, model }: RequestContext,
  roleIds: readonly string[],
): Promise<string[]> {
  const { rows } = await execute<{ code: string }>(
    queries,
    sql`
    select distinct code from ${presentGrants(model)} g
    where tenant_id = ${tenantId} and role_id = any(${[...roleIds]}::bigint[]) order by code`,
  )
  return rows.map(({ code }) => code)
}

/** Replaces the permission codes of the roles, if the guard allows it to the actor. Their descendants lose those codes. */
export async function setGrants(
  queries: Queries,
  ctx: RequestContext,
  roleIds: readonly string[],
  codes: readonly string[],
): Promise<void> {
  await assureGrants(queries, ctx, roleIds, codes)
  const { tenantId } = ctx.actor
  const [roles, all] = [[...roleIds], [...new Set(codes)].map(code => storedCode(ctx.model, code))]
  await execute(
    queries,
    sql`
    delete from engine_grant where tenant_id = ${tenantId} and role_id = any(${roles}::bigint[])`,
  )
  await execute(
    queries,
    sql`
    insert into engine_grant (tenant_id, role_id, code)
    select ${tenantId}, role_id, code from unnest(${roles}::bigint[]) role_id, unnest(${all}::text[]) code`,
  )
  await takeFromChildren(queries, tenantId, roles)
}

/** Removes rights from descendants of roles: a role never has more rights than its parent. */
async function takeFromChildren(queries: Queries, tenantId: string, roleIds: readonly string[]): Promise<void> {
  await execute(
    queries,
    sql`
    with recursive below as (
      select id, parent_id as under from blade_role
      where tenant_id = ${tenantId} and parent_id = any(${[...roleIds]}::bigint[]) and is_deleted = 0
      union
      select r.id, b.under from blade_role r join below b on r.parent_id = b.id
      where r.tenant_id = ${tenantId} and r.is_deleted = 0
    )
    delete from engine_grant g using below b
    where g.tenant_id = ${tenantId} and g.role_id = b.id and not exists (
      select from engine_grant u where u.tenant_id = g.tenant_id and u.role_id = b.under and u.code = g.code)`,
  )
}
