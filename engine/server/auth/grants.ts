import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'
import { assureGrants } from './authority-guard.ts'
import type { RequestContext } from './request-context.ts'

/** The permission codes of a role. */
export async function grantsOf(queries: Queries, tenantId: string, roleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct code from engine_grant
    where tenant_id = ${tenantId} and role_id = any(${[...roleIds]}::bigint[]) order by code`.execute(queries)
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
  await sql`
    delete from engine_grant where tenant_id = ${tenantId} and role_id = any(${roles}::bigint[])`.execute(queries)
  await sql`
    insert into engine_grant (tenant_id, role_id, code)
    select ${tenantId}, role_id, code from unnest(${roles}::bigint[]) role_id, unnest(${all}::text[]) code`.execute(
    queries,
  )
}
