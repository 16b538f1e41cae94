import { nameOfLink } from '../../fields/upload.ts'
import type {
  FlowDefinitionView,
  FlowHistoryEntry,
  FlowInstanceDetail,
  FlowInstanceView,
  FlowPerson,
  FlowTaskDetail,
  FlowTaskView,
} from '../../model/flow-views.ts'
import { accessTo } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { execute, runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { uploadSizes } from '../store/file-access.ts'
import { readOne } from '../store/get.ts'
import { displays } from '../store/selection.ts'
import { type DefinitionRow, deployedProcess, type InstanceRow, like, shownTime, type TaskRow } from './flow-rows.ts'
import { candidacies } from './people.ts'
import { absentUsers } from './substitutes.ts'
import { filledForm, formValues } from './task-values.ts'
import { returnPlaces, shareIn, startEvent } from './workflow.ts'

/** A part of a list. */
export interface ListPart {
  readonly page: number
  readonly size: number
  /** A part of the names of process, task or starter. */
  readonly text?: string
  readonly category?: string
}

interface Listed<Of> {
  readonly rows: Of[]
  readonly total: number
}

const definitionView = ({
  id,
  key,
  name,
  version,
  category,
  suspended,
  deployed,
}: DefinitionRow): FlowDefinitionView => ({
  id,
  key,
  name,
  version,
  category,
  isSuspended: suspended,
  deployedAt: deployed,
})

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
    if (resource !== undefined) views.push({ ...definitionView(row), resource })
    else if (process.resource === undefined) {
      const { form } = startEvent(process)
      views.push({ ...definitionView(row), ...(form && { form }) })
    }
  }
  return views
}

/** All versions of a key, the latest first, with the numbers of their running instances. */
export async function versionList(
  queries: Queries,
  rows: readonly DefinitionRow[],
  key: string,
): Promise<FlowDefinitionView[]> {
  const versions = rows.filter(row => row.key === key)
  const counts = await runAll(
    queries,
    sql`select definition_id::text as id, count(*)::integer as count from engine_flow_instance
      where definition_id = any(${versions.map(({ id }) => id)}::bigint[]) and outcome is null group by definition_id`,
  )
  const running = new Map(counts.map(({ id, count }) => [String(id), Number(count)]))
  return versions.map(row => ({ ...definitionView(row), running: running.get(row.id) ?? 0 }))
}

/** The latest version of each key. */
export function startable(rows: readonly DefinitionRow[]): DefinitionRow[] {
  const keys = new Set<string>()
  return rows.filter(({ key }) => !keys.has(key) && keys.add(key))
}

const taskColumns = sql`t.id::text as id, t.element, t.name, t.instance_id::text as instance, t.candidates, t.outcome,
  t.assignee::text as "assigneeId", a.name as "assigneeName", ${shownTime(sql`t.created`)} as "createdAt",
  ${shownTime(sql`t.claimed`)} as "claimedAt", ${shownTime(sql`t.ended`)} as "endedAt", ${shownTime(sql`t.due`)} as "dueAt",
  t.due < now() and t.ended is null as "isOverdue", t.behalf::text as "behalfId", b.name as "behalfName",
  d.id::text as "definitionId", d.key, d.name as process, d.version, d.category,
  i.resource, i.record_id::text as "recordId", i.starter::text as "starterId", s.name as "starterName", i.reason`
const taskTables = sql`engine_flow_task t join engine_flow_instance i on i.id = t.instance_id
  join engine_flow_definition d on d.id = i.definition_id
  left join blade_user a on a.tenant_id = t.tenant_id and a.id = t.assignee
  left join blade_user b on b.tenant_id = t.tenant_id and b.id = t.behalf
  left join blade_user s on s.tenant_id = t.tenant_id and s.id = i.starter`

type TaskList = 'claim' | 'todo' | 'done'

