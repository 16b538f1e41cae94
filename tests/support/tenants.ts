/** Runs a statement without the store. */
type RunStatement = (text: string, values: readonly unknown[]) => Promise<unknown>

/** Adds a tenant with an administrator, who has the name and the password of the platform's. */
export async function addTenant(run: RunStatement, tenantId: string): Promise<void> {
  await run('insert into blade_tenant (id, tenant_id, tenant_name) values ($1::bigint, $2::text, $2::text)', [
    Number(tenantId),
    tenantId,
  ])
  for (const [table, columns] of [
    ['blade_role', 'id, role_name, role_alias, sort'],
    ['blade_user', 'id, account, password, name, real_name, role_id'],
  ])
    await run(
      `insert into ${table} (tenant_id, ${columns}) select $1::text, ${columns} from ${table} where tenant_id = '000000'`,
      [tenantId],
    )
}

/** Adds a user with the password of the platform's administrator, and a role with one code. */
export async function addUser(run: RunStatement, tenantId: string, account: string, code: string): Promise<void> {
  await run(
    `insert into blade_role (tenant_id, id, role_name, role_alias, sort) values ($1::text, 71, $2::text, $2::text, 9)`,
    [tenantId, account],
  )
  await run('insert into engine_grant (tenant_id, role_id, code) values ($1::text, 71, $2::text)', [tenantId, code])
  await run(
    `insert into blade_user (tenant_id, id, account, password, name, real_name, role_id)
     select $1::text, 72, $2::text, password, $2::text, $2::text, '{71}' from blade_user
     where tenant_id = '000000' and account = 'admin'`,
    [tenantId, account],
  )
}
