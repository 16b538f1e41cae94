import { userResource } from '../../../model/account-resources.ts'
import { resourceOf } from '../../../model/names.ts'
import { isEnabled } from '../../auth/active-session.ts'
import { recordAct } from '../../auth/audit.ts'
import { assureUsers } from '../../auth/authority-guard.ts'
import { isPassword } from '../../auth/password.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Database, Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { execute } from '../../database/run.ts'
import { record } from '../../store/history.ts'

/** A user account with what sign-in needs: identity, password digest, and the data of the token answer. */
export interface Account {
  readonly id: string
  readonly tenantId: string
  readonly account: string
  readonly password: string | null
  readonly name: string
  readonly realName: string | null
  readonly avatar: string | null
  readonly sourceType: string | null
  readonly deptIds: readonly string[]
  readonly postIds: readonly string[]
  readonly roles: readonly AccountRole[]
  /** The password was set by another user. */
  readonly mustChangePassword: boolean
  readonly hasSecondFactor: boolean
  /** The id of its external identity, if it has one. */
  readonly oauthId: string | null
}

export interface AccountRole {
  readonly id: string
  readonly alias: string
  readonly name: string
}

/** The account with this name in a tenant. */
export const accountNamed = (database: Database, tenantId: string, account: string): Promise<Account | undefined> =>
  find(database, tenantId, sql`u.account = ${account}`)

/** The account with this id. */
export const accountWithId = (database: Database, tenantId: string, id: string): Promise<Account | undefined> =>
  find(database, tenantId, sql`u.id = ${id}::bigint`)

/** The source type is a field of the app: its column exists only if the app declares it. */
async function find(database: Database, tenantId: string, which: ReturnType<typeof sql>): Promise<Account | undefined> {
  const { rows } = await execute<Account>(
    database.kysely,
    sql`
    select u.id, u.tenant_id as "tenantId", u.account, u.password, u.name, u.real_name as "realName", u.avatar,
      to_jsonb(u) ->> 'source_type' as "sourceType", coalesce(u.dept_id, '{}') as "deptIds", coalesce(u.post_id, '{}') as "postIds",
      exists (select from engine_password_due d where d.tenant_id = u.tenant_id and d.user_id = u.id)
        as "mustChangePassword",
      exists (select from engine_second_factor f where f.tenant_id = u.tenant_id and f.user_id = u.id
        and f.confirmed_at is not null) as "hasSecondFactor",
      (select min(i.id)::text from blade_identity i where i.tenant_id = u.tenant_id and i.user_id = u.id and i.is_deleted = 0)
        as "oauthId",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id::text, 'alias', r.role_alias, 'name', r.role_name) order by r.sort, r.id)
        from blade_role r where r.tenant_id = u.tenant_id and r.id = any(u.role_id) and r.is_deleted = 0), '[]') as roles
    from blade_user u
    where u.tenant_id = ${tenantId} and ${which} and ${isEnabled}`,
  )
  return rows[0]
}

/** Whether a tenant's licence has not expired; undefined if there is no such tenant. */
export async function isTenantOpen(database: Database, tenantId: string, now: Date): Promise<boolean | undefined> {
  const { rows } = await execute<{ open: boolean }>(
    database.kysely,
    sql`
    select expire_time is null or expire_time > ${now.toISOString()}::timestamptz as open
    from blade_tenant where tenant_id = ${tenantId} and is_deleted = 0`,
  )
  return rows[0]?.open
}

/** The context of writing a new password: the user who sets it, and ids for its history. */
export interface PasswordWork {
  readonly database: Database
  readonly ctx: RequestContext
  nextId(): string
}

/** Writes a new password and its history entry, if the guard allows it for all of the users; `due` forces the user to change it. */
export async function setPassword(
  { database, ctx, nextId }: PasswordWork,
  userIds: readonly string[],
  stored: string,
  due: boolean,
): Promise<void> {
  const ids = [...userIds]
  const { userId, tenantId } = ctx.actor
  await database.transaction(async queries => {
    // A session may be limited to some of the user's roles, and the password is for all of them.
    await assureUsers(
      queries,
      ctx,
      ids.filter(id => id !== userId),
    )
    await keepFormer(queries, tenantId, ids)
    const { rows } = await execute<{ id: string; version: number }>(
      queries,
      sql`
      update blade_user
      set password = ${stored}, version = version + 1, update_time = now(), update_user = ${userId}::bigint
      where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and is_deleted = 0
      returning id, version`,
    )
    if (rows.length === 0) return
    // As for every secret, the history records only that it changed.
    const changes = { password: { from: null, to: null } }
    const written = rows.map(({ id, version }) => {
      return { id: nextId(), recordId: String(id), version: Number(version), operation: 'update', changes }
    })
    const resource = resourceOf(ctx.model, userResource)
    await record(queries, ctx, resource, written)
    const detail = due ? 'byAdministrator' : 'own'
    for (const { recordId } of written) await recordAct(queries, ctx, { kind: 'reset', resource, recordId, detail })
    await execute(
      queries,
      sql`
      delete from engine_password_due where tenant_id = ${tenantId} and user_id = any(${ids}::bigint[])`,
    )
    if (due) {
      await execute(
        queries,
        sql`
        insert into engine_password_due (tenant_id, user_id)
        select ${tenantId}, unnest(${ids}::bigint[])`,
      )
    }
  })
}

/** The most recent passwords that a user may not set again, with the present one. */
const refusedPasswords = 3

/** Whether a password is the present one of an account or one of those before it. */
export async function isFormerPassword({ kysely }: Database, account: Account, password: string): Promise<boolean> {
  const { rows } = await execute<{ password: string }>(
    kysely,
    sql`
    select password from engine_former_password
    where tenant_id = ${account.tenantId} and user_id = ${account.id}::bigint order by at desc limit ${refusedPasswords - 1}`,
  )
  for (const stored of [account.password ?? undefined, ...rows.map(one => one.password)])
    if (await isPassword(password, stored)) return true
  return false
}

/** Stores the present passwords of users, which are about to be replaced, and deletes those that no longer matter. */
async function keepFormer(queries: Queries, tenantId: string, ids: readonly string[]): Promise<void> {
  await execute(
    queries,
    sql`
    insert into engine_former_password (tenant_id, user_id, at, password)
    select tenant_id, id, clock_timestamp(), password from blade_user
    where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[]) and password is not null
    on conflict do nothing`,
  )
  await execute(
    queries,
    sql`
    delete from engine_former_password f
    where f.tenant_id = ${tenantId} and f.user_id = any(${[...ids]}::bigint[]) and (
      select count(*) from engine_former_password newer
      where newer.tenant_id = f.tenant_id and newer.user_id = f.user_id and newer.at > f.at) >= ${refusedPasswords - 1}::int`,
  )
}
