import { nameOfLink } from '../../fields/upload.ts'
import { displayFieldOf } from '../../model/display.ts'
import type {
  FlowDefinitionView,
  FlowHistoryEntry,
  FlowInstanceDetail,
  FlowInstanceView,
  FlowPerson,
  FlowTaskDetail,
  FlowTaskView,
} from '../../model/flow-views.ts'
import type { ProcessDefinition } from '../../processes/definition.ts'
import { accessTo } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { execute, runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { uploadSizes } from '../store/file-access.ts'
import { displays } from '../store/selection.ts'
import { type DefinitionRow, deployedProcess, type InstanceRow, like, shownTime, type TaskRow } from './flow-rows.ts'
import { candidacies } from './people.ts'
import { absentUsers } from './substitutes.ts'
import { enteredForm, filledForm, formValues } from './task-values.ts'
import { returnPlaces, shareIn, startEvent } from './workflow.ts'

/** A part of a list. */
export interface ListPart {
  readonly page: number
  readonly size: number
  /** A part of the names of process, task or starter. */
  readonly text?: string
  readonly category?: string
}

export interface Listed<Of> {
  readonly rows: Of[]
  readonly total: number
}

/** Processes that can be started: by a new record of a resource, or by what their start form enters. */
export async function startList(
  queries: Queries,
  { model }: RequestContext,
  rows: readonly DefinitionRow[],
): Promise<FlowDefinitionView[]> {
  const views: FlowDefinitionView[] = []
  for (const row of startable(rows)) {
    const resource = Object.values(model.resources).find(({ approval }) => approval === row.key)?.name
    const process = await deployedProcess(queries, row.id)
    if (resource !== undefined) views.push({ ...row, resource })
    else if (process.resource === undefined) views.push({ ...row, ...enteredForm(process, startEvent(process)) })
  }
  return views
}

/** The latest version of each key. */
export function startable(rows: readonly DefinitionRow[]): DefinitionRow[] {
  const keys = new Set<string>()
  return rows.filter(({ key }) => !keys.has(key) && keys.add(key))
}

const personSql = (id: Fragment, name: Fragment): Fragment =>
  sql`case when ${id} is not null then json_build_object('id', ${id}::text, 'name', coalesce(${name}, '')) end`
const starterSql = sql`json_strip_nulls(json_build_object('id', i.starter::text, 'name', coalesce(s.name, ''))) as starter`
const definitionSql = sql`json_build_object('id', d.id::text, 'key', d.key, 'name', d.name, 'version', d.version,
  'category', d.category) as definition`

const taskColumns = sql`t.id::text as id, t.element, t.name, t.instance_id::text as instance, t.candidates, t.outcome,
  ${personSql(sql`t.assignee`, sql`a.name`)} as assignee, ${personSql(sql`t.behalf`, sql`b.name`)} as behalf,
  ${shownTime(sql`t.created`)} as "createdAt", ${shownTime(sql`t.claimed`)} as "claimedAt",
  ${shownTime(sql`t.ended`)} as "endedAt", ${shownTime(sql`t.due`)} as "dueAt",
  coalesce(t.due < now() and t.ended is null, false) as "isOverdue", ${definitionSql}, ${starterSql},
  i.resource, i.record_id::text as "recordId", i.reason`
const taskTables = sql`engine_flow_task t join engine_flow_instance i on i.id = t.instance_id
  join engine_flow_definition d on d.id = i.definition_id
  left join blade_user a on a.tenant_id = t.tenant_id and a.id = t.assignee
  left join blade_user b on b.tenant_id = t.tenant_id and b.id = t.behalf
  left join blade_user s on s.tenant_id = t.tenant_id and s.id = i.starter`

type TaskList = 'claim' | 'todo' | 'done'

/** The tables and the condition of a list, which may have many rows: instances only where the condition reads them. */
async function tasksOf(
  queries: Queries,
  ctx: RequestContext,
  list: TaskList,
  part: Partial<ListPart> = {},
): Promise<Fragment> {
  const { userId, tenantId, administrator } = ctx.actor
  const absent = list === 'done' ? [] : await absentUsers(queries, ctx)
  const mine = list === 'claim' ? await candidacies(queries, ctx.actor) : []
  const all = [...mine, ...absent.flatMap(one => one.candidacies)]
  const isOwn = sql`t.assignee = ${userId}::bigint`
  const orOthers = absent.length > 0 ? sql`and (${isOwn} or i.starter is distinct from ${userId}::bigint)` : word('')
  const notOfOwn = sql`t.instance_id not in (select id from engine_flow_instance
    where tenant_id = ${tenantId} and starter = ${userId}::bigint and outcome is null)`
  const which = {
    claim: sql`t.ended is null and t.assignee is null and ${notOfOwn} and (t.candidates && ${all}::text[]
      ${word(administrator ? "or t.candidates = '{}'" : '')})`,
    todo: sql`t.ended is null and t.assignee = any(${[userId ?? '0', ...absent.map(({ id }) => id)]}::bigint[]) ${orOthers}`,
    done: sql`t.ended is not null and t.assignee = ${userId}::bigint and t.outcome <> 'cancelled'`,
  }[list]
  const instances =
    part.text || part.category || absent.length > 0 ? 'join engine_flow_instance i on i.id = t.instance_id' : ''
  return sql`engine_flow_task t ${word(instances)} where t.tenant_id = ${tenantId} and ${which}
    ${wanted(tenantId, part, pattern => sql`t.name ilike ${pattern}`)}`
}

/** Tasks of a list, the newest first. */
export async function taskList(
  queries: Queries,
  ctx: RequestContext,
  list: TaskList,
  part: ListPart,
): Promise<Listed<FlowTaskView>> {
  const { page, size } = part
  const tasks = await tasksOf(queries, ctx, list, part)
  const order = word(`order by ${list === 'done' ? 't.ended' : 't.created'} desc, t.id desc`)
  const rows = await runAll(
    queries,
    sql`select ${taskColumns} from ${taskTables}
      where t.id in (select t.id from ${tasks} ${order} limit ${size}::integer offset ${(page - 1) * size}::integer) ${order}`,
  )
  return { rows: await taskViews(queries, ctx, rows), total: await countOf(queries, tasks) }
}

/** A number of rows, counted up to 10,000. */
async function countOf(queries: Queries, rows: Fragment): Promise<number> {
  const [counted] = await runAll(
    queries,
    sql`select count(*)::integer as total from (select 1 from ${rows} limit 10000) c`,
  )
  return Number(counted?.['total'])
}

/** A category, and a part of the name of the process or of its starter, or another condition, as a further condition. */
function wanted(tenantId: string, { text, category }: Partial<ListPart>, or: (pattern: string) => Fragment): Fragment {
  const of = (condition: Fragment) => sql`i.definition_id in (select id from engine_flow_definition where ${condition})`
  const starters = (pattern: string) =>
    sql`i.starter in (select id from blade_user where tenant_id = ${tenantId} and name ilike ${pattern})`
  const named = (pattern: string) =>
    sql`and (${or(pattern)} or ${of(sql`name ilike ${pattern}`)} or ${starters(pattern)})`
  return sql`${text ? named(like(text)) : word('')} ${category ? sql`and ${of(sql`category = ${category}`)}` : word('')}`
}

export async function taskCounts(queries: Queries, ctx: RequestContext): Promise<{ claim: number; todo: number }> {
  const count = async (list: TaskList) => countOf(queries, await tasksOf(queries, ctx, list))
  return { claim: await count('claim'), todo: await count('todo') }
}

/** Open tasks that a condition finds, and one by its id. */
export async function tasksWhere(queries: Queries, ctx: RequestContext, where: Fragment): Promise<FlowTaskView[]> {
  const rows = await runAll(
    queries,
    sql`select ${taskColumns} from ${taskTables} where t.tenant_id = ${ctx.actor.tenantId} and ${where} order by t.id`,
  )
  return taskViews(queries, ctx, rows)
}

const present = (values: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

async function taskViews(queries: Queries, ctx: RequestContext, rows: readonly Row[]): Promise<FlowTaskView[]> {
  const labels = await recordLabels(queries, ctx, rows)
  const behalfOf = await absentPersonOf(queries, ctx, rows)
  const candidatesOf = (row: Row) => row['candidates'] as readonly string[]
  const titles = await candidateTitles(queries, ctx, rows.flatMap(candidatesOf))
  return rows.map(
    row =>
      present({
        ...row,
        resource: null,
        recordId: null,
        behalf: null,
        record: labels(row),
        onBehalfOf: behalfOf(row),
        candidates: titles(candidatesOf(row)),
        reason: (row['reason'] as Row | null)?.[ctx.language],
      }) as unknown as FlowTaskView,
  )
}

/** For whom a task is done, or would be done by the caller. */
async function absentPersonOf(queries: Queries, ctx: RequestContext, rows: readonly Row[]) {
  const absent = rows.length > 0 ? await absentUsers(queries, ctx) : []
  const mine = absent.length > 0 ? await candidacies(queries, ctx.actor) : []
  return ({ behalf, assignee, starter, endedAt, candidates }: Row): FlowPerson | undefined => {
    if (behalf !== null) return behalf as FlowPerson
    const isFor = (all: readonly string[]) => (candidates as readonly string[]).some(one => all.includes(one))
    if (endedAt !== null || (starter as FlowPerson).id === ctx.actor.userId) return undefined
    const has = (assignee as FlowPerson | null)?.id
    const found = absent.find(one => (has === undefined ? isFor(one.candidacies) && !isFor(mine) : has === one.id))
    return found && { id: found.id, name: found.name }
  }
}

/** Returns what candidates are called: users, roles, departments and positions by their ids, and roles by their aliases. */
async function candidateTitles(queries: Queries, { model, language, actor }: RequestContext, all: readonly string[]) {
  const ids = [...new Set(all.flatMap(one => /^(?:user|group):(\d+)$/.exec(one)?.[1] ?? []))]
  const named = (kind: string, table: string, column: string) =>
    sql`select ${kind} || id as candidate, ${word(column)} as name from ${word(table)}
      where tenant_id = ${actor.tenantId} and id = any(${ids}::bigint[])`
  const rows =
    ids.length === 0
      ? []
      : await runAll(
          queries,
          sql`${named('user:', 'blade_user', 'name')} union all ${named('group:', 'blade_role', 'role_name')}
            union all ${named('group:', 'blade_dept', 'dept_name')} union all ${named('group:', 'blade_post', 'post_name')}`,
        )
  const names = new Map(rows.map(({ candidate, name }) => [candidate, String(name)]))
  return (candidates: readonly string[]): string[] =>
    candidates.flatMap(candidate => {
      const [, alias = ''] = /^group:([^@]*)/.exec(candidate) ?? []
      return names.get(candidate) ?? model.roles.find(role => role.alias === alias)?.title[language] ?? (alias || [])
    })
}

/** The records of rows, with labels that are read for those who have a part in their process, unless these are withheld. */
async function recordLabels(queries: Queries, ctx: RequestContext, rows: readonly Row[]) {
  const names = new Map<string, ReadonlyMap<string, string>>()
  for (const name of new Set(rows.flatMap(row => row['resource'] ?? []).map(String))) {
    const resource = ctx.model.resources[name]
    const ids = rows.flatMap(row =>
      row['resource'] === name && row['recordId'] !== null ? [String(row['recordId'])] : [],
    )
    const isWithheld = resource && accessTo(ctx, resource, 'view').withheld.has(displayFieldOf(resource)?.name ?? '')
    if (resource && !isWithheld)
      names.set(name, await displays(queries, ctx.asSystem('process'), resource, [...new Set(ids)]))
  }
  return ({ resource, recordId }: Row): FlowTaskView['record'] =>
    resource && recordId
      ? {
          resource: String(resource),
          id: String(recordId),
          display: names.get(String(resource))?.get(String(recordId)) ?? '',
        }
      : undefined
}

const instanceColumns = sql`i.id::text as id, i.resource, i.record_id::text as "recordId", i.reason, i.outcome,
  ${shownTime(sql`i.started`)} as "startedAt", ${shownTime(sql`i.ended`)} as "endedAt", ${definitionSql}, ${starterSql}`

/** Instances that a condition finds, the newest first. */
export async function instanceList(
  queries: Queries,
  ctx: RequestContext,
  where: Fragment,
  part: ListPart,
): Promise<Listed<FlowInstanceView>> {
  const { page, size } = part
  const { tenantId } = ctx.actor
  const all = sql`engine_flow_instance i join engine_flow_definition d on d.id = i.definition_id
    left join blade_user s on s.tenant_id = i.tenant_id and s.id = i.starter
    where i.tenant_id = ${tenantId} and ${where} ${wanted(tenantId, part, () => word('false'))}`
  const rows = await runAll(
    queries,
    sql`select ${instanceColumns} from ${all} order by i.started desc, i.id desc limit ${size}::integer offset ${(page - 1) * size}::integer`,
  )
  const labels = await recordLabels(queries, ctx, rows)
  const ids = rows.map(({ id }) => String(id))
  const tasks = await tasksWhere(queries, ctx, sql`t.instance_id = any(${ids}::bigint[]) and t.ended is null`)
  const views = rows.map(row => {
    const { id, outcome, definition, starter, startedAt, endedAt } = row
    const reason = row['reason'] as Row | null
    const running = reason ? 'waiting' : 'running'
    return present({
      id,
      definition,
      record: labels(row),
      starter,
      startedAt,
      endedAt,
      state: outcome === null ? running : outcome === 'withdrawn' || outcome === 'deleted' ? outcome : 'ended',
      reason: reason?.[ctx.language],
      tasks: tasks.filter(({ instance }) => instance === id),
    }) as unknown as FlowInstanceView
  })
  return { rows: views, total: await countOf(queries, all) }
}

/** The history of an instance with its sequence flows, in order of time. */
export async function instanceHistory(
  queries: Queries,
  { id, tenantId }: Pick<InstanceRow, 'id' | 'tenantId'>,
): Promise<(FlowHistoryEntry & { readonly seconds: number })[]> {
  const { rows } = await execute<Row>(
    queries,
    sql`select h.element, h.kind, h.name, h.comment, h.outcome, h.files,
      ${personSql(sql`coalesce(h.user_id, t.assignee)`, sql`coalesce(u.name, ua.name)`)} as person,
      ${personSql(sql`coalesce(h.behalf, t.behalf)`, sql`b.name`)} as "onBehalfOf",
      ${shownTime(sql`h.started`)} as "startedAt", ${shownTime(sql`h.ended`)} as "endedAt",
      coalesce(extract(epoch from h.ended - h.started), 0)::integer as seconds
      from engine_flow_history h join engine_flow_instance i on i.id = h.instance_id
      left join engine_flow_task t on t.instance_id = h.instance_id and t.token = h.token and t.signs is null and h.kind = 'userTask'
      left join blade_user u on u.tenant_id = i.tenant_id and u.id = h.user_id
      left join blade_user ua on ua.tenant_id = i.tenant_id and ua.id = t.assignee
      left join blade_user b on b.tenant_id = i.tenant_id and b.id = coalesce(h.behalf, t.behalf)
      where h.instance_id = ${id}::bigint order by h.id`,
  )
  const filesIn = (row: Row) => (row['files'] ?? []) as readonly string[]
  const sizes = await uploadSizes(queries, tenantId, rows.flatMap(filesIn))
  return rows.map(row => {
    const files = filesIn(row).map(link => ({ link, name: nameOfLink(link), size: sizes.get(link) ?? 0 }))
    return present({ ...row, files: files.length > 0 ? files : null }) as unknown as FlowHistoryEntry & {
      seconds: number
    }
  })
}

/** All that the page of an instance shows. */
export async function instanceDetail(
  queries: Queries,
  ctx: RequestContext,
  instance: InstanceRow,
): Promise<FlowInstanceDetail> {
  const { rows } = await instanceList(queries, ctx, sql`i.id = ${instance.id}::bigint`, { page: 1, size: 1 })
  const [view] = rows
  if (!view) throw new Error(`The instance ${instance.id} was deleted.`)
  const process = await deployedProcess(queries, instance.definitionId)
  const filled = await filledForm(queries, instance.tenantId, process, instance.state.variables)
  return { instance: view, history: await instanceHistory(queries, instance), ...(filled && { filled }) }
}

/** All that the page of a task shows. */
export async function taskDetail(
  queries: Queries,
  ctx: RequestContext,
  row: TaskRow,
  instance: InstanceRow,
): Promise<FlowTaskDetail> {
  const [task] = await tasksWhere(queries, ctx, sql`t.id = ${row.id}::bigint`)
  if (!task) throw new Error(`The task ${row.id} was deleted.`)
  const process = await deployedProcess(queries, instance.definitionId)
  const node = process.nodes[row.element]
  const isOpen = row.ended === null && instance.outcome === null
  const isMine = isOpen && (await shareIn(queries, ctx, row, instance)) !== undefined
  const has = isMine && row.assignee !== null
  // A signer only gives an opinion.
  const enters = has && row.signs === null
  const { record } = task
  const places = has ? await returnPlaces(queries, instance, row) : []
  return {
    ...(await instanceDetail(queries, ctx, instance)),
    task,
    ...(enters &&
      node?.form && { ...enteredForm(process, node), formData: formValues(node.form, instance.state.variables) }),
    ...(record && { record: { ...record, edit: enters ? (node?.task?.edit ?? []) : [] } }),
    returnTo: places.map(({ id, name }) => ({ element: id, name })),
    next: await nextOf(queries, ctx, process, row.element),
    may: {
      claim: isMine && !has,
      complete: has,
      delegate: has,
      sign: has,
      return: places.length > 0,
      withdraw: instance.outcome === null && instance.starter === ctx.actor.userId,
    },
  }
}

/** The flows to the next tasks and ends, past gateways, and who has these. */
async function nextOf(
  queries: Queries,
  ctx: RequestContext,
  { nodes, flows }: ProcessDefinition,
  from: string,
): Promise<FlowTaskDetail['next']> {
  const found: { flow: string; name: string; groups: string[] }[] = []
  const seen = new Set<string>()
  const visit = (id: string, first?: string) => {
    for (const flow of nodes[id]?.outgoing ?? []) {
      const to = nodes[flows[flow]?.to ?? '']
      if (!to || seen.has(flow)) continue
      seen.add(flow)
      const groups = (to.task?.candidateGroups ?? []).map(group => `group:${group}`)
      if (/Gateway$|^serviceTask$|^scriptTask$|^sendTask$/.test(to.kind)) visit(to.id, first ?? flow)
      else found.push({ flow, name: to.name, groups })
    }
  }
  visit(from)
  const titles = await candidateTitles(
    queries,
    ctx,
    found.flatMap(({ groups }) => groups),
  )
  return found.map(({ groups, ...next }) => ({ ...next, who: titles(groups) }))
}
