import { sql } from 'kysely'
import type { Model, Resource } from '../../model/model.ts'
import { codeOf } from '../../model/names.ts'
import { platformTenant } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { insert, type NewAccount } from './first-rows.ts'
import { setGrants } from './grants.ts'
import { randomPassword, storedPassword } from './password.ts'

const ownersOfADemo = 3

/**
 * For a demonstration: each role that the descriptors' access rules name, with the rights that they speak of, and one
 * account of that name. What is there already stays.
 */
export async function writeDemoRows(
  database: Database,
  nextId: () => string,
  model: Model,
  titles: Readonly<Record<string, string>> = {},
): Promise<NewAccount[]> {
  const made: NewAccount[] = []
  for (const alias of rolesIn(model)) {
    const password = randomPassword()
    const role = { alias, title: titles[alias] ?? alias }
    const isNew = await writeRole(database, nextId, model, role, await storedPassword(password))
    if (isNew) made.push({ account: alias, password })
  }
  return made
}

const rolesIn = (model: Model): string[] => [
  ...new Set(Object.values(model.resources).flatMap(({ access }) => access.map(({ role }) => role))),
]

async function writeRole(
  database: Database,
  nextId: () => string,
  model: Model,
  { alias, title }: { readonly alias: string; readonly title: string },
  stored: string,
): Promise<boolean> {
  return database.transaction(async queries => {
    const { rows: known } = await sql`
      select 1 from blade_user where tenant_id = ${platformTenant} and account = ${alias} and is_deleted = 0
      union all
      select 1 from blade_role where tenant_id = ${platformTenant} and role_alias = ${alias} and is_deleted = 0`.execute(
      queries,
    )
    if (known.length > 0) return false
    const [roleId, tenant] = [nextId(), { tenant_id: platformTenant }]
    const { rows: depts } = await sql<{ id: string }>`
      select id from blade_dept where tenant_id = ${platformTenant} and is_deleted = 0 order by id limit 1`.execute(
      queries,
    )
    await insert(queries, 'blade_role', roleId, { ...tenant, role_name: title, role_alias: alias, sort: 10 })
    await insert(queries, 'blade_user', nextId(), {
      ...tenant,
      account: alias,
      password: stored,
      name: title,
      real_name: title,
      user_type: '1',
      role_id: [roleId],
      dept_id: depts.map(({ id }) => id),
    })
    await setGrants(queries, platformTenant, [roleId], codesFor(model, alias))
    return true
  })
}

/** What a role's access rules allow, and to look at whatever else has an owner. */
function codesFor(model: Model, alias: string): string[] {
  return Object.values(model.resources).flatMap(resource => {
    const rule = resource.access.find(({ role }) => role === alias)
    if (rule) return rule.may.map(doing => codeOf(resource, doing))
    return isOwned(resource) ? [codeOf(resource, 'view')] : []
  })
}

const isOwned = (resource: Resource): boolean =>
  resource.owner !== undefined && resource.access.length === 0 && !resource.partOf

/** Gives those accounts the first few owners, where they have none. */
export async function giveOwners(database: Database, model: Model): Promise<void> {
  const accounts = rolesIn(model)
  const owner = model.owner === undefined ? undefined : model.resources[model.owner]
  const hasOwners = model.resources['bladeUser']?.fields.some(
    ({ name, options }) => name === 'ownerIds' && options['of'] === model.owner,
  )
  if (!owner || !hasOwners || accounts.length === 0) return
  await sql`
    update blade_user set owner_ids = array(
      select id from ${sql.table(owner.table)} where tenant_id = ${platformTenant} and is_deleted = 0
      order by id limit ${ownersOfADemo})
    where tenant_id = ${platformTenant} and account = any(${[...accounts]}::text[])
      and coalesce(cardinality(owner_ids), 0) = 0`.execute(database.kysely)
}
