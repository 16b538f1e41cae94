import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'

/** The id and the name of a role. */
export interface Role {
  readonly id: string
  readonly name: string
}

/** The roles that the actor may share with: their own; for an administrator all of the tenant. */
export const rolesToShareWith = (queries: Queries, ctx: RequestContext): Promise<Role[]> =>
  rolesWhere(
    queries,
    ctx,
    ctx.actor.administrator ? word('true') : sql`r.id = any(${[...ctx.actor.roleIds]}::bigint[])`,
  )

/** The roles with these ids that belong to the tenant. */
export const titlesOfRoles = async (queries: Queries, ctx: RequestContext, ids: readonly string[]): Promise<Role[]> =>
  ids.length === 0 ? [] : rolesWhere(queries, ctx, sql`r.id = any(${[...ids]}::bigint[])`)

async function rolesWhere(queries: Queries, { actor }: RequestContext, where: Fragment): Promise<Role[]> {
  const rows = await runAll(
    queries,
    sql`select r.id::text as id, r.role_name as name from blade_role r where r.tenant_id = ${actor.tenantId} and r.is_deleted = 0 and ${where} order by r.sort, r.id limit 200`,
  )
  return rows.map(({ id, name }) => ({ id: String(id), name: String(name) }))
}
