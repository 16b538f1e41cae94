import { sql } from 'kysely'
import type { Model, Resource } from '../../../model/model.ts'
import { codeOf, codesOf, resourceOf } from '../../../model/names.ts'
import { platformTenant } from '../../auth/actor.ts'
import { rowsBy } from '../../auth/expressions.ts'
import { firstNames } from '../../auth/first-names.ts'
import { insert, type NewAccount } from '../../auth/first-rows.ts'
import { setGrants } from '../../auth/grants.ts'
import { randomPassword, storedPassword } from '../../auth/password.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Database, Queries } from '../../database/database.ts'
import { sql as fragment, join, word } from '../../database/fragment.ts'
import { run, runAll } from '../../database/run.ts'
import { ownTenant } from '../../store/get.ts'
import { live } from '../../store/select.ts'
import type { Work } from '../../store/work.ts'
import type { Demo, DemoAccount, DemoRole, Organisation } from './demo.ts'

const ownersByDefault = 3

/**
 * Creates the organisation, roles and accounts of a demonstration, each account with a random password. Existing ones
 * are left unchanged, and a deleted account is not created again.
 */
export async function writeDemoAccounts(
  database: Database,
  nextId: () => string,
  ctx: RequestContext,
  demo: Demo,
): Promise<NewAccount[]> {
  const { model } = ctx
  const { organisation } = demo
  if (organisation) await database.transaction(queries => nameOrganisation(queries, nextId, organisation))
  const made: NewAccount[] = []
  for (const [account, { role: alias, name }] of Object.entries(accountsOf(model, demo))) {
    const password = randomPassword()
    const stored = await storedPassword(password)
    const role = demo.roles?.[alias] ?? { title: alias }
    const isNew = await database.transaction(async queries => {
      const roleId = await roleFor(queries, nextId, ctx, alias, role)
      const person = {
        account,
        name,
        password: stored,
        roleId,
        ...(role.sourceType && { sourceType: role.sourceType }),
      }
      return writeAccount(queries, nextId, person, role.departments?.[0])
    })
    if (isNew) made.push({ account, password, title: name === role.title ? name : `${role.title} ${name}` })
  }
  return made
}

/** The accounts that the app describes, or one for each role named by access rules. */
function accountsOf(model: Model, { accounts, roles }: Demo): Readonly<Record<string, DemoAccount>> {
  if (accounts) return accounts
  const named = new Set(Object.values(model.resources).flatMap(({ access }) => access.map(({ role }) => role)))
  const accountOf = (role: string) => ({ role, name: roles?.[role]?.title ?? role, owners: ownersByDefault })
  return Object.fromEntries([...named].map(role => [role, accountOf(role)]))
}

/**
 * Renames the tenant, the topmost department and the administrator if they have their initial names; adds departments.
 */
async function nameOrganisation(
  queries: Queries,
  nextId: () => string,
  { name, administrator, departments }: Organisation,
): Promise<void> {
  await sql`update blade_tenant set tenant_name = ${name}
    where tenant_id = ${platformTenant} and tenant_name = ${firstNames.organisation}`.execute(queries)
  await sql`update blade_user set name = ${administrator}, real_name = ${administrator}
    where tenant_id = ${platformTenant} and account = 'admin' and name = ${firstNames.administrator}`.execute(queries)
  const { rows } = await sql<{ id: string }>`update blade_dept set dept_name = ${name}, full_name = ${name}
    where tenant_id = ${platformTenant} and dept_name = ${firstNames.organisation} and parent_id is null
    returning id::text as id`.execute(queries)
  const [root] = rows
  if (!root) return
  for (const [at, department] of departments.entries())
    await insert(queries, 'blade_dept', nextId(), {
      tenant_id: platformTenant,
      dept_name: department,
      full_name: department,
      parent_id: root.id,
      dept_category: '2',
      sort: at + 1,
    })
}

