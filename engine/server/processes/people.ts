import { expressionIn, type FlowNode } from '../../processes/definition.ts'
import type { FlowEvaluator, FlowValues } from '../../processes/process-expressions.ts'
import type { Actor } from '../auth/actor.ts'
import { selectedUsers } from '../auth/authenticator.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
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

/** The users who may do an open task, for notices. */
export async function usersOf(
  { queries, ctx }: Work,
  task: Pick<TaskRow, 'assignee' | 'candidates'>,
): Promise<string[]> {
  if (task.assignee !== null) return [task.assignee]
  const found = new Set<string>()
  for (const candidate of task.candidates) {
    const [, kind, name = '', department] = /^(user|group):([^@]*)(?:@(.*))?$/.exec(candidate) ?? []
    if (kind === 'user') found.add(name)
    else
      for (const user of await selectedUsers(queries, ctx.model, ctx.actor.tenantId, { role: name }))
        if (department === undefined || user.deptId === department) found.add(user.userId)
  }
  return [...found]
}