/** The tables and the condition of a list: those of names only where they are searched, since it may have many rows. */
async function tasksOf(queries: Queries, ctx: RequestContext, list: TaskList, part?: ListPart): Promise<Fragment> {
  const { userId, tenantId, administrator } = ctx.actor
  const absent = list === 'done' ? [] : await absentUsers(queries, ctx)
  const mine = list === 'claim' ? await candidacies(queries, ctx.actor) : []
  const all = [...mine, ...absent.flatMap(one => one.candidacies)]
  const isOwn = list === 'claim' ? sql`t.candidates && ${mine}::text[]` : sql`t.assignee = ${userId}::bigint`
  const orOthers = absent.length > 0 ? sql`and (${isOwn} or i.starter is distinct from ${userId}::bigint)` : word('')
  const which = {
    claim: sql`t.ended is null and t.assignee is null and (t.candidates && ${all}::text[] ${orOthers}
      ${word(administrator ? "or t.candidates = '{}'" : '')})`,
    todo: sql`t.ended is null and t.assignee = any(${[userId ?? '0', ...absent.map(({ id }) => id)]}::bigint[]) ${orOthers}`,
    done: sql`t.ended is not null and t.assignee = ${userId}::bigint and t.outcome <> 'cancelled'`,
  }[list]
  const { text, category } = part ?? {}
  const tables = text || category || absent.length > 0 ? taskTables : word('engine_flow_task t')
  return sql`${tables} where t.tenant_id = ${tenantId} and ${which}
    ${matching(sql`d.name || ' ' || t.name || ' ' || coalesce(s.name, '')`, text)} ${ofCategory(category)}`
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

const matching = (column: Fragment, text: string | undefined): Fragment =>
  text ? sql`and (${column}) ilike ${like(text)}` : word('')
const ofCategory = (category: string | undefined): Fragment => (category ? sql`and d.category = ${category}` : word(''))

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

const person = (id: unknown, name: unknown): FlowPerson => ({
  ...(id !== null && { id: String(id) }),
  name: String(name ?? ''),
})
const present = (values: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

async function taskViews(queries: Queries, ctx: RequestContext, rows: readonly Row[]): Promise<FlowTaskView[]> {
  const labels = await recordLabels(queries, ctx, rows)
  const behalfOf = await absentPersonOf(queries, ctx, rows)
  return rows.map(row => {
    const { id, element, name, instance, outcome, createdAt, claimedAt, endedAt, dueAt } = row
    const reason = row['reason'] as Row | null
    return present({
      id,
      element,
      name,
      instance,
      outcome,
      createdAt,
      claimedAt,
      endedAt,
      dueAt,
      definition: definitionIn(row),
      record: labels(row),
      starter: person(row['starterId'], row['starterName']),
      assignee: row['assigneeId'] === null ? null : person(row['assigneeId'], row['assigneeName']),
      onBehalfOf: behalfOf(row),
      candidates: candidateTitles(ctx, row['candidates'] as readonly string[]),
      isOverdue: row['isOverdue'] === true,
      reason: reason?.[ctx.language],
    }) as unknown as FlowTaskView
  })
}

/** For whom a task is done, or would be done by the caller. */
async function absentPersonOf(queries: Queries, ctx: RequestContext, rows: readonly Row[]) {
  const absent = rows.length > 0 ? await absentUsers(queries, ctx) : []
  const mine = absent.length > 0 ? await candidacies(queries, ctx.actor) : []
  return (row: Row): FlowPerson | undefined => {
    if (row['behalfId'] !== null) return person(row['behalfId'], row['behalfName'])
    const candidates = row['candidates'] as readonly string[]
    const isFor = (all: readonly string[]) => candidates.some(one => all.includes(one))
    if (row['endedAt'] !== null || row['starterId'] === ctx.actor.userId) return undefined
    const found = absent.find(one =>
      row['assigneeId'] === null ? isFor(one.candidacies) && !isFor(mine) : row['assigneeId'] === one.id,
    )
    return found && person(found.id, found.name)
  }
}

const definitionIn = (row: Row): FlowTaskView['definition'] => ({
  id: String(row['definitionId']),
  key: String(row['key']),
  name: String(row['process']),
  version: Number(row['version']),
  category: String(row['category']),
})

const candidateTitles = ({ model, language }: RequestContext, candidates: readonly string[]): string[] =>
  candidates.flatMap(candidate => {
    const [, alias = ''] = /^group:([^@]*)/.exec(candidate) ?? []
    return model.roles.find(role => role.alias === alias)?.title[language] ?? (alias || [])
  })

/** The records of rows, with labels that are read for those who have a part in their process. */
async function recordLabels(queries: Queries, ctx: RequestContext, rows: readonly Row[]) {
  const names = new Map<string, ReadonlyMap<string, string>>()
  for (const name of new Set(rows.flatMap(row => row['resource'] ?? []).map(String))) {
    const resource = ctx.model.resources[name]
    const ids = rows.flatMap(row =>
      row['resource'] === name && row['recordId'] !== null ? [String(row['recordId'])] : [],
    )
    if (resource) names.set(name, await displays(queries, ctx.asSystem('process'), resource, [...new Set(ids)]))
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

const instanceColumns = sql`i.id::text as id, i.resource, i.record_id::text as "recordId", i.starter::text as "starterId",
  s.name as "starterName", i.reason, i.outcome, ${shownTime(sql`i.started`)} as "startedAt", ${shownTime(sql`i.ended`)} as "endedAt",
  d.id::text as "definitionId", d.key, d.name as process, d.version, d.category, d.suspended`

/** Instances that a condition finds, the newest first. */
export async function instanceList(
  queries: Queries,
  ctx: RequestContext,
  where: Fragment,
  { page, size, text, category }: ListPart,
): Promise<Listed<FlowInstanceView>> {
  const all = sql`engine_flow_instance i join engine_flow_definition d on d.id = i.definition_id
    left join blade_user s on s.tenant_id = i.tenant_id and s.id = i.starter
    where i.tenant_id = ${ctx.actor.tenantId} and ${where} ${matching(sql`d.name || ' ' || coalesce(s.name, '')`, text)} ${ofCategory(category)}`
  const rows = await runAll(
    queries,
    sql`select ${instanceColumns} from ${all} order by i.started desc, i.id desc limit ${size}::integer offset ${(page - 1) * size}::integer`,
  )
  const labels = await recordLabels(queries, ctx, rows)
  const ids = rows.map(({ id }) => String(id))
  const tasks = await tasksWhere(queries, ctx, sql`t.instance_id = any(${ids}::bigint[]) and t.ended is null`)
  const views = rows.map(row => {
    const reason = row['reason'] as Row | null
    const outcome = row['outcome']
    const running = reason ? 'waiting' : 'running'
    return present({
      id: row['id'],
      definition: definitionIn(row),
      record: labels(row),
      starter: person(row['starterId'], row['starterName']),
      startedAt: row['startedAt'],
      endedAt: row['endedAt'],
      state: outcome === null ? running : outcome === 'withdrawn' || outcome === 'deleted' ? outcome : 'ended',
      reason: reason?.[ctx.language],
      tasks: tasks.filter(({ instance }) => instance === row['id']),
    }) as unknown as FlowInstanceView
  })
  return { rows: views, total: await countOf(queries, all) }
}

/** The history of an instance, in order of time; without sequence flows unless they are wanted. */
export async function instanceHistory(
  queries: Queries,
  { id, tenantId }: Pick<InstanceRow, 'id' | 'tenantId'>,
  withFlows = false,
): Promise<(FlowHistoryEntry & { readonly seconds: number })[]> {
  const { rows } = await execute<Row>(
    queries,
    sql`select h.element, h.kind, h.name, h.user_id::text as "userId", coalesce(u.name, ua.name) as person,
      coalesce(h.user_id, t.assignee)::text as by, ${shownTime(sql`h.started`)} as "startedAt",
      ${shownTime(sql`h.ended`)} as "endedAt", h.comment, h.outcome, h.files,
      coalesce(h.behalf, t.behalf)::text as "behalfId", b.name as "behalfName", coalesce(extract(epoch from h.ended - h.started), 0)::integer as seconds
      from engine_flow_history h join engine_flow_instance i on i.id = h.instance_id
      left join engine_flow_task t on t.instance_id = h.instance_id and t.token = h.token and t.signs is null and h.kind = 'userTask'
      left join blade_user u on u.tenant_id = i.tenant_id and u.id = h.user_id
      left join blade_user ua on ua.tenant_id = i.tenant_id and ua.id = t.assignee
      left join blade_user b on b.tenant_id = i.tenant_id and b.id = coalesce(h.behalf, t.behalf)
      where h.instance_id = ${id}::bigint and (${withFlows}::boolean or h.kind <> 'sequenceFlow') order by h.id`,
  )
  const filesIn = (row: Row) => (row['files'] ?? []) as readonly string[]
  const sizes = await uploadSizes(queries, tenantId, rows.flatMap(filesIn))
  return rows.map(row => {
    const { element, kind, name, startedAt, endedAt, comment, outcome, seconds } = row
    const files = filesIn(row).map(link => ({ link, name: nameOfLink(link), size: sizes.get(link) ?? 0 }))
    const by = row['by'] === null ? null : person(row['by'], row['person'])
    return present({
      element,
      kind,
      name,
      startedAt,
      endedAt,
      comment,
      outcome,
      seconds,
      person: by,
      onBehalfOf: row['behalfId'] === null ? null : person(row['behalfId'], row['behalfName']),
      files: files.length > 0 ? files : null,
    }) as unknown as FlowHistoryEntry & { seconds: number }
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
  const filled = filledForm(await deployedProcess(queries, instance.definitionId), instance.state.variables)
  return { instance: view, history: await instanceHistory(queries, instance), ...(filled && { filled }) }
}

/** All that the page of a task shows. */
export async function taskDetail(
  queries: Queries,
  ctx: RequestContext,
  row: TaskRow,
  instance: InstanceRow,
): Promise<FlowTaskDetail & { readonly values?: Row }> {
  const [task] = await tasksWhere(queries, ctx, sql`t.id = ${row.id}::bigint`)
  if (!task) throw new Error(`The task ${row.id} was deleted.`)
  const { nodes, flows } = await deployedProcess(queries, instance.definitionId)
  const node = nodes[row.element]
  const isOpen = row.ended === null && instance.outcome === null
  const isMine = isOpen && (await shareIn(queries, ctx, row, instance)) !== undefined
  const has = isMine && row.assignee !== null
  const { record, resource } = { record: task.record, resource: ctx.model.resources[instance.resource ?? ''] }
  const reader = ctx.asSystem('process')
  const values =
    record && resource
      ? await readOne(queries, reader, resource, accessTo(reader, resource, 'view'), record.id)
      : undefined
  const places = has ? await returnPlaces(queries, instance, row) : []
  return {
    ...(await instanceDetail(queries, ctx, instance)),
    task,
    ...(has && node?.form && { form: node.form, formData: formValues(node.form, instance.state.variables) }),
    ...(record && { record: { ...record, edit: has ? (node?.task?.edit ?? []) : [] } }),
    ...(values && { values }),
    returnTo: places.map(({ id, name }) => ({ element: id, name })),
    next: nextOf(ctx, nodes, flows, row.element),
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

type Process = Awaited<ReturnType<typeof deployedProcess>>

/** The flows to the next tasks and ends, past gateways, and who has these. */
function nextOf(
  ctx: RequestContext,
  nodes: Process['nodes'],
  flows: Process['flows'],
  from: string,
): FlowTaskDetail['next'] {
  const found: { flow: string; name: string; who: string[] }[] = []
  const seen = new Set<string>()
  const visit = (id: string, first?: string) => {
    for (const flow of nodes[id]?.outgoing ?? []) {
      const to = nodes[flows[flow]?.to ?? '']
      if (!to || seen.has(flow)) continue
      seen.add(flow)
      if (/Gateway$|^serviceTask$|^scriptTask$|^sendTask$/.test(to.kind)) visit(to.id, first ?? flow)
      else
        found.push({
          flow,
          name: to.name,
          who: candidateTitles(
            ctx,
            (to.task?.candidateGroups ?? []).map(group => `group:${group}`),
          ),
        })
    }
  }
  visit(from)
  return found
}
