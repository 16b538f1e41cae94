import { isMany } from '../../../fields/options.ts'
import { isReference } from '../../../fields/traits.ts'
import type { DeclaredRole, Field, Model, Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { platformTenant } from '../../auth/actor.ts'
import { rowsBy } from '../../auth/expressions.ts'
import { firstNames } from '../../auth/first-names.ts'
import { randomPassword } from '../../auth/password.ts'
import type { Queries } from '../../database/database.ts'
import { columnOf, type Fragment, join, sql, word } from '../../database/fragment.ts'
import { execute, runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { updateInitial } from '../../store/initial-rows.ts'
import { ownTenant } from '../../store/own-tenant.ts'
import { live } from '../../store/select.ts'
import { type Work, workOn } from '../../store/work.ts'
import type { Demo, DemoAccount, Organisation } from './demo.ts'
import { insertOne, type NewAccount } from './first-rows.ts'
import { SeedFault } from './seed-files.ts'

const ownersByDefault = 3

/**
 * Creates the organisation and accounts of a demonstration, each account with a random password. Existing ones
 * are left unchanged, and a deleted account is not created again.
 */
export async function writeDemoAccounts(work: Work, demo: Demo): Promise<NewAccount[]> {
  const { organisation } = demo
  if (organisation) await work.transaction(queries => nameOrganisation(workOn(work, queries), organisation))
  const created: NewAccount[] = []
  for (const [account, { role: alias, name }] of Object.entries(accountsOf(work.ctx.model, demo))) {
    const password = randomPassword()
    const role = demo.roles?.[alias] ?? {}
    const title = titleOf(work.ctx.model, alias)
    const isNew = await work.transaction(async queries => {
      const inside = workOn(work, queries)
      const roleId = await roleIdOf(inside, alias)
      const person = { account, name, password, roleId, ...(role.sourceType && { sourceType: role.sourceType }) }
      return writeAccount(inside, person, role.departments?.[0])
    })
    if (isNew) created.push({ account, password, title: name === title ? name : `${title} ${name}` })
  }
  return created
}

/** The accounts that the app describes, or one for each role of the descriptors. */
function accountsOf({ roles }: Model, { accounts }: Demo): Readonly<Record<string, DemoAccount>> {
  if (accounts) return accounts
  const accountOf = ({ alias, title }: DeclaredRole) => ({ role: alias, name: title.zh, owners: ownersByDefault })
  return Object.fromEntries(roles.map(role => [role.alias, accountOf(role)]))
}

const titleOf = ({ roles }: Model, alias: string): string => roles.find(role => role.alias === alias)?.title.zh ?? alias

/**
 * Renames the tenant, the topmost department and the administrator if they have their initial names; adds departments.
 */
async function nameOrganisation(work: Work, { name, administrator, departments }: Organisation): Promise<void> {
  const change = async (resource: string, values: Row, found: Fragment) => {
    const { rows } = await execute<{ id: string }>(work.queries, found)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await updateInitial(work, resourceOf(work.ctx.model, resource), ids, values)
    return ids
  }
  await change(
    'bladeTenant',
    { tenantName: name },
    sql`select id::text as id from blade_tenant
      where tenant_id = ${platformTenant} and tenant_name = ${firstNames.organisation}`,
  )
  await change(
    'bladeUser',
    { name: administrator, realName: administrator },
    sql`select id::text as id from blade_user
      where tenant_id = ${platformTenant} and account = 'admin' and name = ${firstNames.administrator}`,
  )
  const [rootId] = await change(
    'bladeDept',
    { deptName: name, fullName: name },
    sql`select id::text as id from blade_dept
      where tenant_id = ${platformTenant} and dept_name = ${firstNames.organisation} and parent_id is null`,
  )
  if (rootId === undefined) return
  for (const [at, department] of departments.entries())
    await insertOne(work, 'bladeDept', {
      deptName: department,
      fullName: department,
      parentId: rootId,
      deptCategory: '2',
      sort: at + 1,
    })
}

/** The id of a role of the descriptors. */
async function roleIdOf({ queries }: Work, alias: string): Promise<string> {
  const { rows } = await execute<{ id: string }>(
    queries,
    sql`select id::text as id from blade_role
    where tenant_id = ${platformTenant} and role_alias = ${alias} and is_deleted = 0`,
  )
  const [row] = rows
  if (!row)
    throw new SeedFault('roles.yaml', {
      zh: `没有声明演示数据所需的角色“${alias}”。`,
      en: `it declares no role "${alias}", which the demonstration needs.`,
    })
  return row.id
}

interface Person {
  readonly account: string
  readonly name: string
  readonly password: string
  readonly roleId: string
  readonly sourceType?: string
}

async function writeAccount(
  work: Work,
  { account, name, password, roleId, sourceType }: Person,
  department: string | undefined,
): Promise<boolean> {
  const { queries } = work
  const { rows: known } = await execute(
    queries,
    sql`
    select 1 from blade_user where tenant_id = ${platformTenant} and account = ${account}`,
  )
  if (known.length > 0) return false
  const deptId = await departmentNamed(queries, platformTenant, department)
  await insertOne(work, 'bladeUser', {
    account,
    password,
    name,
    realName: name,
    roleId: [roleId],
    deptId: deptId === undefined ? [] : [deptId],
    ...(sourceType !== undefined && { sourceType }),
  })
  return true
}

/** The id of the department with this name, else of the first department. */
export async function departmentNamed(
  queries: Queries,
  tenantId: string,
  name: string | undefined,
): Promise<string | undefined> {
  const { rows } = await execute<{ id: string }>(
    queries,
    sql`
    select id::text as id from blade_dept where tenant_id = ${tenantId} and is_deleted = 0
    order by dept_name is distinct from ${name ?? null}, id limit 1`,
  )
  return rows[0]?.id
}

/** Assigns the owners and other records that the demonstration declares, where an account has none. */
export async function writeAssignments(work: Work, demo: Demo): Promise<void> {
  for (const [account, person] of Object.entries(accountsOf(work.ctx.model, demo))) {
    await writeOwners(work, account, person)
    for (const [name, text] of Object.entries(person.refers ?? {})) await writeReference(work, account, name, text)
  }
}

async function writeOwners(work: Work, account: string, { owners, where, having = {} }: DemoAccount): Promise<void> {
  const { ctx } = work
  const { model } = ctx
  const owner = model.owner === undefined ? undefined : resourceOf(model, model.owner)
  const field = referenceOf(model, model.ownersField ?? '')
  if (!owner || owners === undefined || field?.options['of'] !== owner.name) return
  const orders = Object.entries(having).map(([name, text]) => {
    const of = resourceOf(model, name)
    const records = word(`"${of.table}" r`)
    return sql`exists (select 1 from ${records} where ${live('r')}${ownTenant(ctx, of, 'r')} and r."owner_id" = t."id" and ${rowsBy(ctx, of, text, 'r')}) desc`
  })
  const ids = await idsOf(work, owner, { where, orders, limit: owners })
  await assign(work, account, field.name, isMany(field) ? ids : ids[0])
}

async function writeReference(work: Work, account: string, name: string, where: string): Promise<void> {
  const { model } = work.ctx
  const field = referenceOf(model, name)
  if (!field) return
  const [id] = await idsOf(work, resourceOf(model, String(field.options['of'])), { where, limit: 1 })
  if (id !== undefined) await assign(work, account, name, id)
}

const referenceOf = (model: Model, name: string): Field | undefined =>
  resourceOf(model, 'bladeUser').fields.find(field => field.name === name && isReference(field))

interface Wanted {
  readonly where?: string | undefined
  readonly orders?: readonly Fragment[]
  readonly limit: number
}

async function idsOf(
  { ctx, queries }: Work,
  of: Resource,
  { where, orders = [], limit }: Wanted,
): Promise<readonly string[]> {
  const among = where === undefined ? word('true') : rowsBy(ctx, of, where, 't')
  const rows = await runAll(
    queries,
    sql`select t."id" from ${word(`"${of.table}" t`)} where ${live('t')}${ownTenant(ctx, of)} and ${among} order by ${join([...orders, word('t."id"')], ', ', '')} limit ${word(String(limit))}`,
  )
  return rows.map(({ id }) => String(id))
}

/** Writes a field of an account that has no value in it. */
async function assign(work: Work, account: string, name: string, value: unknown): Promise<void> {
  const users = resourceOf(work.ctx.model, 'bladeUser')
  const column = users.fields.find(field => field.name === name)?.column
  if (!column) return
  const found = await runAll(
    work.queries,
    sql`select t."id" from ${word(`"${users.table}" t`)} where ${live('t')}${ownTenant(work.ctx, users)}
      and t."account" = ${account} and coalesce(${word(columnOf('t', column))}::text, '{}') = '{}'`,
  )
  const ids = found.map(({ id }) => String(id))
  await work.transaction(inside => updateInitial(workOn(work, inside), users, ids, { [name]: value }))
}
