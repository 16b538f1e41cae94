import { ofOption } from '../../engine/fields/options.ts'
import { entryKeyOf } from '../../engine/model/message.ts'
import type { Resource } from '../../engine/model/model.ts'
import { selectedUsers } from '../../engine/server/auth/authenticator.ts'
import { columnOf, sql, word } from '../../engine/server/database/fragment.ts'
import { execute } from '../../engine/server/database/run.ts'
import { tasksWhere } from '../../engine/server/processes/flow-lists.ts'
import type { Workflow } from '../../engine/server/processes/workflow.ts'
import { ownTenant } from '../../engine/server/store/own-tenant.ts'
import { live } from '../../engine/server/store/select.ts'
import type { Work } from '../../engine/server/store/work.ts'

/** Records of each resource whose process is started: the latest that wait for a decision. */
const most = 5
const hour = 3_600_000

/**
 * Starts the processes of records of a demonstration as their authors, at the time at which they were created; of two in
 * three the administrator agrees to the first task, hours later.
 */
export async function startProcesses(work: Work, workflow: Workflow): Promise<void> {
  const { ctx, queries } = work
  for (const resource of Object.values(ctx.model.resources)) {
    const waiting = await waitingRecords(work, resource)
    if (waiting.length === 0) continue
    const ids = waiting.flatMap(({ author }) => author ?? [])
    const authors = await selectedUsers(queries, ctx.model, ctx.actor.tenantId, { ids })
    for (const [index, { id, author, at }] of waiting.entries()) {
      const starter = authors.find(({ userId }) => userId === author) ?? ctx.actor
      await workflow.start(ctx.withRights(starter).asSystem('process').at(at), { resource: resource.name, id })
      const later = ctx.at(new Date(Math.min(at.getTime() + 5 * hour, ctx.clock.now.getTime())))
      const [task] = await tasksWhere(queries, later, sql`t.ended is null and i.record_id = ${id}::bigint`)
      if (index % 3 === 0 || !task || task.assignee || starter.userId === ctx.actor.userId) continue
      await workflow.claim(later, task.id)
      await workflow.complete(later, task.id, { pass: true, comment: '同意' })
    }
  }
}

interface WaitingRecord {
  readonly id: string
  readonly author: string | null
  readonly at: Date
}

async function waitingRecords({ ctx, queries }: Work, resource: Resource): Promise<WaitingRecord[]> {
  const { approval, lifecycle, fields, table } = resource
  const state = fields.find(({ name }) => name === lifecycle?.field)
  if (approval === undefined || !lifecycle || state?.column === undefined) return []
  const initial = entryKeyOf(ctx.model, ofOption(state), lifecycle.initial)
  const { rows } = await execute<WaitingRecord>(
    queries,
    sql`select t.id::text as id, t.create_user::text as author, t.create_time as at from ${word(`"${table}" t`)}
      where ${live('t')}${ownTenant(ctx, resource)} and ${word(columnOf('t', state.column))} = ${initial}
      order by t.create_time desc limit ${most}::integer`,
  )
  return rows.map(row => ({ ...row, at: new Date(row.at) })).toReversed()
}
