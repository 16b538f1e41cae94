import type { Queries } from '../../engine/server/database/database.ts'
import { run } from '../../engine/server/database/run.ts'

/** Adds a tenant with an administrator, who has the name and the password of the platform's. */
export async function addTenant(queries: Queries, tenantId: string): Promise<void> {
  await run(queries, 'insert into blade_tenant (id, tenant_id, tenant_name) values ($1::bigint, $2::text, $2::text)', [
    Number(tenantId),
    tenantId,
  ])
  for (const [table, columns] of [
    ['blade_role', 'id, role_name, role_alias, sort'],
    ['blade_user', 'id, account, password, name, real_name, role_id'],
  ])
    await run(
      queries,
      `insert into ${table} (tenant_id, ${columns}) select $1::text, ${columns} from ${table} where tenant_id = '000000'`,
      [tenantId],
    )
}
