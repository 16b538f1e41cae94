import { sql } from 'kysely'
import { displayKeyColumn } from '../../fields/display-key.ts'
import { parameterText } from '../../fields/parameter-value.ts'
import type { Model } from '../../model/model.ts'
import type { Database, Queries } from '../database/database.ts'
import { displayKeyOf } from '../storage/display-key.ts'
import { platformTenant } from './actor.ts'
import { administratorAlias } from './authenticator.ts'
import { webClientId } from './clients.ts'
import { firstNames } from './first-names.ts'
import { randomPassword, storedPassword } from './password.ts'

/** An account that was just created. Its password is shown to the operator once. */
export interface NewAccount {
  readonly account: string
  /** Absent where the operator set it. */
  readonly password?: string
  /** Role and name, by which the operator chooses the account. */
  readonly title?: string
}

/**
 * Writes the rows that every installation needs: a tenant, the web's client, the administrator. Returns undefined where
 * they exist.
 */
export async function writeFirstRows(
  database: Database,
  nextId: () => string,
  adminPassword: string | undefined,
): Promise<NewAccount | undefined> {
  if (await hasTenant(database.kysely)) return undefined
  const password = adminPassword ?? randomPassword()
  const stored = await storedPassword(password)
  const isNew = await database.transaction(async queries => {
    // Two processes may start at once: the second finds the tenant of the first here.
    await sql`lock table blade_tenant in share row exclusive mode`.execute(queries)
    if (await hasTenant(queries)) return false
    await insert(queries, 'blade_tenant', nextId(), {
      tenant_id: platformTenant,
      tenant_name: firstNames.organisation,
      account_number: -1,
    })
    await insert(queries, 'blade_client', nextId(), {
      client_id: webClientId,
      authorized_grant_types: 'captcha,password,refresh_token',
      scope: 'all',
      access_token_validity: 3600,
      refresh_token_validity: 604_800,
    })
    const [deptId, roleId, userId] = [nextId(), nextId(), nextId()]
    const tenant = { tenant_id: platformTenant }
    await insert(queries, 'blade_dept', deptId, {
      ...tenant,
      dept_name: firstNames.organisation,
      full_name: firstNames.organisation,
      dept_category: '1',
      sort: 1,
    })
    await insert(queries, 'blade_role', roleId, {
      ...tenant,
      role_name: firstNames.role,
      role_alias: administratorAlias,
      sort: 1,
    })
    await insert(queries, 'blade_user', userId, {
      ...tenant,
      account: 'admin',
      password: stored,
      name: firstNames.administrator,
      real_name: firstNames.administrator,
      user_type: '1',
      role_id: [roleId],
      dept_id: [deptId],
    })
    if (adminPassword === undefined) {
      await sql`insert into engine_password_due (tenant_id, user_id) values (${platformTenant}, ${userId})`.execute(
        queries,
      )
    }
    return true
  })
  if (!isNew) return undefined
  return { account: 'admin', ...(adminPassword === undefined && { password }) }
}

async function hasTenant(queries: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from blade_tenant limit 1`.execute(queries)
  return rows.length > 0
}

/** Inserts rows for parameters without one. Existing rows are not changed, because users may have edited them. */
export async function writeParameters(database: Database, nextId: () => string, model: Model): Promise<void> {
  const { rows } = await sql<{ key: string }>`select param_key as key from blade_config where is_deleted = 0`.execute(
    database.kysely,
  )
  const known = new Set(rows.map(({ key }) => key))
  for (const parameter of model.parameters) {
    const { key, title, remark } = parameter
    if (known.has(key)) continue
    const row = { param_name: title.zh, param_key: key, param_value: parameterText(parameter), remark: remark ?? null }
    await insert(database.kysely, 'blade_config', nextId(), row, 'on conflict do nothing')
  }
}

/** The value of a parameter that administrators set, or its initial value. */
export async function parameterValue(database: Database, model: Model, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select param_value as value from blade_config where param_key = ${key} and is_deleted = 0`.execute(database.kysely)
  const declared = model.parameters.find(one => one.key === key)
  return rows[0]?.value ?? (declared && parameterText(declared))
}

/** Base tables whose display text has a stored pinyin key. */
const displays: Readonly<Record<string, string>> = {
  blade_tenant: 'tenant_name',
  blade_dept: 'dept_name',
  blade_role: 'role_name',
  blade_user: 'name',
  blade_config: 'param_name',
}

/** Inserts a row of a base table, before there is a user to write it as. */
export async function insert(
  queries: Queries,
  table: string,
  id: string,
  values: Readonly<Record<string, unknown>>,
  otherwise = '',
): Promise<void> {
  const shown = values[displays[table] ?? '']
  const row = { id, ...values, ...(typeof shown === 'string' && { [displayKeyColumn]: displayKeyOf(shown) }) }
  const columns = sql.join([...Object.keys(row), 'create_time', 'update_time'].map(name => sql.ref(name)))
  const bound = sql.join([...Object.values(row).map(value => sql`${value}`), sql`now()`, sql`now()`])
  await sql`insert into ${sql.table(table)} (${columns}) values (${bound}) ${sql.raw(otherwise)}`.execute(queries)
}
