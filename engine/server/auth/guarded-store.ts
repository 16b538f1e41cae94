import { sql } from 'kysely'
import { asListed } from '../../fields/listed.ts'
import { written as writtenText } from '../../fields/written.ts'
import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../refuse.ts'
import type { Store } from '../store/operations.ts'
import { administratorAlias, type Callers } from './callers.ts'
import { endSessionsOf } from './sessions.ts'

/**
 * The store as calls from outside get it: people, roles and clients are resources like all others, but whoever may
 * edit them must not make himself more than he is, and what they may do changes at once.
 */
export function guardedStore(store: Store, database: Database, callers: Callers): Store {
  /** Runs a write to a resource that decides who may do what, and forgets what was remembered of it. */
  const written = async <Result>(resource: string, write: () => Promise<Result>): Promise<Result> => {
    try {
      return await write()
    } finally {
      if (deciding.has(resource)) callers.forget()
    }
  }
  const assure = async (caller: Caller, resource: string, record: unknown): Promise<void> => {
    if (caller.administrator || !deciding.has(resource)) return
    const { id, roleId, roleAlias } = Object(record) as Readonly<Record<string, unknown>>
    if (resource === 'bladeUser') {
      await assureUsers(database, caller, idsIn(id))
      await assureRoles(database, caller, idsIn(roleId))
    }
    if (resource === 'bladeRole') {
      await assureRoles(database, caller, idsIn(id))
      if (writtenText(roleAlias, 'strip') === administratorAlias) throw beyond()
    }
  }
  return {
    ...store,
    async save(caller, resource, record, key) {
      await assure(caller, resource, record)
      return written(resource, () => store.save(caller, resource, record, key))
    },
    async update(caller, resource, record, key) {
      await assure(caller, resource, record)
      const updated = await written(resource, () => store.update(caller, resource, record, key))
      const { id, password } = Object(record) as Readonly<Record<string, unknown>>
      if (resource === 'bladeUser' && password) await endSessionsOf(database, caller.tenantId, [String(id)])
      return updated
    },
    async remove(caller, resource, ids) {
      if (resource === 'bladeUser' && ids.includes(caller.userId)) throw oneself()
      for (const id of caller.administrator ? [] : ids) await assure(caller, resource, { id })
      await written(resource, () => store.remove(caller, resource, ids))
      if (resource === 'bladeUser') await endSessionsOf(database, caller.tenantId, ids)
    },
  }
}

/** The ids that the store will read of a value: one, a list, or a list in one text with spaces about. */
const idsIn = (given: unknown): string[] => [asListed(given, true) ?? []].flat().filter(id => typeof id === 'string')

const deciding = new Set(['bladeUser', 'bladeRole', 'bladeClient', 'bladeTenant', 'bladeDept'])

/** Who is more than oneself is neither changed nor deleted. */
export async function assureUsers(database: Database, caller: Caller, ids: readonly string[]): Promise<void> {
  if (caller.administrator) return
  const { rows } = await sql<{ roleIds: readonly string[] | null }>`
    select role_id as "roleIds" from blade_user
    where tenant_id = ${caller.tenantId} and id::text = any(${[...ids]}::text[])`.execute(database.kysely)
  await assureRoles(
    database,
    caller,
    rows.flatMap(({ roleIds }) => roleIds ?? []).filter(id => !caller.roleIds.includes(id)),
  )
}

/** Nobody hands on, or lays hands on, a role that may do what he may not. */
export async function assureRoles(database: Database, caller: Caller, ids: readonly string[]): Promise<void> {
  if (caller.administrator || ids.length === 0) return
  const { rows } = await sql`
    select 1 from blade_role r
    where r.tenant_id = ${caller.tenantId} and r.id::text = any(${[...ids]}::text[]) and (
      r.role_alias = ${administratorAlias} or exists (
        select from engine_grant g where g.tenant_id = r.tenant_id and g.role_id = r.id
          and not g.code = any(${[...caller.codes]}::text[])))`.execute(database.kysely)
  if (rows.length > 0) throw beyond()
}

const beyond = () =>
  new Refusal('role.beyond', 403, {
    zh: '无权配置超出自己权限的角色或用户！',
    en: 'You may not touch a role or a user with rights that you do not hold',
  })

const oneself = () =>
  new Refusal('user.oneself', 409, { zh: '不能删除本账号!', en: 'You cannot delete your own account' })
