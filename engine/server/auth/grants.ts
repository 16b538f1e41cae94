import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { assureGrants } from './authority-guard.ts'
import type { RequestContext } from './request-context.ts'

/** The permission codes of a role. */
export async function grantsOf(queries: Queries, tenantId: string, roleIds: readonly string[]): Promise<string[]> {
  const { rows } = await execute<{ code: string }>(
    queries,
    sql`
    select distinct code from engine_grant
    where tenant_id = ${tenantId} and role_id = any(${[...roleIds]}::bigint[]) order by code`,
  )
  return rows.map(({ code }) => code)
}

/** Replaces the permission codes of the roles, if the guard allows it to the actor. */
export async function setGrants(
  queries: Queries,
  ctx: RequestContext,
  roleIds: readonly string[],
  codes: readonly string[],
): Promise<void> {
  await assureGrants(queries, ctx, roleIds, codes)
  const { tenantId } = ctx.actor
  const [roles, all] = [[...roleIds], [...new Set(codes)]]
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
}