/** The id of a role; creates it with its rights if no role has the alias. */
export async function roleFor(
  queries: Queries,
  nextId: () => string,
  ctx: RequestContext,
  alias: string,
  { title, allow }: DemoRole,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id::text as id from blade_role
    where tenant_id = ${platformTenant} and role_alias = ${alias} and is_deleted = 0`.execute(queries)
  if (rows[0]) return rows[0].id
  const id = nextId()
  const row = { tenant_id: platformTenant, role_name: title, role_alias: alias, sort: 10 }
  await insert(queries, 'blade_role', id, row)
  const { model } = ctx
  await setGrants(queries, ctx, [id], allow ? codesIn(model, allow) : codesByAccess(model, alias))
  return id
}

/** The permission codes of the resources that match a list of codes and patterns (`entInfo_*`). */
export function codesIn(model: Model, allow: readonly string[]): string[] {
  const all = Object.values(model.resources).filter(({ partOf }) => !partOf)
  return allow.flatMap(text =>
    all.flatMap(one => codesOf(one).filter(code => code === text || text === `${one.code}_*`)),
  )
}

/** The codes that access rules grant to a role, and viewing of every other resource with an owner. */
function codesByAccess(model: Model, alias: string): string[] {
  return Object.values(model.resources).flatMap(resource => {
    const rule = resource.access.find(({ role }) => role === alias)
    if (rule) return rule.allow.map(operation => codeOf(resource, operation))
    return isOwned(resource) ? [codeOf(resource, 'view')] : []
  })
}

const isOwned = (resource: Resource): boolean =>
  resource.owner !== undefined && resource.access.length === 0 && !resource.partOf

interface Person {
  readonly account: string
  readonly name: string
  readonly password: string
  readonly roleId: string
  readonly sourceType?: string
}

async function writeAccount(
  queries: Queries,
  nextId: () => string,
  { account, name, password, roleId, sourceType }: Person,
  department: string | undefined,
): Promise<boolean> {
  const { rows: known } = await sql`
    select 1 from blade_user where tenant_id = ${platformTenant} and account = ${account}`.execute(queries)
  if (known.length > 0) return false
  const deptId = await departmentNamed(queries, platformTenant, department)
  await insert(queries, 'blade_user', nextId(), {
    tenant_id: platformTenant,
    account,
    password,
    name,
    real_name: name,
    user_type: '1',
    role_id: [roleId],
    dept_id: deptId === undefined ? [] : [deptId],
    ...(sourceType !== undefined && { source_type: sourceType }),
  })
  return true
}

/** The id of the department with this name, else of the first department. */
export async function departmentNamed(
  queries: Queries,
  tenantId: string,
  name: string | undefined,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from blade_dept where tenant_id = ${tenantId} and is_deleted = 0
    order by dept_name is distinct from ${name ?? null}, id limit 1`.execute(queries)
  return rows[0]?.id
}

/** Assigns owners to accounts that have none. */
export async function giveOwners(work: Work, demo: Demo): Promise<void> {
  const { ctx, queries } = work
  const { model } = ctx
  const owner = model.owner === undefined ? undefined : resourceOf(model, model.owner)
  const hasOwners = model.resources['bladeUser']?.fields.some(
    ({ name, options }) => name === 'ownerIds' && options['of'] === model.owner,
  )
  if (!owner || !hasOwners) return
  for (const [account, { owners, where, having = {} }] of Object.entries(accountsOf(model, demo))) {
    if (owners === undefined) continue
    const among = where === undefined ? word('true') : rowsBy(ctx, owner, where, 't')
    const orders = Object.entries(having).map(([name, text]) => {
      const of = resourceOf(model, name)
      const records = word(`"${of.table}" r`)
      return fragment`exists (select 1 from ${records} where ${live('r')}${ownTenant(ctx, of, 'r')} and r."owner_id" = t."id" and ${rowsBy(ctx, of, text, 'r')}) desc`
    })
    const found = await runAll(
      queries,
      fragment`select t."id" from ${word(`"${owner.table}" t`)} where ${live('t')}${ownTenant(ctx, owner)} and ${among} order by ${join([...orders, word('t."id"')], ', ', '')} limit ${word(String(owners))}`,
    )
    await run(
      queries,
      `update blade_user set owner_ids = $1::bigint[]
       where tenant_id = $2 and account = $3 and is_deleted = 0 and coalesce(cardinality(owner_ids), 0) = 0`,
      [found.map(({ id }) => String(id)), platformTenant, account],
    )
  }
}
