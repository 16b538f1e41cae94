import { userResource } from '../../../model/account-resources.ts'
import { resourceOf } from '../../../model/names.ts'
import { isEnabled } from '../../auth/active-session.ts'
import { recordAct } from '../../auth/audit.ts'
import { assureUsers } from '../../auth/authority-guard.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Database } from '../../database/database.ts'
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
