import { isMany, ofOption } from '../../engine/fields/options.ts'
import { isReference } from '../../engine/fields/traits.ts'
import type { DeclaredRole, Field, Model, Resource } from '../../engine/model/model.ts'
import { resourceOf } from '../../engine/model/names.ts'
import { platformTenant } from '../../engine/server/auth/actor.ts'
import { rowsBy } from '../../engine/server/auth/expressions.ts'
import { firstNames } from '../../engine/server/auth/first-names.ts'
import { randomPassword } from '../../engine/server/auth/password.ts'
import type { Queries } from '../../engine/server/database/database.ts'
import { type Fragment, join, sql, word } from '../../engine/server/database/fragment.ts'
import { execute, runAll } from '../../engine/server/database/run.ts'
import type { Row } from '../../engine/server/database/shape.ts'
import { faultOf } from '../../engine/server/errors/database-errors.ts'
import { Refusal } from '../../engine/server/errors/refuse.ts'
import { insertOne, type NewAccount } from '../../engine/server/services/seed/first-rows.ts'
import { SeedFault } from '../../engine/server/services/seed/seed-files.ts'
import { updateInitial } from '../../engine/server/store/initial-rows.ts'
import { ownTenant } from '../../engine/server/store/own-tenant.ts'
import { live } from '../../engine/server/store/select.ts'
import { type Work, workOn } from '../../engine/server/store/work.ts'
import type { Demo, DemoAccount, Organisation } from './demo.ts'

const ownersByDefault = 3

/** Accounts that were created, and those that could not be, each with the reason. */
export interface DemoAccounts {
  readonly created: readonly NewAccount[]
  readonly faults: readonly AccountFault[]
}

interface AccountFault {
  readonly account: string
  readonly why: string
}

/**
 * Creates the accounts of a demonstration, each with a random password and the rows that it refers to. Existing ones
 * are left unchanged, and a deleted account is not created again.
 */
export async function writeDemoAccounts(work: Work, demo: Demo): Promise<DemoAccounts> {
  const created: NewAccount[] = []
  const faults: AccountFault[] = []
  for (const [account, person] of Object.entries(accountsOf(work.ctx.model, demo))) {
    const password = randomPassword()
    const title = titleOf(work.ctx.model, person.role)
    try {
      const isNew = await work.transaction(queries =>
        writeAccount(workOn(work, queries), demo, account, person, password),
      )
      const { name } = person
      if (isNew) created.push({ account, password, title: name === title ? name : `${title} ${name}` })
    } catch (error) {
      const line = demo.lines?.get(`accounts.${account}`)
      faults.push({ account, why: `${line === undefined ? '' : `seeds/demo.yaml:${line}: `}${faultReason(error)}` })
    }
  }
  const { region } = demo.organisation ?? {}
  if (region !== undefined) await placeAdministrator(work, region)
  return { created, faults }
}

/** The first administrator, whom the engine creates, belongs to the region that fulfils the condition. */
async function placeAdministrator(work: Work, region: string): Promise<void> {
  const { rows } = await execute<{ id: string }>(
    work.queries,
    sql`select id::text as id from blade_user where tenant_id = ${platformTenant} and account = 'admin'`,
  )
  const ids = rows.map(({ id }) => id)
  const values = await referencesFor(work, { refers: { regionId: region } })
  if (ids.length > 0) await updateInitial(work, resourceOf(work.ctx.model, 'bladeUser'), ids, values)
}

/** The reason of an error in a description, without the text of the database. */
export function faultReason(error: unknown): string {
  if (error instanceof Refusal) {
    const fields = Object.entries(error.errors ?? {}).map(([name, text]) => `${name}: ${text.en}`)
    return fields.length > 0 ? fields.join('; ') : error.text.en
  }
  const fault = faultOf(error)
  if (fault) return `the database refused a row${fault.constraint ? ` (${fault.constraint})` : ''}`
  return error instanceof Error ? error.message : String(error)
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
export async function writeOrganisation(work: Work, { organisation }: Demo): Promise<void> {
  if (organisation) await work.transaction(queries => nameOrganisation(workOn(work, queries), organisation))
}

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

async function writeAccount(
  work: Work,
  demo: Demo,
  account: string,
  person: DemoAccount,
  password: string,
): Promise<boolean> {
  const { queries } = work
  const { rows: known } = await execute(
    queries,
    sql`
    select 1 from blade_user where tenant_id = ${platformTenant} and account = ${account}`,
  )
  if (known.length > 0) return false
  const { role, name, linked = {} } = person
  const { sourceType, departments } = demo.roles?.[role] ?? {}
  const roleId = await roleIdOf(work, role)
  const deptId = await departmentNamed(queries, platformTenant, departments?.[0])
  const id = await insertOne(work, 'bladeUser', {
    account,
    password,
    name,
    realName: name,
    roleId: [roleId],
    deptId: deptId === undefined ? [] : [deptId],
    ...(sourceType !== undefined && { sourceType }),
    ...(await ownersFor(work, person)),
    ...(await referencesFor(work, person)),
  })
  for (const [resource, fields] of Object.entries(linked))
    for (const [field, where] of Object.entries(fields)) {
      const of = knownResource(work.ctx.model, resource)
      const ids = await idsOf(work, of, { where, limit: 1 })
      if (ids.length === 0) throw new Error(`no ${resource} fulfils "${where}"`)
      await updateInitial(work, of, ids, { [field]: id })
    }
  return true
}

function knownResource(model: Model, name: string): Resource {
  const resource = model.resources[name]
  if (!resource) throw new Error(`there is no "${name}"`)
  return resource
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

/** The owners that an account is responsible for. */
async function ownersFor(work: Work, { owners, where, having = {} }: DemoAccount): Promise<Row> {
  const { ctx } = work
  const { model } = ctx
  const owner = model.owner === undefined ? undefined : resourceOf(model, model.owner)
  const field = referenceOf(model, model.ownersField ?? '')
  if (!owner || owners === undefined || field?.options['of'] !== owner.name) return {}
  const orders = Object.entries(having).map(([name, text]) => {
    const of = knownResource(model, name)
    const records = word(`"${of.table}" r`)
    return sql`exists (select 1 from ${records} where ${live('r')}${ownTenant(ctx, of, 'r')} and r."owner_id" = t."id" and ${rowsBy(ctx, of, text, 'r')}) desc`
  })
  const ids = await idsOf(work, owner, { where, orders, limit: owners })
  return { [field.name]: isMany(field) ? ids : (ids[0] ?? null) }
}

/** The records to which other fields of an account refer. */
async function referencesFor(work: Work, { refers = {} }: Pick<DemoAccount, 'refers'>): Promise<Row> {
  const { model } = work.ctx
  const values: Row = {}
  for (const [name, where] of Object.entries(refers)) {
    const field = referenceOf(model, name)
    if (!field) throw new Error(`an account has no reference "${name}"`)
    const [id] = await idsOf(work, resourceOf(model, ofOption(field)), { where, limit: 1 })
    values[name] = id ?? null
  }
  return values
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
