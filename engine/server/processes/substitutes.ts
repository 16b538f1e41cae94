import { isDate } from '../../fields/calendar.ts'
import { isMany } from '../../fields/options.ts'
import { userResource } from '../../model/account-resources.ts'
import type { FlowColleague, FlowPerson, FlowSubstitution } from '../../model/flow-views.ts'
import { resourceOf } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { ownersOfUser } from '../auth/access-fields.ts'
import { isEnabled } from '../auth/active-session.ts'
import { selectedUsers } from '../auth/authenticator.ts'
import { type RequestContext, transmittedNow } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { execute, runAll } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'
import { like } from './flow-rows.ts'
import { candidacies } from './people.ts'

const maxPeople = 20

/**
 * The users whom a caller may give tasks to without a right to view users: those of the own owners; for a caller without
 * owners, those without owners and with the same kind of organisation, which an administrator need not have.
 */
function areColleagues({ model, actor }: RequestContext): Fragment {
  const owners = ownersOfUser(model)
  const kind = fieldOf(resourceOf(model, userResource), 'sourceType')
  const ofOwners = owners?.column && word(`u."${owners.column}"`)
  const isOfKind =
    kind?.column && !actor.administrator
      ? sql`${word(`u."${kind.column}"`)} is not distinct from ${actor.sourceType}`
      : word('true')
  if (!ofOwners) return isOfKind
  if (actor.ownerIds.length > 0)
    return isMany(owners)
      ? sql`${ofOwners} && ${actor.ownerIds}::bigint[]`
      : sql`${ofOwners} = any(${actor.ownerIds}::bigint[])`
  return sql`${isMany(owners) ? sql`coalesce(cardinality(${ofOwners}), 0) = 0` : sql`${ofOwners} is null`} and ${isOfKind}`
}

/** Colleagues by their ids, or by a part of name or account. */
export async function colleagues(
  queries: Queries,
  ctx: RequestContext,
  { ids, text = '' }: { readonly ids?: readonly string[]; readonly text?: string },
): Promise<FlowColleague[]> {
  const { actor } = ctx
  const wanted = ids
    ? sql`u.id::text = any(${[...ids]}::text[])`
    : sql`u.id <> ${actor.userId ?? '0'}::bigint and (u.name ilike ${like(text)} or u.account ilike ${like(text)})`
  const { rows } = await execute<FlowColleague>(
    queries,
    sql`select u.id::text as id, u.name, u.account, coalesce((select string_agg(d.dept_name, ', ' order by d.id) from blade_dept d
        where d.tenant_id = u.tenant_id and d.id = any(u.dept_id) and d.is_deleted = 0), '') as department
      from blade_user u where u.tenant_id = ${actor.tenantId} and ${isEnabled} and ${areColleagues(ctx)}
        and ${wanted}
      order by u.name, u.id limit ${maxPeople}::integer`,
  )
  return rows
}

/** The id of a colleague; refused for anyone else. */
export async function colleague(queries: Queries, ctx: RequestContext, id: string): Promise<string> {
  const [found] = await colleagues(queries, ctx, { ids: [id] })
  if (!found) throw refuse.input({ userId: { zh: '没有该用户', en: 'There is no such user' } })
  return found.id
}

/** A user whom another substitutes today, with all that makes the user a candidate of tasks. */
export interface AbsentUser extends FlowPerson {
  readonly id: string
  readonly candidacies: readonly string[]
}

const today = (ctx: RequestContext) => sql`${transmittedNow(ctx).slice(0, 10)}::date`

/** The users whom the caller substitutes today. */
export async function absentUsers(queries: Queries, ctx: RequestContext): Promise<AbsentUser[]> {
  const { userId, tenantId } = ctx.actor
  if (userId === null) return []
  const rows = await runAll(
    queries,
    sql`select distinct user_id::text as id from engine_flow_substitute
      where tenant_id = ${tenantId} and substitute_id = ${userId}::bigint and ${today(ctx)} between begins and ends`,
  )
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => String(id))
  const users = await selectedUsers(queries, ctx.model, tenantId, { ids })
  return Promise.all(
    users.map(async user => ({
      id: user.userId,
      name: user.name,
      candidacies: await candidacies(queries, user),
    })),
  )
}

