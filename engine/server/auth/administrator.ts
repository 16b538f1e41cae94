import { administratorAlias } from '../../model/account-resources.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { isEnabled } from './active-session.ts'
import { platformTenant, UserActor } from './actor.ts'

/** The first administrator of the platform's tenant, with whose account commands act. */
export async function administrator(database: Database): Promise<UserActor> {
  const { rows } = await execute<{
    id: string
    account: string
    name: string
    deptId: string | null
    roleIds: string[]
  }>(
    database.kysely,
    sql`
    select u.id, u.account, u.name, u.dept_id[1] as "deptId", u.role_id as "roleIds"
    from blade_user u join blade_role r on r.tenant_id = u.tenant_id and r.id = any(u.role_id)
    where u.tenant_id = ${platformTenant} and ${isEnabled} and r.role_alias = ${administratorAlias}
    order by u.id limit 1`,
  )
  const [user] = rows
  if (!user) throw new Error('There is no administrator to import as.')
  return new UserActor({
    userId: user.id,
    account: user.account,
    name: user.name,
    tenantId: platformTenant,
    deptId: user.deptId,
    roleIds: user.roleIds,
    roles: [administratorAlias],
    administrator: true,
    sourceType: null,
    ownerIds: [],
    regionId: null,
    codes: new Set(),
    roleRights: [],
  })
}
