import { sql } from 'kysely'
import type { Bilingual, Model } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import type { Database } from '../database/database.ts'
import type { Row } from '../database/shape.ts'
import { Refusal } from '../errors/refuse.ts'
import { rolesHeldToRules } from './access.ts'
import type { Caller } from './caller.ts'
import { administratorAlias } from './callers.ts'

/** Who lays hands on people and roles, by which Model. */
export interface GuardContext {
  readonly database: Database
  readonly caller: Caller
  readonly model: Model
}

/** Fields of a user that say for whom he works: rows are withheld by them. */
const placeFields = ['sourceType', 'ownerIds', 'regionId'] as const

/** Who is more than oneself, or works at another place, is neither changed nor deleted. */
export async function assureUsers({ database, caller, model }: GuardContext, ids: readonly string[]): Promise<void> {
  if (caller.administrator || ids.length === 0) return
  const has = (name: string) => resourceOf(model, 'bladeUser').fields.some(field => field.name === name)
  const { rows } = await sql<{
    roleIds: string[] | null
    ownerIds: string[]
    sourceType: string | null
    regionId: string | null
  }>`
    select role_id as "roleIds", source_type as "sourceType",
      ${has('ownerIds') ? sql`coalesce(owner_ids, '{}')` : sql`'{}'::bigint[]`} as "ownerIds",
      ${has('regionId') ? sql`region_id` : sql`null::text`} as "regionId"
    from blade_user
    where tenant_id = ${caller.tenantId} and id::text = any(${[...ids]}::text[])`.execute(database.kysely)
  const others = rows.flatMap(({ roleIds }) => roleIds ?? []).filter(id => !caller.roleIds.includes(id))
  await assureRoles({ database, caller, model }, others, 'some')
  if (!isHeld(model, caller)) return
  for (const { roleIds, ...place } of rows) {
    assureHeld({ database, caller, model }, roleIds ?? [])
    if (!isWithin(caller, place)) throw beyond()
  }
}

/**
 * Nobody hands on, or lays hands on, a role that may do what he may not. Who is held to access rules hands on no set
 * of roles that is free of them: `all` says that the ids are all that a user will have.
 */
export async function assureRoles(
  { database, caller, model }: GuardContext,
  ids: readonly string[],
  which: 'all' | 'some' = 'some',
): Promise<void> {
  if (caller.administrator || ids.length === 0) return
  if (which === 'all') assureHeld({ database, caller, model }, ids)
  const { rows } = await sql`
    select 1 from blade_role r
    where r.tenant_id = ${caller.tenantId} and r.id::text = any(${[...ids]}::text[]) and (
      r.role_alias = ${administratorAlias} or exists (
        select from engine_grant g where g.tenant_id = r.tenant_id and g.role_id = r.id
          and not g.code = any(${[...caller.codes]}::text[])))`.execute(database.kysely)
  if (rows.length > 0) throw beyond()
}

/** Who is held to access rules, or to the rows of some owners, makes and changes no roles: a new one would be free of them. */
export function assureWhole({ caller, model }: GuardContext): void {
  if (!caller.administrator && isHeld(model, caller)) throw beyond()
}

/** Access rules know a role by its alias: another one would free it of them, or make it the administrators'. */
export async function assureAlias(
  { database, caller, model }: GuardContext,
  ids: readonly string[],
  alias: unknown,
): Promise<void> {
  if (caller.administrator || typeof alias !== 'string') return
  if (alias === administratorAlias) throw beyond()
  const { rows } = await sql<{ alias: string }>`
    select role_alias as alias from blade_role
    where tenant_id = ${caller.tenantId} and id::text = any(${[...ids]}::text[])`.execute(database.kysely)
  const changed = rows.filter(row => row.alias !== alias).map(row => row.alias)
  if (changed.length > 0 && rolesHeldToRules(model, { roles: [alias, ...changed] }).length > 0) throw beyond()
}

/** Nobody moves himself to another place; who is held to one places others nowhere else. */
export function assurePlace({ caller, model }: GuardContext, ids: readonly string[], given: Row): void {
  if (caller.administrator) return
  const { fields } = resourceOf(model, 'bladeUser')
  const said = placeFields.filter(name => name in given && fields.some(field => field.name === name))
  const isOneself = ids.includes(caller.userId)
  const isHeldHere = isHeld(model, caller)
  if (!isOneself && !isHeldHere) return
  const place = {
    ownerIds: said.includes('ownerIds') ? texts(given['ownerIds']) : ids.length > 0 ? caller.ownerIds : [],
    sourceType: said.includes('sourceType') ? (texts(given['sourceType'])[0] ?? null) : caller.sourceType,
    regionId: said.includes('regionId') ? (texts(given['regionId'])[0] ?? null) : caller.regionId,
  }
  if (!isWithin(caller, place)) throw isOneself ? ownPlace() : beyond()
}

interface Place {
  readonly ownerIds: readonly string[]
  readonly sourceType: string | null
  readonly regionId: string | null
}

/** The same kind and region, and no owner but the caller's own; some, where the caller has some. */
const isWithin = (caller: Caller, { ownerIds, sourceType, regionId }: Place): boolean =>
  sourceType === caller.sourceType &&
  regionId === caller.regionId &&
  (caller.ownerIds.length === 0 || (ownerIds.length > 0 && ownerIds.every(id => caller.ownerIds.includes(id))))

const texts = (given: unknown): string[] =>
  [given].flat().flatMap(one => (typeof one === 'string' || typeof one === 'number' ? String(one) : []))

/** Rows are withheld from this caller beyond those of other tenants. */
const isHeld = (model: Model, caller: Caller): boolean =>
  caller.ownerIds.length > 0 || rolesHeldToRules(model, caller).length > 0

/** Each of the caller's own roles that rules name is among them. */
function assureHeld({ caller, model }: GuardContext, roleIds: readonly string[]): void {
  const held = rolesHeldToRules(model, caller)
  const isMissing = caller.roles.some(
    (alias, index) => held.includes(alias) && !roleIds.includes(String(caller.roleIds[index])),
  )
  if (isMissing) throw beyond()
}

const refusal = (code: string, say: Bilingual) => new Refusal(code, 403, say)

const beyond = () =>
  refusal('role.beyond', {
    zh: '无权配置超出自己权限的角色或用户！',
    en: 'You may not touch a role or a user with rights that you do not hold',
  })

const ownPlace = () =>
  refusal('user.place', {
    zh: '不能修改自己的所属单位或区域',
    en: 'You cannot change for whom you work yourself',
  })

/** Nobody deletes himself. */
export const oneself = () =>
  new Refusal('user.oneself', 409, { zh: '不能删除本账号!', en: 'You cannot delete your own account' })
