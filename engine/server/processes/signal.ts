import type { Bilingual, Resource } from '../../model/model.ts'
import {
  advance,
  catchesError,
  type FlowSignal,
  type FlowState,
  FlowStateError,
  type FlowTrace,
  type FlowWork,
  waitsBecause,
} from '../../processes/advance.ts'
import { expressionIn, type ProcessDefinition, taskReminder } from '../../processes/definition.ts'
import { type FlowEvaluator, type FlowValues, flowEvaluator } from '../../processes/process-expressions.ts'
import { dueTimer } from '../../processes/timer.ts'
import { accessTo } from '../auth/access.ts'
import { join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { applySends } from '../store/effects-send.ts'
import { readOne } from '../store/get.ts'
import { sendNotice } from '../store/outbox.ts'
import { type StepExecution, transition } from '../store/step.ts'
import { deployedProcess, type InstanceRow, taskRows } from './flow-rows.ts'
import { receiversOf, usersOf } from './people.ts'
import { storeSubstitution, withSubstitutes } from './substitutes.ts'

/**
 * Signals an instance whose row is locked, in the transaction of the work: makes the steps of the record that it
 * reaches, and stores the new state with its tasks, timers and history.
 */
export async function signal(work: StepExecution, instance: InstanceRow, given: FlowSignal): Promise<FlowState> {
  const definition = await deployedProcess(work.queries, instance.definitionId)
  const run = new Signalled(work, instance, definition)
  try {
    await run.receive(given)
  } catch (error) {
    throw error instanceof FlowStateError ? stateRefusals[error.code]() : error
  }
  await run.store()
  return run.state
}

const stateRefusals: Readonly<Record<FlowStateError['code'], () => Refusal>> = {
  'token-gone': () => refuse.conflict('task-done', { zh: '该任务已办结', en: 'The task is already done' }),
  'no-receiver': () =>
    refuse.conflict('no-receiver', { zh: '流程没有在等待该消息', en: 'The process does not wait for this message' }),
  endless: () =>
    refuse.conflict('process-endless', { zh: '流程在自动环节中循环，已停止', en: 'The process loops without a task' }),
}

class Signalled {
  state: FlowState
  private readonly work: StepExecution
  private readonly instance: InstanceRow
  private readonly definition: ProcessDefinition
  private readonly evaluator: FlowEvaluator
  private readonly resource: Resource | undefined
  private readonly trace: FlowTrace[] = []
  private readonly opened: FlowWork[] = []
  private readonly timers: FlowWork[] = []
  private readonly messages: FlowWork[] = []

  constructor(work: StepExecution, instance: InstanceRow, definition: ProcessDefinition) {
    this.work = work
    this.instance = instance
    this.definition = definition
    this.state = instance.state
    this.evaluator = flowEvaluator(work.ctx.model, definition, work.ctx.clock)
    this.resource = instance.resource === null ? undefined : work.ctx.model.resources[instance.resource]
  }

  async receive(given: FlowSignal): Promise<void> {
    const pending = await this.advanced(given)
    for (let step = pending.shift(); step; step = pending.shift()) {
      const { token } = step
      if (!this.state.tokens.some(({ id }) => id === token)) continue
      const code = await this.makeStep(step)
      pending.push(
        ...(await this.advanced(code === undefined ? { kind: 'done', token } : { kind: 'error', token, code })),
      )
    }
  }

  private async advanced(given: FlowSignal): Promise<FlowWork[]> {
    const variables = { ...this.state.variables, ...(await this.recordValues()) }
    const result = advance(this.definition, { ...this.state, variables }, given, this.evaluator)
    this.state = result.state
    this.trace.push(...result.trace)
    this.opened.push(...result.opened)
    this.timers.push(...result.timers)
    this.messages.push(...result.messages)
    return [...result.steps]
  }

  /** Declared variables with the name of a field have its value. */
  private async recordValues(): Promise<FlowValues> {
    const { resource } = this
    const names = Object.keys(this.definition.variables).filter(name => resource?.fields.some(one => one.name === name))
    const record = names.length > 0 ? await this.record() : {}
    return Object.fromEntries(names.map(name => [name, record[name] ?? null]))
  }

  /** The record as it is now; without fields if the process has none. */
  private async record(): Promise<Row> {
    const { resource, instance, work } = this
    if (!resource || instance.recordId === null) return {}
    const ctx = work.ctx.asSystem('process')
    return readOne(work.queries, ctx, resource, accessTo(ctx, resource, 'view'), instance.recordId)
  }

  /** Makes a step of the record; returns the code of its refusal, if a boundary event catches it. */
  private async makeStep({ node, token }: FlowWork): Promise<string | undefined> {
    const { work, resource, instance } = this
    const { step = '', comment, substitute } = this.definition.nodes[node] ?? {}
    if (!resource || instance.recordId === null) return undefined
    const text = this.state.variables['comment']
    const input = comment !== undefined && text ? { [comment]: text } : {}
    const make = async () => {
      await transition(
        { ...work, ctx: work.ctx.forEffects('process') },
        resource,
        String(instance.recordId),
        step,
        input,
      )
      if (substitute) await this.nameSubstitute(substitute)
    }
    if (!catchesError(this.definition, this.state, token, '')) {
      await make()
      return undefined
    }
    await runAll(work.queries, sql`savepoint flow_step`)
    try {
      await make()
      return undefined
    } catch (error) {
      if (!(error instanceof Refusal) || !catchesError(this.definition, this.state, token, error.code)) throw error
      await runAll(work.queries, sql`rollback to savepoint flow_step`)
      return error.code
    }
  }

  /** Names who does the starter's tasks during an absence that was granted. */
  private async nameSubstitute(fields: readonly string[]): Promise<void> {
    const { starter, tenantId } = this.instance
    const record = await this.record()
    const [userId, from, to] = fields.map(name => record[name])
    if (starter === null || !userId || !from || !to) return
    const days = { from: String(from).slice(0, 10), to: String(to).slice(0, 10) }
    await storeSubstitution(this.work.queries, tenantId, starter, { userId: String(userId), ...days })
  }

  async store(): Promise<void> {
    await this.storeHistory()
    await this.closeGone()
    const isPresent = ({ token }: FlowWork) => this.state.tokens.some(({ id }) => id === token)
    for (const one of this.opened.filter(isPresent)) await this.openTask(one)
    for (const one of this.timers.filter(isPresent)) await this.setTimer(one)
    await this.storeState()
    for (const one of this.messages) await this.send(one)
  }

  private get now() {
    return sql`${this.work.ctx.clock.now.toISOString()}::timestamptz`
  }

  private async storeHistory(): Promise<void> {
    const { work, instance, now } = this
    const { queries, ids } = work
    const user = sql`${work.ctx.actor.userId}::bigint`
    const ends = new Map(
      this.trace.flatMap(({ kind, token }) => (kind === 'leave' || kind === 'cancel' ? [[token, kind] as const] : [])),
    )
    const entered = new Set(this.trace.flatMap(({ kind, token }) => (kind === 'enter' ? [token] : [])))
    const rows = this.trace.flatMap(({ kind, id, token }) => {
      if (kind !== 'enter' && kind !== 'flow') return []
      const node = this.definition.nodes[id]
      const end = kind === 'flow' ? 'leave' : ends.get(token)
      const by = node?.kind === 'startEvent' ? sql`${instance.starter}::bigint` : sql`null::bigint`
      return [
        sql`(${ids.next()}::bigint, ${instance.id}::bigint, ${node?.kind ?? 'sequenceFlow'}, ${id}, ${token}::integer,
          ${node?.name ?? this.definition.flows[id]?.name ?? ''}, ${by}, ${now}, ${end ? now : sql`null::timestamptz`},
          ${end === 'cancel' ? 'cancelled' : null}::text)`,
      ]
    })
    const left = [...ends].filter(([token]) => !entered.has(token))
    const cancelled = left.flatMap(([token, kind]) => (kind === 'cancel' ? [token] : []))
    const isCancelled = sql`token = any(${cancelled}::integer[])`
    if (left.length > 0)
      await runAll(
        queries,
        sql`update engine_flow_history set ended = ${now},
            user_id = coalesce(user_id, case when kind = 'userTask' and not ${isCancelled} then ${user} end),
            outcome = coalesce(outcome, case when ${isCancelled} then 'cancelled' end)
          where instance_id = ${instance.id}::bigint and token = any(${left.map(([token]) => token)}::integer[]) and ended is null`,
      )
    if (rows.length > 0)
      await runAll(
        queries,
        sql`insert into engine_flow_history (id, instance_id, kind, element, token, name, user_id, started, ended, outcome)
          values ${join(rows, ', ', '')}`,
      )
  }

  /** Closes tasks and timers whose token is gone. */
  private async closeGone(): Promise<void> {
    const { instance, now } = this
    const present = this.state.tokens.flatMap(({ id, isStuck }) => (isStuck ? [] : [id]))
    const gone = sql`instance_id = ${instance.id}::bigint and token <> all(${present}::integer[])`
    await runAll(
      this.work.queries,
      sql`update engine_flow_task set ended = ${now}, outcome = coalesce(outcome, 'cancelled')
      where ${gone} and ended is null`,
    )
    await runAll(this.work.queries, sql`delete from engine_flow_timer where ${gone}`)
  }

  private async openTask({ token, node: element, variables }: FlowWork): Promise<void> {
    const { work, instance, now, evaluator } = this
    const { queries, ids, ctx } = work
    const node = this.definition.nodes[element]
    if (!node) return
    const { assignee, candidates } = await receiversOf(work, node, evaluator, variables)
    const due = node.task?.dueDate === undefined ? null : this.moment(node.task.dueDate, variables)
    await runAll(
      queries,
      sql`insert into engine_flow_task (tenant_id, id, instance_id, token, element, name, assignee, candidates, created, due)
        values (${instance.tenantId}, ${ids.next()}::bigint, ${instance.id}::bigint, ${token}::integer, ${element}, ${node.name},
          ${assignee}::bigint, ${[...candidates]}::text[], ${now}, ${due}::timestamptz)`,
    )
    for (const user of assignee === null ? [] : await withSubstitutes(queries, ctx, [assignee]))
      if (user !== ctx.actor.userId) await this.notify(user, node.name)
  }

  private async notify(user: string, task: string): Promise<void> {
    const { work, instance } = this
    await sendNotice(work.queries, work.ids.next(), instance.tenantId, {
      to: { user },
      level: 'info',
      text: taskText(this.definition.name, task),
      ...(instance.resource !== null &&
        instance.recordId !== null && { record: { resource: instance.resource, id: instance.recordId } }),
    })
  }

  /** A day ends with its last second; a time of the zone of the session. */
  private moment(text: string, variables: FlowValues): string | null {
    const value = String((expressionIn(text) === undefined ? text : this.evaluator.value(text, variables)) ?? '')
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return `${value} 23:59:59`
    if (/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(value)) return value
    return dueTimer('duration', value, this.work.ctx.clock.now)?.at.toISOString() ?? null
  }

  private async setTimer({ token, node, variables }: FlowWork): Promise<void> {
    const { event } = this.definition.nodes[node] ?? {}
    if (event?.kind !== 'timer') return
    const { instance, work, evaluator } = this
    const text = String(
      (expressionIn(event.text) === undefined ? event.text : evaluator.value(event.text, variables)) ?? '',
    )
    // A date is a time of the zone of the session, not of the server's process.
    const timer = event.form === 'date' ? undefined : dueTimer(event.form, text, work.ctx.clock.now)
    const at = timer?.at.toISOString() ?? this.moment(text, variables)
    // A time that is unknown, because its variable is empty, never comes.
    if (at === null) return
    await runAll(
      work.queries,
      sql`insert into engine_flow_timer (instance_id, token, node, tenant_id, due, repeats, every) values (${instance.id}::bigint,
        ${token}::integer, ${node}, ${instance.tenantId}, ${at}::timestamptz, ${timer?.repeats ?? 0}::integer, ${timer?.every ?? null}::text)
        on conflict (instance_id, token, node) do nothing`,
    )
  }

  private async storeState(): Promise<void> {
    const { state, instance, now } = this
    // A timer that stopped after failures remains the reason.
    const isStopped = sql`failures >= ${maxFailures}::integer`
    const reasonOfTimer = sql`(case when exists (select from engine_flow_timer where instance_id = ${instance.id}::bigint and ${isStopped})
      then reason end)`
    const waiting = waitsBecause(state)
    const reason = waiting && waitingText[waiting.code](this.definition.nodes[waiting.node]?.name ?? waiting.node)
    await runAll(
      this.work.queries,
      sql`update engine_flow_instance set state = ${JSON.stringify(state)}::text::jsonb,
        reason = coalesce(${reason ? JSON.stringify(reason) : null}::text::jsonb, ${reasonOfTimer}), outcome = ${state.ended ?? null}::text,
        ended = ${state.ended ? now : word('null')} where id = ${instance.id}::bigint`,
    )
  }

  private async send({ node }: FlowWork): Promise<void> {
    const { work, instance, resource } = this
    const { sends = '', name } = this.definition.nodes[node] ?? {}
    if (sends === taskReminder) {
      const open = sql`t.instance_id = ${instance.id}::bigint and t.ended is null`
      for (const task of await taskRows(work.queries, instance.tenantId, open))
        for (const user of await withSubstitutes(work.queries, work.ctx, await usersOf(work, task)))
          await this.notify(user, task.name)
    } else if (resource && instance.recordId !== null && work.ctx.model.messages[sends]) {
      const ctx = work.ctx.forEffects('process')
      const record = await readOne(work.queries, ctx, resource, accessTo(ctx, resource, 'view'), instance.recordId)
      const title = { zh: name ?? '', en: name ?? '' }
      const http = { method: 'POST', path: '' } as const
      const step = { name: node, title, input: [], edit: [], set: {}, http, sends: [{ messages: [sends] }] }
      await applySends({ ...work, ctx }, { resource, step, record, input: {}, entryId: work.ids.next() })
    }
  }
}

export const taskText = (process: string, task: string): Bilingual => ({
  zh: `“${process}”待您办理：${task}`,
  en: `"${process}" waits for you: ${task}`,
})

/** Failures after which a timer stops. */
export const maxFailures = 3

export const timerText = (name: string): Bilingual => ({
  zh: `定时“${name}”执行失败，已停止`,
  en: `The timer "${name}" failed and has stopped`,
})

const waitingText: Readonly<Record<'no-flow' | 'join', (name: string) => Bilingual>> = {
  'no-flow': name => ({
    zh: `“${name}”之后没有成立的条件，流程在此等待`,
    en: `No condition after "${name}" is true; the process waits here`,
  }),
  join: name => ({
    zh: `“${name}”等待的分支不会再到达`,
    en: `"${name}" waits for branches that never arrive`,
  }),
}