/** The users with those who substitute them today. */
export async function withSubstitutes(
  queries: Queries,
  ctx: RequestContext,
  users: readonly string[],
): Promise<string[]> {
  const rows = await runAll(
    queries,
    sql`select substitute_id::text as id from engine_flow_substitute
      where tenant_id = ${ctx.actor.tenantId} and user_id = any(${[...users]}::bigint[]) and ${today(ctx)} between begins and ends`,
  )
  return [...new Set([...users, ...rows.map(({ id }) => String(id))])]
}

/** The caller's own substitution, and those in which the caller substitutes others, unless they are over. */
export async function substitutions(
  queries: Queries,
  ctx: RequestContext,
): Promise<{ own?: FlowSubstitution; of: FlowSubstitution[] }> {
  const { userId, tenantId } = ctx.actor
  const { rows } = await execute<FlowSubstitution>(
    queries,
    sql`select ${personSql(sql`a`)} as person, ${personSql(sql`b`)} as substitute, f.begins::text as "from", f.ends::text as "to"
      from engine_flow_substitute f
      join blade_user a on a.tenant_id = f.tenant_id and a.id = f.user_id
      join blade_user b on b.tenant_id = f.tenant_id and b.id = f.substitute_id
      where f.tenant_id = ${tenantId} and ${userId}::bigint in (f.user_id, f.substitute_id) and f.ends >= ${today(ctx)}
      order by f.begins, f.user_id`,
  )
  const own = rows.find(({ person }) => person.id === userId)
  return { ...(own && { own }), of: rows.filter(({ person }) => person.id !== userId) }
}

const personSql = (user: Fragment) => sql`json_build_object('id', ${user}.id::text, 'name', ${user}.name)`

interface Substitution {
  readonly userId: string
  readonly from: string
  readonly to: string
}

/** Names who does the caller's tasks from a day to a day. */
export async function substitute(
  queries: Queries,
  ctx: RequestContext,
  { userId, from, to }: Substitution,
): Promise<void> {
  const { actor } = ctx
  const other = await colleague(queries, ctx, userId)
  if (other === actor.userId) throw refuse.input({ userId: { zh: '请选择其他人', en: 'Select another user' } })
  if (!isDate(from)) throw refuse.input({ from: { zh: '请填写日期', en: 'Enter a date' } })
  if (!isDate(to) || to < from || to < transmittedNow(ctx).slice(0, 10))
    throw refuse.input({
      to: { zh: '结束日期不能早于开始日期或今天', en: 'The end is before the beginning or in the past' },
    })
  await storeSubstitution(queries, actor.tenantId, String(actor.userId), { userId: other, from, to })
}

/** Stores who does the tasks of a user, instead of who was named for an absence that begins on the same day. */
export async function storeSubstitution(
  queries: Queries,
  tenantId: string,
  absent: string,
  { userId, from, to }: Substitution,
): Promise<void> {
  await runAll(
    queries,
    sql`insert into engine_flow_substitute (tenant_id, user_id, substitute_id, begins, ends)
      values (${tenantId}, ${absent}::bigint, ${userId}::bigint, ${from}::date, ${to}::date)
      on conflict (tenant_id, user_id, begins) do update
        set substitute_id = excluded.substitute_id, ends = excluded.ends`,
  )
}

/** Ends the caller's first substitution that is not over. */
export async function endSubstitution(queries: Queries, ctx: RequestContext): Promise<void> {
  const { tenantId, userId } = ctx.actor
  const own = sql`tenant_id = ${tenantId} and user_id = ${userId}::bigint`
  await runAll(
    queries,
    sql`delete from engine_flow_substitute where ${own} and begins =
      (select min(begins) from engine_flow_substitute where ${own} and ends >= ${today(ctx)})`,
  )
}
