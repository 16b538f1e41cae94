import { expressionIn, type FlowNode } from '../../processes/definition.ts'
import type { FlowEvaluator, FlowValues } from '../../processes/process-expressions.ts'
import { isEnabled } from '../auth/active-session.ts'
import type { Actor } from '../auth/actor.ts'
import type { Queries } from '../database/database.ts'
import { type Fragment, sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Work } from '../store/work.ts'
import type { TaskRow } from './flow-rows.ts'

/** Who has a task, and who may claim it. */
export interface TaskReceivers {
  readonly assignee: string | null
  readonly candidates: readonly string[]
}

/** The receivers of a task; texts are ids, `taskUser_<id>`, names of accounts, and expressions of them. */
export async function receiversOf(
  work: Work,
  { task }: FlowNode,
  evaluator: FlowEvaluator,
  variables: FlowValues,
): Promise<TaskReceivers> {
  const values = (text: string): string[] => {
    const value = expressionIn(text) === undefined ? text : evaluator.value(text, variables)
    return [value ?? []].flat().map(String).filter(Boolean)
  }
  const users = async (texts: readonly string[]) => usersNamed(work, texts.flatMap(values))
  const [assignee = null] = task?.assignee === undefined ? [] : await users([task.assignee])
  const candidates = (await users(task?.candidateUsers ?? [])).map(id => `user:${id}`)
  const groups = (task?.candidateGroups ?? []).flatMap(values)
  const departments = groups.some(group => group.includes('@starter'))
    ? (await memberOf(work.queries, work.ctx.actor.tenantId, String(variables['starter'] ?? '0'))).departments
    : []
  return {
    assignee,
    candidates: [
      ...candidates,
      ...groups.flatMap(group =>
        group.endsWith('@starter')
          ? departments.map(id => `group:${group.replace('@starter', `@${id}`)}`)
          : [`group:${group}`],
      ),
    ],
  }
}

async function usersNamed({ queries, ctx }: Work, names: readonly string[]): Promise<string[]> {
  const bare = names.map(name => name.replace(/^taskUser_/, ''))
  if (bare.length === 0) return []
  const rows = await runAll(
    queries,
    sql`select u.id::text as id from blade_user u where u.tenant_id = ${ctx.actor.tenantId} and u.is_deleted = 0
      and (u.id::text = any(${bare}::text[]) or u.account = any(${bare}::text[])) order by u.id`,
  )
  return rows.map(({ id }) => String(id))
}

async function memberOf(queries: Queries, tenantId: string, id: string) {
  const [row] = await runAll(
    queries,
    sql`select u.dept_id::text[] as departments, u.post_id::text[] as posts from blade_user u
      where u.tenant_id = ${tenantId} and u.id = ${id}::bigint`,
  )
  return { departments: (row?.['departments'] ?? []) as string[], posts: (row?.['posts'] ?? []) as string[] }
}

/** As which a user is a candidate of tasks. */
export async function candidacies(queries: Queries, actor: Actor): Promise<string[]> {
  const { userId, tenantId, roles, roleIds } = actor
  if (userId === null) return []
  const { departments, posts } = await memberOf(queries, tenantId, userId)
  const groups = [...roles, ...roleIds, ...departments, ...posts]
  const local = roles.flatMap(role => departments.map(id => `${role}@${id}`))
  return [`user:${userId}`, ...[...groups, ...local].map(group => `group:${group}`)]
}

/** The users who may do an open task, for notices: its assignee, or those whose `candidacies` include it. */
export async function usersOf(
  { queries, ctx }: Work,
  { assignee, candidates, instanceId }: Pick<TaskRow, 'assignee' | 'candidates' | 'instanceId'>,
): Promise<string[]> {
  if (assignee !== null) return [assignee]
  const isOne = (text: Fragment) => sql`${text} = any(${[...candidates]}::text[])`
  const isOfRole = sql`exists (select from blade_role r where r.tenant_id = u.tenant_id and r.id = any(u.role_id) and r.is_deleted = 0
    and (${isOne(sql`'group:' || r.role_alias`)} or ${isOne(sql`'group:' || r.id`)}
      or exists (select from unnest(u.dept_id) d where ${isOne(sql`'group:' || r.role_alias || '@' || d`)})))`
  const isOfGroup = sql`exists (select from unnest(u.dept_id || u.post_id) g where ${isOne(sql`'group:' || g`)})`
  const rows = await runAll(
    queries,
    sql`select u.id::text as id from blade_user u where u.tenant_id = ${ctx.actor.tenantId} and ${isEnabled}
      and (${isOne(sql`'user:' || u.id`)} or ${isOfRole} or ${isOfGroup})
      and not exists (select from engine_flow_instance i where i.id = ${instanceId}::bigint and i.starter = u.id)
      order by u.id limit ${maxNotified}::integer`,
  )
  return rows.map(({ id }) => String(id))
}

const maxNotified = 1000
