import {
  administratorAlias,
  apiScopeResource,
  dataScopeResource,
  identityResource,
  identityRuleResource,
  identitySourceResource,
  roleResource,
  serviceTokenResource,
  userResource,
} from '../../model/account-resources.ts'
import { grantsRights } from '../../model/guard.ts'
import type { Bilingual, DataScope, Field, Model, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { permissionTitle } from '../../model/permissions.ts'
import { parentFieldOf } from '../../model/tree.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, referenceOf } from '../database/shape.ts'
import { isPerTenant } from '../database/tenancy.ts'
import { Refusal } from '../errors/refuse.ts'
import { type ActorRights, authorityOf, type CustomScope } from './actor.ts'
import { scopesSql } from './custom-scope.ts'
import { departmentBranch } from './data-scope.ts'
import { presentGrants } from './present-grants.ts'
import type { RequestContext } from './request-context.ts'
import { exceedsByAlias, isRestricted, isScoped, reaches, restrictedRoles } from './rule-roles.ts'
import type { Seal } from './seal.ts'
import { endSessionsOf } from './sessions.ts'
import { unlock } from './sign-in-lock.ts'

/** A row before and after a write: `before` is null for a row that is new or restored, `after` for a deleted one. */
export interface RowChange {
  readonly before: Row | null
  readonly after: Row | null
  /** Names of the fields that an update changes. */
  readonly changed?: ReadonlySet<string>
  /** Changes of links, which access rules may read. */
  readonly links?: readonly object[]
}

/** Their rows decide what the roles of others reach, and who signs in to which account. */
export const ofAdministrators: ReadonlySet<string> = new Set([
  dataScopeResource,
  apiScopeResource,
  identitySourceResource,
  identityResource,
  identityRuleResource,
])

/** What the guard evaluates a change with. The statements run in the transaction of the write. */
interface Guarded {
  readonly queries: Queries
  readonly ctx: RequestContext
}

/**
 * The privilege-escalation guard: refuses a change of a resource with `guard: authority` that would grant rights which
 * the actor does not have, or that modifies a user or role with more rights. Administrators have every right. An
 * elevated actor has the rights from before the elevation here, and a job has none.
 */
export async function assureNoEscalation(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  change: RowChange,
): Promise<void> {
  if (!grantsRights(resource)) return
  const actor = authorityOf(ctx.actor)
  const isUser = resource.name === userResource
  if (isUser && change.before?.['id'] === actor.userId && isShutOut(change)) throw ownAccount(change)
  if (actor.administrator) return
  // Rows that all tenants share are the platform's: only its administrators change them.
  if (!isPerTenant(resource) || change.links?.length || ofAdministrators.has(resource.name)) throw beyond()
  const guarded = { queries, ctx }
  await assureRoles(guarded, rolesGrantedBy(ctx, resource, change))
  if (isUser) await assureUserChange(guarded, change)
  if (resource.name === roleResource) await assureRoleChange(guarded, change)
  if (resource.name === serviceTokenResource) await assureTokenChange(guarded, change)
}

/** Refuses to modify users who have more rights than the actor, or who work for another place than a restricted actor. */
export async function assureUsers(queries: Queries, ctx: RequestContext, ids: readonly string[]): Promise<void> {
  const { model } = ctx
  const actor = authorityOf(ctx.actor)
  if (actor.administrator) return
  const { fields } = resourceOf(model, userResource)
  const has = (name: string) => fields.some(field => field.name === name)
  const owners = fields.find(({ name }) => name === model.ownersField)
  const columns = [
    'role_id as "roleId"',
    ...(has('deptId') ? ['dept_id as "deptId"'] : []),
    ...(has('sourceType') ? ['source_type as "sourceType"'] : []),
    ...(has('regionId') ? ['region_id as "regionId"'] : []),
    ...(owners?.column ? [`"${owners.column}" as "${owners.name}"`] : []),
  ]
  const users = await runAll(
    queries,
    sql`select ${word(columns.join(', '))} from blade_user
      where tenant_id = ${actor.tenantId} and id = any(${[...ids]}::bigint[])`,
  )
  for (const user of users) await assureHolder({ queries, ctx }, user)
}

/** Refuses to change the codes of roles with more rights than the actor's, and to grant codes that the actor lacks. */
export async function assureGrants(
  queries: Queries,
  ctx: RequestContext,
  roleIds: readonly string[],
  codes: readonly string[],
): Promise<void> {
  const actor = authorityOf(ctx.actor)
  if (actor.administrator) return
  if (isRestricted(ctx.model, actor)) throw beyond()
  await assureRoles({ queries, ctx }, roleIds)
  const beyondOwn = codes.filter(code => !actor.codes.has(code)).slice(0, mostNamed)
  if (beyondOwn.length === 0) return
  const names = beyondOwn.map(code => permissionTitle(ctx.model, code))
  const text = {
    zh: `不能授予自己没有的权限：${names.map(({ zh }) => zh).join('、')}`,
    en: `You cannot grant permissions that you do not have: ${names.map(({ en }) => en).join(', ')}`,
  }
  throw new Refusal('role.beyond', 403, text, { errors: { codes: text } })
}

/** The most permissions that a refusal names. */
const mostNamed = 5

/** Whether a user is deleted or disabled by the change. */
const isShutOut = ({ before, after }: RowChange): boolean =>
  after === null || (Boolean(after['disabledAt']) && !before?.['disabledAt'])

/**
 * Ends the sessions of a user who was deleted or disabled, or whose password was changed. Failed sign-ins with the former
 * password no longer count.
 */
export async function endStaleSessions(
  { queries, ctx: { actor }, seal }: Guarded & { readonly seal?: Seal },
  resource: Resource,
  change: RowChange,
): Promise<void> {
  const { before, changed } = change
  if (resource.name !== userResource || !before) return
  const ids = [String(before['id'])]
  if (isShutOut(change)) await endSessionsOf(queries, actor.tenantId, ids, 'account-disabled')
  else if (changed?.has('password')) {
    await endSessionsOf(queries, actor.tenantId, ids, 'password-changed')
    if (seal) await unlock(queries, seal, actor.tenantId, [String(before['account'])])
  }
}

/** Roles that the row refers to after the change and not before. A parent in a tree grants nothing to its child. */
function rolesGrantedBy({ model }: RequestContext, resource: Resource, { before, after }: RowChange): string[] {
  const parent = parentFieldOf(resource)
  const grants = (field: Field) =>
    field !== parent && referenceOf(model, field).some(({ of }) => of.name === roleResource)
  return resource.fields.filter(grants).flatMap(({ name }) => {
    const former = textsIn(before?.[name])
    return textsIn(after?.[name]).filter(id => !former.includes(id))
  })
}

async function assureUserChange(guarded: Guarded, { before, after }: RowChange): Promise<void> {
  if (before) await assureHolder(guarded, before)
  if (after) await assurePlace(guarded, before, after)
  const roleIds = textsIn(after?.['roleId'])
  const isSame = before !== null && roleIds.join() === textsIn(before['roleId']).join()
  if (after && roleIds.length > 0 && !isSame) assureRestrictions(guarded, after)
}

/** Another user's rights are within the actor's, and so is the place that user works for. */
async function assureHolder(guarded: Guarded, user: Row): Promise<void> {
  const { model } = guarded.ctx
  const actor = authorityOf(guarded.ctx.actor)
  const others = textsIn(user['roleId']).filter(id => !actor.roleIds.includes(id))
  await assureRoles(guarded, others)
  if (!isRestricted(model, actor)) return
  assureRestrictions(guarded, user)
  if (!(await isWithin(guarded, placeOf(model, user)))) throw beyond()
}

/** A new role would be free of the access rules that restrict the actor, so a restricted actor changes no role. */
async function assureRoleChange(guarded: Guarded, { before, after }: RowChange): Promise<void> {
  const { model } = guarded.ctx
  const actor = authorityOf(guarded.ctx.actor)
  if (isRestricted(model, actor)) throw beyond()
  await assureRoles(guarded, textsIn((before ?? after)?.['id']))
  if (!after) return
  assureAlias(guarded, before, after)
  const own = await apiScopesOf(guarded, actor.roleIds)
  const former = textsIn(before?.['apiScopes'])
  if (textsIn(after['apiScopes']).some(id => !own.includes(id) && !former.includes(id))) throw beyond()
}

/**
 * The secret of a token is shown to the actor who issues it, and an edit extends it, so its role is checked even if it
 * stays the same. A token has no owners and no department: it would be free of what restricts the actor. To revoke a
 * token grants nothing.
 */
async function assureTokenChange(guarded: Guarded, { before, after, changed }: RowChange): Promise<void> {
  if (after?.['revokedAt'] && changed?.has('revokedAt') && changed.size === 1) return
  if (isRestricted(guarded.ctx.model, authorityOf(guarded.ctx.actor))) throw beyond()
  await assureRoles(
    guarded,
    [before, after].flatMap(row => textsIn(row?.['roleId'])),
  )
}

/** Access rules name a role by its alias: another alias would lift them, or make it the administrators' role. */
function assureAlias({ ctx: { model, actor } }: Guarded, before: Row | null, after: Row): void {
  const [old, alias] = [before?.['roleAlias'], after['roleAlias']]
  if (old === alias) return
  if (alias === administratorAlias) throw beyond()
  if (before && restrictedRoles(model, { roles: [String(old), String(alias)] }).length > 0) throw beyond()
  if (exceedsByAlias(model, authorityOf(actor), String(alias))) throw beyond()
}

/** Refuses roles that have a right which the actor lacks. */
async function assureRoles({ queries, ctx }: Guarded, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const actor = authorityOf(ctx.actor)
  const rows = await runAll(
    queries,
    sql`select r.role_alias as alias, coalesce(r.data_scope, 'all') as scope, array(
        select g.code from ${presentGrants(ctx.model)} g where g.tenant_id = r.tenant_id and g.role_id = r.id) as codes,
        ${scopesSql} as custom
      from blade_role r where r.tenant_id = ${actor.tenantId} and r.id::text = any(${[...ids]}::text[])`,
  )
  for (const { alias, codes, scope, custom } of rows)
    if (
      alias === administratorAlias ||
      !textsIn(codes).every(code => reaches(actor, code, scope as DataScope, custom as CustomScope[])) ||
      exceedsByAlias(ctx.model, actor, String(alias))
    )
      throw beyond()
  const own = await apiScopesOf({ queries, ctx }, actor.roleIds)
  if ((await apiScopesOf({ queries, ctx }, ids)).some(id => !own.includes(id))) throw beyond()
}

/** The API scopes of roles: what they open is closed to users without one of them. */
async function apiScopesOf({ queries, ctx: { actor } }: Guarded, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await runAll(
    queries,
    sql`select distinct a.id::text as id from blade_role r join blade_api_scope a on a.id = any(r.api_scopes) and a.is_deleted = 0
      where r.tenant_id = ${actor.tenantId} and a.tenant_id = r.tenant_id and r.id::text = any(${[...ids]}::text[])`,
  )
  return rows.map(({ id }) => String(id))
}

/** A user has each of the actor's own roles that restrict the actor: any other set of roles would be free of them. */
function assureRestrictions({ ctx }: Guarded, user: Row): void {
  const { model } = ctx
  const actor = authorityOf(ctx.actor)
  const restricting = restrictedRoles(model, actor)
  const roleIds = textsIn(user['roleId'])
  const isMissing = actor.roles.some(
    (alias, index) => restricting.includes(alias) && !roleIds.includes(String(actor.roleIds[index])),
  )
  if (isMissing) throw beyond()
}

/** Refuses owners, a region or departments beyond the actor's: in its own account, and those that a restricted one sets. */
async function assurePlace(guarded: Guarded, before: Row | null, after: Row): Promise<void> {
  const { model } = guarded.ctx
  const actor = authorityOf(guarded.ctx.actor)
  const isOwn = before?.['id'] === actor.userId
  const isMoved = !before || JSON.stringify(placeOf(model, before)) !== JSON.stringify(placeOf(model, after))
  if (!isMoved || (!isOwn && !isRestricted(model, actor))) return
  if (!(await isWithin(guarded, placeOf(model, after)))) throw isOwn ? ownPlace() : beyond()
}

/** What a user works for: rows are restricted by it. */
interface Place {
  readonly ownerIds: readonly string[]
  readonly sourceType: string | null
  readonly regionId: string | null
  readonly deptIds: readonly string[]
}

const placeOf = ({ ownersField = '' }: Model, user: Row): Place => ({
  deptIds: textsIn(user['deptId']),
  ownerIds: textsIn(user[ownersField]),
  sourceType: textsIn(user['sourceType'])[0] ?? null,
  regionId: textsIn(user['regionId'])[0] ?? null,
})

/**
 * Whether a user has the kind and region of the actor and only owners of the actor: at least one, if the actor has any.
 * For an actor with a data scope, the departments must be those of the scope.
 */
async function isWithin(guarded: Guarded, { ownerIds, sourceType, regionId, deptIds }: Place): Promise<boolean> {
  const actor = authorityOf(guarded.ctx.actor)
  const isSame = sourceType === actor.sourceType && regionId === actor.regionId
  const isOwned =
    actor.ownerIds.length === 0 || (ownerIds.length > 0 && ownerIds.every(id => actor.ownerIds.includes(id)))
  if (!isSame || !isOwned) return false
  const departments = isScoped(actor) ? await departmentsOf(guarded, actor) : deptIds
  return deptIds.every(id => departments.includes(id))
}

/** The departments of an actor with a data scope, which are those of the narrowest scope of the roles. */
async function departmentsOf({ queries, ctx }: Guarded, actor: ActorRights): Promise<readonly string[]> {
  const { deptId, roleRights } = actor
  if (deptId === null) return []
  const isBelow = roleRights.every(({ dataScope }) => dataScope === 'all' || dataScope === 'departmentAndBelow')
  if (!isBelow) return [deptId]
  const rows = await runAll(
    queries,
    sql`select b.id::text as id from unnest(array${departmentBranch(ctx, deptId)}) b(id)`,
  )
  return rows.map(({ id }) => String(id))
}

const textsIn = (value: unknown): string[] =>
  [value].flat().flatMap(one => (typeof one === 'string' || typeof one === 'number' ? String(one) : []))

const refusal = (code: string, message: Bilingual) => new Refusal(code, 403, message)

const beyond = () =>
  refusal('role.beyond', {
    zh: '无权配置超出自己权限的角色或用户！',
    en: 'You cannot change a role or a user with permissions that you do not have',
  })

const ownPlace = () =>
  refusal('user.place', {
    zh: '不能修改自己的所属单位或区域',
    en: 'You cannot change your own organisation or region',
  })

const ownAccount = ({ after }: RowChange) =>
  new Refusal(
    'user.oneself',
    409,
    after === null
      ? { zh: '不能删除本账号!', en: 'You cannot delete your own account' }
      : { zh: '不能停用本账号！', en: 'You cannot disable your own account' },
  )
