import type { Model, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { advance, emptyFlow, type FlowState, mayMove } from '../../processes/advance.ts'
import { stepsAfter } from '../../processes/check-process.ts'
import type { FlowNode, ProcessDefinition } from '../../processes/definition.ts'
import { type FlowEvaluator, type FlowValues, flowEvaluator } from '../../processes/process-expressions.ts'
import { type Access, accessTo, demand } from '../auth/access.ts'
import { platformTenant } from '../auth/actor.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import type { EngineHandler, EngineHandlers } from '../store/action.ts'
import { writableLinks } from '../store/file-access.ts'
import { readOne } from '../store/get.ts'
import { lockRecord } from '../store/lock.ts'
import { newWork } from '../store/new-work.ts'
import type { StoredRecord } from '../store/plan-lines.ts'
import { initialKey } from '../store/state-key.ts'
import type { StepExecution } from '../store/step.ts'
import { executionOf, type StoreParts, storeWithin } from '../store/store.ts'
import { type ProcessStartBy, type RecordProcesses, type Work, workOn } from '../store/work.ts'
import { writeOne } from '../store/write.ts'
import { type Deployment, deleteDefinitions, deploy } from './deploy.ts'
import { modelOf } from './flow-models.ts'
import {
  type DefinitionRow,
  definitionRows,
  deployedProcess,
  type InstanceRow,
  idIn,
  instanceRow,
  latestDefinition,
  lockInstance,
  runningOf,
  type TaskRow,
  taskRow,
  taskRows,
} from './flow-rows.ts'
import { candidacies } from './people.ts'
import { signal } from './signal.ts'
import { absentUsers, colleague } from './substitutes.ts'
import { checkVariables } from './task-values.ts'

/** What a person says about a task. */
export interface TaskRemark {
  readonly comment: string
  /** Links of uploads. */
  readonly files?: readonly string[] | undefined
}

/** What a person decides about a task. */
export interface TaskDecision extends TaskRemark {
  readonly pass: boolean
  /** Declared variables. */
  readonly variables?: FlowValues
  /** New values of the record, in the fields that the task edits. */
  readonly record?: Row
}

/** What starts an instance: a record whose resource has a process, or the latest version of a process without a record. */
export type ProcessStart =
  | { readonly resource: string; readonly id: string }
  | { readonly definitionId: string; readonly variables: FlowValues }

/** What receives a message: an instance, or the running one of a record. */
export type MessageReceiver = { readonly instance: string } | { readonly resource: string; readonly id: string }

/**
 * Processes as the engine needs them. Instances are stored beside the records, so that a step of a process and the write
 * of its record are one transaction.
 */
export type Workflow = ReturnType<typeof createWorkflow>

export function createWorkflow(partsOf: () => StoreParts) {
  const workOf = (ctx: RequestContext) => newWork(partsOf(), ctx)
  /** A unit of work: one transaction with the record's write. */
  const inside = <Result>(ctx: RequestContext, run: (work: StepExecution) => Promise<Result>): Promise<Result> => {
    const work = workOf(ctx)
    return work.transaction(queries => run(executionIn(workOn(work, queries))))
  }
  const executionIn = (work: Work): StepExecution => ({ ...executionOf(partsOf(), work), ...work })
  const queries = () => partsOf().database.kysely
  const onTask = (
    ctx: RequestContext,
    id: string,
    run: (work: StepExecution, task: TaskRow, instance: InstanceRow) => Promise<void>,
  ) =>
    inside(ctx, async work => {
      const { tenantId } = ctx.actor
      // Always the instance first, so that two requests do not deadlock.
      const { instanceId } = await taskRow(work.queries, tenantId, id)
      const instance = await lockInstance(work.queries, tenantId, instanceId)
      await run(work, await taskRow(work.queries, tenantId, id), instance)
    })

  /** The instance, if the user may see it. */
  const instance = async (ctx: RequestContext, id: string): Promise<InstanceRow> => {
    const found = await instanceRow(queries(), ctx.actor.tenantId, id)
    if (!(await maySee(workOf(ctx), found))) throw refuse.notFound(titles.instance)
    return found
  }
  const records: RecordProcesses = {
    idsOfNext,
    async start(given, resource, record, by) {
      await startOf(executionIn(given), resource, record, by)
    },
    async assureEditable(work, resource, ids, fields) {
      const { actor } = work.ctx
      if (actor.kind === 'system') return
      for (const id of ids)
        for (const instance of await runningOf(
          work.queries,
          actor.tenantId,
          resource.name,
          id,
          fields && resource.approval,
        )) {
          if (!fields) throw alreadyRuns()
          const open = await taskRows(
            work.queries,
            actor.tenantId,
            sql`t.instance_id = ${instance.id}::bigint and t.ended is null and t.signs is null and t.assignee = ${actor.userId}::bigint`,
          )
          const { nodes } = await deployedProcess(work.queries, instance.definitionId)
          const editable = open.flatMap(({ element }) => nodes[element]?.task?.edit ?? [])
          const isAllowed = (name: string) =>
            editable.includes(name) || resource.fields.some(one => one.name === name && one.compute !== undefined)
          if (!fields.every(isAllowed) || editable.length === 0) throw inProcess()
        }
    },
    async completeBy(given, resource, id, step, input) {
      const work = executionIn(given)
      const { actor } = work.ctx
      if (actor.kind === 'system') return false
      const [instance] = await runningOf(work.queries, actor.tenantId, resource.name, id, resource.approval)
      if (!instance) {
        await assureNotOfProcess(work, resource, step)
        return false
      }
      const locked = await lockInstance(work.queries, actor.tenantId, instance.id)
      const open = await taskRows(
        work.queries,
        actor.tenantId,
        sql`t.instance_id = ${locked.id}::bigint and t.ended is null and t.signs is null`,
      )
      const shares = await Promise.all(open.map(one => shareIn(work.queries, work.ctx, one, locked)))
      const mine = open.filter((_, index) => shares[index])
      if (mine.length === 0) throw refuse.forbidden(titles.complete)
      const process = await deployedProcess(work.queries, locked.definitionId)
      const found = mine.find(({ element }) => {
        const node = process.nodes[element]
        return node && stepsAfter(process, node).has(step)
      })
      if (!found) throw inProcess()
      const task = await take(work, found, locked)
      const pass = !isRefusal(process, flowEvaluator(work.ctx.model, process, work.ctx.clock), locked.state, step)
      const texts = Object.values(Object(input)).filter(value => typeof value === 'string')
      const comment = String(texts[0] ?? '') || (pass ? '同意' : '驳回')
      await completeIn(work, task, locked, { pass, comment })
      return true
    },
  }
  const workflow = {
    deploy: (ctx: RequestContext, deployment: Deployment) => deployBy(workOf(ctx), deployment),
    /** The definitions that the tenant starts, or those that the user manages. */
    definitions: (ctx: RequestContext, isManaged = false) =>
      definitionRows(queries(), isManaged ? managedBy(ctx) : ofTenant(ctx)),
    setDefinitionState: (ctx: RequestContext, id: string, isSuspended: boolean) =>
      setState(workOf(ctx), id, isSuspended),
    async deleteDeployments(ctx: RequestContext, ids: readonly string[]) {
      for (const id of ids) await ownDefinition(workOf(ctx), id)
      await deleteDefinitions(workOf(ctx), ids)
    },
    async xml(ctx: RequestContext, id: string) {
      const { id: known } = await definitionOf(workOf(ctx), id)
      const [row] = await runAll(queries(), sql`select xml from engine_flow_definition where id = ${known}::bigint`)
      return String(row?.['xml'])
    },
    /** Starts an instance and returns its id. A record has at most one that runs. */
    start: (ctx: RequestContext, given: ProcessStart): Promise<string> =>
      inside(ctx, async work => {
        if ('resource' in given) {
          const resource = Object.hasOwn(ctx.model.resources, given.resource) && ctx.model.resources[given.resource]
          if (!resource || resource.approval === undefined) throw refuse.notFound(titles.process)
          const before = await lockInitial(work, resource, given.id)
          const change = { before, set: await idsOfNext(work, resource) }
          const { after } = await writeOne(work, { resource, origin: 'effect' }, change)
          return startOf(work, resource, after)
        }
        const { key } = await definitionOf(work, given.definitionId)
        const latest = await latestDefinition(work.queries, ctx.actor.tenantId, key)
        const process = await deployedProcess(work.queries, latest.id)
        if (process.resource !== undefined || isOfRecords(ctx.model, key)) throw refuse.forbidden(titles.start)
        const present = startVariables(process, ctx.actor.userId)
        const { variables } = given
        checkVariables(process, startEvent(process), { given: variables, present, isComplete: true })
        return startIn(work, latest.id, null, { ...present, ...variables })
      }),
    instance,
    /** Ends an instance: its starter withdraws it, an administrator deletes it. */
    deleteInstance: (ctx: RequestContext, id: string, how: 'withdrawn' | 'deleted', reason: string) =>
      inside(ctx, async work => {
        const instance = await lockInstance(work.queries, ctx.actor.tenantId, id)
        if (how === 'deleted') assureAdministrator(ctx)
        else if (instance.starter !== ctx.actor.userId)
          throw refuse.forbidden({ zh: '撤回流程', en: 'Withdraw a process' })
        if (instance.outcome !== null) throw ended()
        await endInstance(work, instance, how, reason)
      }),
    /** Tries again the flows of an instance that waits without a task. */
    retry: (ctx: RequestContext, id: string) =>
      inside(ctx, async work => {
        assureAdministrator(ctx)
        const instance = await lockInstance(work.queries, ctx.actor.tenantId, id)
        await runAll(
          work.queries,
          sql`update engine_flow_timer set failures = 0 where instance_id = ${instance.id}::bigint`,
        )
        await signal(work, instance, { kind: 'retry' })
      }),
    async task(ctx: RequestContext, id: string) {
      const task = await taskRow(queries(), ctx.actor.tenantId, id)
      await instance(ctx, task.instanceId)
      return task
    },
    claim: (ctx: RequestContext, id: string) =>
      onTask(ctx, id, async (work, task, instance) => {
        assureOpen(task)
        if (task.assignee !== null) throw await taken(work, task.assignee, instance)
        await take(work, task, instance)
      }),
    unclaim: (ctx: RequestContext, id: string) =>
      onTask(ctx, id, async (work, given, instance) => {
        const task = await own(work, given, instance)
        if (task.candidates.length === 0)
          throw refuse.conflict('task-own', {
            zh: '该任务指定由您办理，不能退还',
            en: 'The task is assigned to you only',
          })
        await change(work.queries, task, sql`assignee = null, claimed = null, behalf = null`)
      }),
    complete: (ctx: RequestContext, id: string, decision: TaskDecision) =>
      onTask(ctx, id, async (work, given, instance) => {
        const task = await own(work, given, instance)
        const { record } = decision
        const { resource, recordId } = instance
        if (record && resource !== null)
          await storeWithin(partsOf(), work, work.queries).update(ctx, resource, { ...record, id: recordId })
        await completeIn(work, task, instance, decision)
      }),
    /** Gives a task to another user; `back` returns it to its owner once that user is done. */
    delegate: (ctx: RequestContext, id: string, userId: string, back: boolean) =>
      onTask(ctx, id, async (work, given, instance) => {
        const task = await own(work, given, instance)
        const to = await colleague(work.queries, ctx, userId)
        if (to === instance.starter)
          throw refuse.input({ userId: { zh: '不能转给发起人', en: 'The starter cannot decide the task' } })
        await note(work, task, { comment: '' }, back ? 'delegated' : 'transferred')
        const owner = back ? (task.owner ?? task.assignee) : task.owner
        await change(work.queries, task, sql`assignee = ${to}::bigint, owner = ${owner}::bigint, behalf = null`)
      }),
    /** Asks another user for an opinion, without which the task cannot be completed. */
    sign: (ctx: RequestContext, id: string, userId: string) =>
      onTask(ctx, id, async (work, given, instance) => {
        const task = await own(work, given, instance)
        const to = await colleague(work.queries, ctx, userId)
        await runAll(
          work.queries,
          sql`insert into engine_flow_task (tenant_id, id, instance_id, token, element, name, assignee, candidates, created, signs)
            values (${instance.tenantId}, ${work.ids.next()}::bigint, ${instance.id}::bigint, ${task.token}::integer, ${task.element},
              ${task.name}, ${to}::bigint, '{}', ${now(ctx)}, ${task.id}::bigint)`,
        )
      }),
    returnTo: (ctx: RequestContext, id: string, element: string, remark: TaskRemark) =>
      onTask(ctx, id, async (work, given, instance) => {
        const task = await own(work, given, instance)
        const places = await returnPlaces(work.queries, instance, task)
        if (!places.some(one => one.id === element))
          throw refuse.input({ element: { zh: '不能退回到该环节', en: 'The task cannot be returned there' } })
        await end(work, task, 'returned', remark)
        await signal(work, instance, { kind: 'move', token: task.token, to: element })
      }),
    comment: (ctx: RequestContext, id: string, remark: TaskRemark) =>
      onTask(ctx, id, async (work, task, instance) => {
        if (!(await maySee(work, instance))) throw refuse.notFound({ zh: '任务', en: 'Task' })
        await note(work, task, remark, null)
      }),
    /** Sends a message to an instance, or to the running one of a record; for administrators and service tokens. */
    message: (ctx: RequestContext, name: string, to: MessageReceiver) =>
      inside(ctx, async work => {
        const { queries } = work
        const { tenantId, kind } = ctx.actor
        if (kind !== 'service') assureAdministrator(ctx)
        const [found] =
          'instance' in to ? [{ id: to.instance }] : await runningOf(queries, tenantId, to.resource, idIn(to.id))
        if (!found) throw ended()
        const instance = await lockInstance(queries, tenantId, found.id)
        if (!(await maySee(work, instance))) throw refuse.notFound(titles.instance)
        if (instance.outcome !== null) throw ended()
        await signal(work, instance, { kind: 'message', name })
      }),
    /** Whether the user may see a process whose history contains one of the links of a file. */
    async mayReadFile(ctx: RequestContext, links: readonly string[]) {
      const { tenantId } = ctx.actor
      const rows = await runAll(
        queries(),
        sql`select distinct h.instance_id::text as id from engine_flow_history h join engine_flow_instance i on i.id = h.instance_id
          where h.files && ${[...links]}::text[] and i.tenant_id = ${tenantId}`,
      )
      for (const { id } of rows)
        if (await maySee(workOf(ctx), await instanceRow(queries(), tenantId, String(id)))) return true
      return false
    },
    /** Signals that the time of an event has come, unless it is not awaited any more. */
    due: (ctx: RequestContext, instanceId: string, token: number, node: string) =>
      inside(ctx, async work => {
        const instance = await lockInstance(work.queries, ctx.actor.tenantId, instanceId)
        const timer = sql`instance_id = ${instanceId}::bigint and token = ${token}::integer and node = ${node}`
        // Another process has signalled it, or its task is done.
        const [row] = await runAll(
          work.queries,
          sql`delete from engine_flow_timer where ${timer} and due <= ${now(ctx)} returning repeats, every, due`,
        )
        if (!row) return
        const { attachedTo } = (await deployedProcess(work.queries, instance.definitionId)).nodes[node] ?? {}
        await signal(
          work,
          instance,
          attachedTo === undefined ? { kind: 'done', token } : { kind: 'boundary', token, node },
        )
        const repeats = Number(row['repeats'])
        if (repeats !== 0)
          await runAll(
            work.queries,
            sql`insert into engine_flow_timer (instance_id, token, node, tenant_id, due, repeats, every)
              select i.id, ${token}::integer, ${node}, i.tenant_id, ${row['due']}::timestamptz + ${String(row['every'])}::interval,
                ${repeats < 0 ? -1 : repeats - 1}::integer, ${String(row['every'])} from engine_flow_instance i
              where i.id = ${instanceId}::bigint and i.state->'tokens' @> ${JSON.stringify([{ id: token }])}::text::jsonb`,
          )
      }),
    records,
  }
  return workflow
}

async function deployBy(work: Work, deployment: Deployment): Promise<string[]> {
  const { ctx, queries } = work
  assureAdministrator(ctx)
  const own = ctx.actor.tenantId
  const tenantIds = own === platformTenant ? deployment.tenantIds : [own]
  await assureTenants(queries, tenantIds)
  assureCategory(ctx, deployment.category)
  return deploy(work, { ...deployment, tenantIds })
}

async function definitionOf({ ctx, queries }: Work, id: string): Promise<DefinitionRow> {
  const [row] = await definitionRows(queries, sql`d.id = ${idIn(id)}::bigint and ${managedBy(ctx)}`)
  if (!row) throw refuse.notFound({ zh: '流程定义', en: 'Process definition' })
  return row
}

/** A definition that the user may change. */
async function ownDefinition(work: Work, id: string): Promise<DefinitionRow> {
  assureAdministrator(work.ctx)
  const row = await definitionOf(work, id)
  if (row.tenantId === '' && work.ctx.actor.tenantId !== platformTenant)
    throw refuse.forbidden({ zh: '管理通用流程', en: 'Manage common processes' })
  return row
}

/** A suspended definition starts nothing new. */
async function setState(work: Work, id: string, isSuspended: boolean): Promise<void> {
  const { id: known } = await ownDefinition(work, id)
  const set = sql`update engine_flow_definition set suspended = ${isSuspended}::boolean where id = ${known}::bigint`
  await runAll(work.queries, set)
}

const titles = {
  claim: { zh: '签收该任务', en: 'Claim the task' },
  complete: { zh: '办理该任务', en: 'Complete the task' },
  start: { zh: '发起该流程', en: 'Start the process' },
  process: { zh: '审批流程', en: 'Process' },
  instance: { zh: '流程实例', en: 'Process instance' },
}

const ofTenant = ({ actor }: RequestContext) => sql`d.tenant_id in ('', ${actor.tenantId})`

/** Administrators of the platform manage the processes of all tenants. */
const managedBy = (ctx: RequestContext) =>
  ctx.actor.administrator && ctx.actor.tenantId === platformTenant ? word('true') : ofTenant(ctx)

function assureCategory({ model }: RequestContext, category: string): void {
  const entries = model.dictionaries['flow']?.entries ?? []
  if (category === '' || entries.some(({ key }) => `flow_${key}` === category)) return
  throw refuse.input({ category: { zh: `没有流程分类 ${category}`, en: `There is no category ${category}` } })
}

async function assureTenants(queries: Queries, ids: readonly string[]): Promise<void> {
  const rows = await runAll(
    queries,
    sql`select tenant_id as id from blade_tenant where tenant_id = any(${[...ids]}::text[]) and is_deleted = 0`,
  )
  const unknown = ids.filter(id => !rows.some(row => row['id'] === id)).join(', ')
  if (unknown) throw refuse.input({ tenantIds: { zh: `没有租户 ${unknown}`, en: `There is no tenant ${unknown}` } })
}

const now = ({ clock }: RequestContext) => sql`${clock.now.toISOString()}::timestamptz`

const ended = () => refuse.conflict('process-ended', { zh: '流程已结束', en: 'The process has ended' })

const inProcess = () =>
  refuse.conflict('in-process', {
    zh: '该记录正在审批，不能修改',
    en: 'The record is in an approval process and cannot be changed',
  })

const alreadyRuns = () =>
  refuse.conflict('process-runs', {
    zh: '该记录有正在办理的流程，须先办结或撤回',
    en: 'A process of the record is running. It must end or be withdrawn first.',
  })

export function assureAdministrator({ actor }: RequestContext): void {
  if (!actor.administrator) throw refuse.forbidden({ zh: '流程管理', en: 'Administration of processes' })
}

/** Whether a process is started by the new records of a resource. */
export const isOfRecords = ({ resources }: Model, key: string): boolean =>
  Object.values(resources).some(({ approval }) => approval === key)

/** Refuses the start of a process by a user who may not edit the record, or whose record was decided. Locks the record. */
async function lockInitial(work: Work, resource: Resource, id: string): Promise<StoredRecord> {
  const stored = await lockRecord(work, resource, demand(work.ctx, resource, 'edit'), id, 'edit')
  const state = stored.record[resource.lifecycle?.field ?? ''] ?? null
  if (state !== null && state !== initialKey(work.ctx, resource))
    throw refuse.conflict('already-decided', { zh: '该记录已有结果，不能再提交', en: 'The record is already decided' })
  return stored
}

/** Whether a refusal of a user task, and no agreement to one, leads to a step without another task between. */
function isRefusal(process: ProcessDefinition, evaluator: FlowEvaluator, { variables }: FlowState, step: string) {
  const leads = (node: string, pass: boolean) => {
    const state = { tokens: [{ id: 1, node, parent: 0 }], variables, next: 2 }
    const decided = { kind: 'done', token: 1, variables: { pass, comment: '' } } as const
    return advance(process, state, decided, evaluator).steps.some(one => process.nodes[one.node]?.step === step)
  }
  const tasks = Object.values(process.nodes).filter(({ kind }) => kind === 'userTask')
  return tasks.some(({ id }) => leads(id, false)) && !tasks.some(({ id }) => leads(id, true))
}

/** Refuses a step of a record without a running process if the deployed process makes it. */
async function assureNotOfProcess({ queries, ctx }: Work, { approval = '' }: Resource, step: string): Promise<void> {
  const [latest] = await definitionRows(queries, sql`${ofTenant(ctx)} and d.key = ${approval}`)
  const process = latest && (await deployedProcess(queries, latest.id))
  if (Object.values(process?.nodes ?? {}).some(node => node.step === step))
    throw refuse.conflict('not-submitted', {
      zh: '该记录没有正在办理的流程，请先提交审批',
      en: 'No process of the record is running. Submit it for approval first.',
    })
}

async function startOf(work: StepExecution, resource: Resource, record: Row, by?: ProcessStartBy): Promise<string> {
  const { name, approval } = resource
  const { queries, ctx } = work
  const { tenantId, userId } = ctx.actor
  const key = by?.key ?? approval
  if (key === undefined) throw refuse.notFound(titles.process)
  const id = String(record['id'])
  if ((await runningOf(queries, tenantId, name, id)).length > 0) throw alreadyRuns()
  const definitionId = record['processDefinitionId'] ?? (await latestDefinition(queries, tenantId, key)).id
  const process = await deployedProcess(queries, String(definitionId))
  const present = startVariables(process, userId)
  const given = known((await by?.values(variable => process.variables[variable] === 'user')) ?? {})
  if (by) checkVariables(process, startEvent(process), { given, present, isComplete: true })
  const instanceId = record['processInstanceId'] ?? work.ids.next()
  return startIn(work, String(definitionId), { resource: name, id }, { ...present, ...given }, String(instanceId))
}

async function startIn(
  work: StepExecution,
  definitionId: string,
  record: { readonly resource: string; readonly id: string } | null,
  variables: FlowValues,
  id = work.ids.next(),
): Promise<string> {
  const { ctx, queries } = work
  const { tenantId, userId } = ctx.actor
  await runAll(
    queries,
    sql`insert into engine_flow_instance (tenant_id, id, definition_id, resource, record_id, starter, state, started)
      values (${tenantId}, ${id}::bigint, ${definitionId}::bigint, ${record?.resource ?? null}::text, ${record?.id ?? null}::bigint,
        ${userId}::bigint, ${JSON.stringify(emptyFlow)}::text::jsonb, ${now(ctx)})`,
  )
  await signal(work, await lockInstance(queries, tenantId, id), { kind: 'start', variables })
  return id
}

export function startEvent({ nodes }: ProcessDefinition): FlowNode {
  const found = Object.values(nodes).find(({ kind, parent }) => kind === 'startEvent' && parent === undefined)
  if (!found) throw new Error('A deployed process has no start.')
  return found
}

/** Without the values that are unknown. */
const known = (values: Row): Row => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

function startVariables(process: ProcessDefinition, userId: string | null): FlowValues {
  const { initiator } = startEvent(process)
  return { starter: userId, pass: null, comment: null, ...(initiator !== undefined && { [initiator]: userId }) }
}

/** The ids of the process that starts with a write of a record, for the fields in which the record has them. */
async function idsOfNext(work: Work, resource: Resource, key = resource.approval ?? ''): Promise<Row> {
  const { id } = await latestDefinition(work.queries, work.ctx.actor.tenantId, key)
  const ids = { processInstanceId: work.ids.next(), processDefinitionId: id }
  return Object.fromEntries(Object.entries(ids).filter(([name]) => fieldOf(resource, name)?.column !== undefined))
}

/** Completes a task of the user. */
async function completeIn(
  work: StepExecution,
  task: TaskRow,
  instance: InstanceRow,
  { pass, variables = {}, ...remark }: TaskDecision,
): Promise<void> {
  const { queries } = work
  if (instance.outcome !== null) throw ended()
  const outcome = pass ? 'agreed' : 'refused'
  const process = await deployedProcess(queries, instance.definitionId)
  const node = process.nodes[task.element]
  const { state } = instance
  if (node && task.signs === null)
    checkVariables(process, node, { given: variables, present: state.variables, isComplete: pass })
  if (task.signs !== null || task.owner !== null) {
    await note(work, task, remark, outcome)
    if (task.signs !== null) await close(work, task, outcome, remark)
    else {
      await change(queries, task, sql`assignee = owner, owner = null, behalf = null`)
      // The owner sees what was entered, and may change it.
      await runAll(
        queries,
        sql`update engine_flow_instance set state = jsonb_set(state, '{variables}', ${JSON.stringify({ ...state.variables, ...variables })}::text::jsonb)
          where id = ${instance.id}::bigint`,
      )
    }
    return
  }
  const open = await taskRows(queries, instance.tenantId, sql`t.signs = ${task.id}::bigint and t.ended is null`)
  if (open.length > 0)
    throw refuse.conflict('task-signers', {
      zh: `还有 ${open.length} 人未加签`,
      en: `${open.length} added signers have not answered yet`,
    })
  await end(work, task, outcome, remark)
  const { comment } = remark
  await signal(work, instance, { kind: 'done', token: task.token, variables: { ...variables, pass, comment } })
}

async function endInstance(work: Work, instance: InstanceRow, how: string, reason: string): Promise<void> {
  const { queries, ctx } = work
  const of = sql`instance_id = ${instance.id}::bigint`
  await runAll(
    queries,
    sql`update engine_flow_task set ended = ${now(ctx)}, outcome = ${how} where ${of} and ended is null`,
  )
  await runAll(
    queries,
    sql`update engine_flow_history set ended = ${now(ctx)}, outcome = ${how} where ${of} and ended is null`,
  )
  await runAll(queries, sql`delete from engine_flow_timer where ${of}`)
  await runAll(
    queries,
    sql`update engine_flow_instance set outcome = ${how}, ended = ${now(ctx)}, reason = null, state = jsonb_set(state, '{tokens}', '[]')
      where id = ${instance.id}::bigint`,
  )
  await note(
    work,
    { instanceId: instance.id, token: null, element: '', name: how, behalf: null },
    { comment: reason },
    how,
  )
}

const handlerOfState =
  (isSuspended: boolean): EngineHandler =>
  async ({ record, context: { work } }) => {
    await setState(work, String(record['id']), isSuspended)
    return {}
  }

/** The engine's handlers of the resources of processes. */
export const flowHandlers: EngineHandlers = {
  flowModel: {
    async deploy({ record, input, context: { work, ctx } }) {
      const { modelEditorXml: xml, name } = await modelOf(work.queries, ctx, String(record['id']))
      const category = input['flowCategory'] ? `flow_${input['flowCategory']}` : ''
      const tenantIds = String(input['tenantIds'] ?? '')
        .split(/[,，\s]+/)
        .filter(Boolean)
      await deployBy(work, { xml, name, category, tenantIds })
      return {}
    },
  },
  flowDefinition: {
    suspend: handlerOfState(true),
    activate: handlerOfState(false),
    async undeploy({ record, input, context: { work } }) {
      if (input['withHistory'] !== true)
        throw refuse.input({ withHistory: { zh: '须同意删除历史', en: 'Deleting the history is required' } })
      const { id } = await ownDefinition(work, String(record['id']))
      await deleteDefinitions(work, [id])
      return {}
    },
  },
  flowInstance: {
    async end({ record, input, context: { work, ctx } }) {
      const instance = await lockInstance(work.queries, ctx.actor.tenantId, String(record['id']))
      if (instance.outcome !== null) throw ended()
      await endInstance(work, instance, 'deleted', String(input['reason'] ?? ''))
      return {}
    },
  },
}

const change = (queries: Queries, { id }: TaskRow, set: ReturnType<typeof sql>) =>
  runAll(queries, sql`update engine_flow_task set ${set} where id = ${id}::bigint`)

const close = ({ queries, ctx }: Work, task: TaskRow, outcome: string, { comment }: TaskRemark) =>
  change(queries, task, sql`ended = ${now(ctx)}, outcome = ${outcome}, comment = ${comment}`)

/** Ends a task with what its history says about it. */
async function end(work: Work, task: TaskRow, outcome: string, remark: TaskRemark): Promise<void> {
  await close(work, task, outcome, remark)
  await runAll(
    work.queries,
    sql`update engine_flow_history set user_id = ${work.ctx.actor.userId}::bigint, comment = ${remark.comment}, outcome = ${outcome},
        files = ${await filesOf(work, remark)}::text[]
      where instance_id = ${task.instanceId}::bigint and token = ${task.token}::integer and kind = 'userTask'`,
  )
}

async function note(
  work: Work,
  {
    instanceId,
    token,
    element,
    name,
    behalf,
  }: Omit<Pick<TaskRow, 'instanceId' | 'element' | 'name' | 'behalf'>, 'token'> & { token: number | null },
  remark: TaskRemark,
  outcome: string | null,
): Promise<void> {
  const { queries, ctx, ids } = work
  await runAll(
    queries,
    sql`insert into engine_flow_history (id, instance_id, kind, element, token, name, user_id, started, ended, comment, outcome, behalf, files)
      values (${ids.next()}::bigint, ${instanceId}::bigint, 'comment', ${element}, ${token}::integer, ${name}, ${ctx.actor.userId}::bigint,
        ${now(ctx)}, ${now(ctx)}, ${remark.comment}, ${outcome}::text, ${behalf}::bigint, ${await filesOf(work, remark)}::text[])`,
  )
}

const maxFiles = 20

/** The attachments of a remark, which the user uploaded or may read, and which are kept from now on. */
async function filesOf({ queries, ctx }: Work, { files = [] }: TaskRemark): Promise<readonly string[] | null> {
  if (files.length === 0) return null
  const writable = await writableLinks(queries, ctx, files)
  if (files.length > maxFiles || files.some(link => !writable.has(link)))
    throw refuse.input({
      files: {
        zh: `文件不可用，或多于 ${maxFiles} 个`,
        en: `A file is not available, or there are more than ${maxFiles}`,
      },
    })
  await runAll(queries, sql`update engine_upload set used = true where link = any(${[...files]}::text[])`)
  return files
}

function assureOpen({ ended: at }: TaskRow): void {
  if (at !== null) throw refuse.conflict('task-done', { zh: '该任务已办结', en: 'The task is already done' })
}

/** For whom a user does an open task: for an absent user, or not. */
interface TaskShare {
  readonly behalf: string | null
}

/** What an open task is to a user: the user, or an absent user whom the user substitutes, has it or may claim it. */
export async function shareIn(
  queries: Queries,
  ctx: RequestContext,
  { assignee, candidates }: Pick<TaskRow, 'assignee' | 'candidates'>,
  { starter }: Pick<InstanceRow, 'starter'>,
): Promise<TaskShare | undefined> {
  const { actor } = ctx
  const isFor = (all: readonly string[]) => candidates.some(one => all.includes(one))
  if (assignee === actor.userId) return { behalf: null }
  // No user decides about what the user started, except in the tasks that name the starter.
  if (starter === actor.userId) return undefined
  if (assignee === null && (actor.administrator || isFor(await candidacies(queries, actor)))) return { behalf: null }
  const absent = await absentUsers(queries, ctx)
  const found = absent.find(({ id, candidacies }) => (assignee === null ? isFor(candidacies) : assignee === id))
  return found && { behalf: found.id }
}

/** Makes the user the assignee of an open task in which the user has a share. */
async function take({ queries, ctx }: Work, task: TaskRow, instance: InstanceRow): Promise<TaskRow> {
  const share = await shareIn(queries, ctx, task, instance)
  if (!share) throw refuse.forbidden(task.assignee === null ? titles.claim : titles.complete)
  const { userId } = ctx.actor
  if (task.assignee === userId) return task
  await change(
    queries,
    task,
    sql`assignee = ${userId}::bigint, behalf = ${share.behalf}::bigint, claimed = coalesce(claimed, ${now(ctx)})`,
  )
  return { ...task, assignee: userId, behalf: share.behalf }
}

/** The open task of the user. A substitute becomes its assignee; others are refused. */
async function own(work: Work, task: TaskRow, instance: InstanceRow): Promise<TaskRow> {
  assureOpen(task)
  if (task.assignee === null)
    throw refuse.conflict('task-unclaimed', { zh: '请先签收该任务', en: 'Claim the task first' })
  return take(work, task, instance)
}

/** Who has a task is read only by those who see its process. */
async function taken(work: Work, assignee: string, instance: InstanceRow) {
  if (!(await maySee(work, instance))) return refuse.forbidden(titles.claim)
  const [row] = await runAll(work.queries, sql`select u.name from blade_user u where u.id = ${assignee}::bigint`)
  const name = String(row?.['name'] ?? '')
  return refuse.conflict('task-claimed', { zh: `任务已由${name}签收`, en: `${name} has claimed the task` })
}

/** Whether the user may see an instance: its record, a task of it, its start, or everything. */
export async function maySee(work: Work, instance: InstanceRow): Promise<boolean> {
  const { ctx, queries } = work
  const { actor } = ctx
  if (actor.administrator || instance.starter === actor.userId) return true
  const absent = await absentUsers(queries, ctx)
  const all = [...(await candidacies(queries, actor)), ...absent.flatMap(one => one.candidacies)]
  const own = sql`t.instance_id = ${instance.id}::bigint and (t.assignee = ${actor.userId}::bigint or t.owner = ${actor.userId}::bigint
    or t.ended is null and (t.candidates && ${all}::text[] or t.assignee = any(${absent.map(({ id }) => id)}::bigint[])))`
  if ((await taskRows(queries, actor.tenantId, own)).length > 0) return true
  if (instance.resource === null || instance.recordId === null) return false
  const resource = ctx.model.resources[instance.resource]
  return resource !== undefined && (await recordSeen(queries, ctx, resource, instance.recordId)) !== undefined
}

/** The record as the rights of the user show it; undefined without the right to view it. */
export async function recordSeen(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  id: string,
): Promise<Row | undefined> {
  const access = accessTo(ctx, resource, 'view')
  if (!access.allowed) return undefined
  return readOne(queries, ctx, resource, access, id).catch(error => {
    if (error instanceof Refusal) return undefined
    throw error
  })
}

/**
 * What a user reads of a record who has a part in its process and no right to view it: not the fields that an access rule
 * hides or masks for any role.
 */
export function accessOfPart(ctx: RequestContext, resource: Resource): Access {
  const access = accessTo(ctx, resource, 'view')
  const ofRules = resource.access.flatMap(({ hide, mask = [] }) => [...hide, ...mask])
  const hidden = new Set([...access.hidden, ...ofRules])
  const { rows } = accessTo(ctx.asSystem('process'), resource, 'view')
  return { ...access, hidden, withheld: new Set([...access.withheld, ...hidden]), rows }
}

/** The record for such a user. */
export const recordOfPart = (queries: Queries, ctx: RequestContext, resource: Resource, id: string): Promise<Row> =>
  readOne(queries, ctx, resource, accessOfPart(ctx, resource), id)

/** The tasks of the same scope that were done before; of a signer, none. */
export async function returnPlaces(queries: Queries, instance: InstanceRow, task: TaskRow): Promise<FlowNode[]> {
  if (task.signs !== null) return []
  const process = await deployedProcess(queries, instance.definitionId)
  const { nodes } = process
  const scope = nodes[task.element]?.parent
  const rows = await runAll(
    queries,
    sql`select distinct element from engine_flow_history where instance_id = ${instance.id}::bigint and kind = 'userTask' and ended is not null`,
  )
  return rows.flatMap(({ element }) => {
    const node = nodes[String(element)]
    if (!node || node.id === task.element || node.parent !== scope || node.loop) return []
    return mayMove(process, instance.state, task.token, node) ? [node] : []
  })
}
