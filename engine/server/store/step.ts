import type { Action, Resource, Step, Transition } from '../../model/model.ts'
import { isOnCollection } from '../../model/steps.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { namesReadBy, stepScopeOf, valueFor } from '../../record/expressions.ts'
import { opensLater } from '../../record/opens.ts'
import { near } from '../../rules/near.ts'
import { type Access, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import type { ActionCall, EngineStepContext, Handlers } from './action.ts'
import { applyEffects } from './effects.ts'
import { once } from './idempotency.ts'
import { asRecord, versionOf } from './input.ts'
import { lockRecord } from './lock.ts'
import type { StepOutcome, Store } from './operations.ts'
import { planChange } from './plan-change.ts'
import type { StoredRecord } from './plan-lines.ts'
import { readableRecord } from './readable-record.ts'
import { assureVersion, stateKey } from './save.ts'
import { parseStepInput, recordedInput, type StepInput } from './step-input.ts'
import { checkedAnswer } from './validate.ts'
import { type Work, workOn } from './work.ts'
import { type StoredChange, updateMany } from './write.ts'
import { updateSql } from './write-row.ts'

/** What transitions and actions need besides the rest of the store. */
export interface StepExecution extends Work {
  readonly handlers: Handlers
  readonly ports: ReadonlySet<string>
  /** The number of steps that led to this one as its causes. */
  readonly depth?: number
  /** The store's operations within a transaction. */
  storeIn(work: Work): Store
}

/**
 * Runs a transition of a record from one state to the next: state, guard, input, `set`, and the handler, in this order.
 * Idempotent for a key.
 */
export async function move(
  work: StepExecution,
  resource: Resource,
  id: string,
  name: string,
  input: unknown,
  key?: string,
): Promise<StepOutcome> {
  const { ctx } = work
  const step = moveNamed(resource, name)
  const access = demand(ctx, resource, name)
  assurePort(work, step)
  return work.transaction(queries =>
    once(workOn(work, queries), key, ['move', resource.name, name, id, input], async () => {
      const inside = { ...work, ...workOn(work, queries) }
      const before = await lockRecord(inside, resource, access, id, name)
      // The version is checked before the state: a change by another user explains why the state does not match.
      await assureVersion(inside, resource, before, versionOf(asRecord(input ?? {})['version']))
      assureFrom(inside, resource, step, before)
      const asked = await parseStepInput(inside, resource, access, step, before, input)
      const next = { [resource.lifecycle?.field ?? '']: stateKey(ctx, resource, step.to) }
      return write(inside, resource, access, step, before, asked, next)
    }),
  )
}

/** The transition with the name. An unknown name is refused with the nearest known one. */
export function moveNamed({ lifecycle }: Resource, name: string): Transition {
  const step = lifecycle?.transitions.find(one => one.name === name)
  if (!step) throw refuse.unknownName(name, near(name, lifecycle?.transitions.map(one => one.name) ?? []))
  return step
}

/** Runs an action, with or without a record. Idempotent for a key. */
export async function act(
  work: StepExecution,
  resource: Resource,
  id: string | null,
  name: string,
  input: unknown,
  key?: string,
): Promise<StepOutcome> {
  const { ctx } = work
  const step = resource.actions.find(one => one.name === name)
  if (!step)
    throw refuse.unknownName(
      name,
      near(
        name,
        resource.actions.map(one => one.name),
      ),
    )
  const access = demand(ctx, resource, name)
  assurePort(work, step)
  if (id !== null && isOnCollection(step)) throw refuse.unknownName('id')
  if (id === null && !isOnCollection(step))
    throw refuse.input({ id: { zh: '缺少记录 ID', en: 'The record ID is missing' } })
  return work.transaction(queries =>
    once(workOn(work, queries), key, ['act', resource.name, name, id, input], async () => {
      const inside = { ...work, ...workOn(work, queries) }
      const before = id === null ? null : await lockRecord(inside, resource, access, id, name)
      if (before) await assureVersion(inside, resource, before, versionOf(asRecord(input ?? {})['version']))
      const asked = await parseStepInput(inside, resource, access, step, before, input)
      if (before && resource.readOnly) return runOn(inside, resource, access, step, before, asked)
      if (before) return write(inside, resource, access, step, before, asked, {})
      const { answer } = await handle(inside, resource, step, null, asked.input)
      return { record: null, answer }
    }),
  )
}

/** Refuses a step whose port has no adapter, before anything is read. */
function assurePort({ ports }: Pick<StepExecution, 'ports'>, { needs, title }: Step): void {
  if (needs === undefined || ports.has(needs)) return
  throw refuse.conflict('port-missing', {
    zh: `“${title.zh}”需要的服务（${needs}）尚未接入，请联系管理员`,
    en: `"${title.en}" requires the service "${needs}", which is not configured. Contact an administrator.`,
  })
}

/** Refuses a transition that does not start from the current state. */
export function assureFrom({ ctx }: Work, resource: Resource, step: Transition, { record }: StoredRecord): void {
  const field = fieldOf(resource, resource.lifecycle?.field ?? '')
  const key = record[field?.name ?? '']
  const entry = ctx.model.dictionaries[String(field?.options['of'])]?.entries.find(one => one.key === key)
  if (entry && step.from.includes(entry.name)) {
    assureOpen(ctx, resource, step, entry.name, record)
    return
  }
  const state = entry?.title ?? { zh: '空', en: 'empty' }
  throw refuse.conflict('move-not-allowed', {
    zh: `当前${field?.title.zh}为“${state.zh}”，不能${step.title.zh}`,
    en: `"${step.title.en}" is not possible while ${field?.title.en} is "${state.en}"`,
  })
}

/** Refuses a transition before the day or time from which those of the state are possible. */
function assureOpen(ctx: RequestContext, resource: Resource, { title }: Step, state: string, record: Row): void {
  const field = opensLater(ctx, resource, state, record)
  if (!field) return
  const from = record[field.name]
  throw refuse.conflict('not-open', {
    zh: from ? `${title.zh}从${field.title.zh}（${from}）起才可以` : `请先填写${field.title.zh}，再${title.zh}`,
    en: from
      ? `"${title.en}" is possible from ${field.title.en} (${from})`
      : `Enter ${field.title.en} before "${title.en}"`,
  })
}

/** Stores the input, the `set` values and those returned by the handler, as one version. */
async function write(
  work: StepExecution,
  resource: Resource,
  access: Access,
  step: Step,
  before: StoredRecord,
  asked: StepInput,
  next: Row,
  causeId?: string,
): Promise<StepOutcome> {
  const { ctx } = work
  const entryId = work.ids.next()
  const set = { ...setBy(ctx, resource, step, asked), ...next }
  const { given, answer } = await handle(work, resource, step, { ...asked.edited, ...set }, asked.input)
  assureOwn(resource, step, given)
  const change = await planStep(work, resource, step, before, asked, { ...set, ...given }, entryId)
  const typed = new Set([...Object.keys(asked.fields), ...setFromInput(ctx, resource, step), ...Object.keys(given)])
  await assureWithinRights(work, resource, access, change, typed)
  const caused = causeId === undefined ? change : { ...change, step: { ...change.step, causeId } }
  // The values of the descriptor may make the record invisible to the actor.
  await updateMany(work, resource, undefined, [caused])
  const { after, changed } = change.prepared
  const taken = { resource, step, record: after, input: asked.input, entryId }
  const effects = await applyEffects(work, taken, (inside, ...one) => makeCaused({ ...work, ...inside }, ...one))
  return { record: readableRecord(work, resource, access, after, changed), answer, ...effects }
}

/** Steps that cause each other end here. */
const deepestCause = 5

/** Makes a transition of another record as the effect of a step. */
async function makeCaused(
  work: StepExecution,
  resource: Resource,
  step: Transition,
  before: StoredRecord,
  input: Row,
  causeId: string,
): Promise<void> {
  const depth = (work.depth ?? 0) + 1
  if (depth > deepestCause)
    throw refuse.conflict('effect-depth', {
      zh: `“${step.title.zh}”引起的步骤层层相连，已停止`,
      en: `The steps that "${step.title.en}" causes are nested too deeply`,
    })
  const inside = { ...work, depth }
  assurePort(inside, step)
  const access = demand(inside.ctx, resource, step.name)
  const asked = await parseStepInput(inside, resource, access, step, before, input)
  const next = { [resource.lifecycle?.field ?? '']: stateKey(inside.ctx, resource, step.to) }
  await write(inside, resource, access, step, before, asked, next, causeId)
}

/** The change of a record by a step: what was entered, and the values that the step sets. */
export function planStep(
  work: Work,
  resource: Resource,
  step: Step,
  before: StoredRecord,
  { fields, lines, input }: StepInput,
  set: Row,
  entryId = work.ids.next(),
): Promise<StoredChange> {
  const taken = { operation: step.name, input: recordedInput(step, input), id: entryId }
  return planChange(work, resource, before, { ...fields, ...set }, lines, taken)
}

/** Runs an action on a record that users do not write: the record, and its history, remain as they are. */
async function runOn(
  work: StepExecution,
  resource: Resource,
  access: Access,
  step: Action,
  { record }: StoredRecord,
  { input }: StepInput,
): Promise<StepOutcome> {
  const { answer } = await handle(work, resource, step, record, input)
  const after = await lockRecord(work, resource, access, String(record['id']), step.name)
  return { record: readableRecord(work, resource, access, after.record, new Set()), answer }
}

/** The values that the step itself writes into the record, all from the values before them. */
export function setBy(ctx: RequestContext, resource: Resource, step: Step, { edited, input }: StepInput): Row {
  const set: Row = {}
  for (const [name, text] of Object.entries(step.set)) {
    const field = fieldOf(resource, name)
    if (field) set[name] = valueFor(ctx, resource, field, text, edited, stepScopeOf(step), input)
  }
  return set
}

/** The fields that a step sets to what was entered. */
export const setFromInput = (ctx: RequestContext, resource: Resource, step: Step): readonly string[] =>
  Object.entries(step.set).flatMap(([name, text]) =>
    namesReadBy(ctx, resource, text, stepScopeOf(step)).input.length > 0 ? [name] : [],
  )

/**
 * What the user entered, and what a handler made of it, must leave the record among those that the user may write:
 * these fields alone, without those that the descriptor sets and without the new state.
 */
async function assureWithinRights(
  { ctx, queries }: Work,
  resource: Resource,
  access: Access,
  { before, prepared }: StoredChange,
  typed: ReadonlySet<string>,
): Promise<void> {
  const isColumn = (name: string) => prepared.changed.has(name) && fieldOf(resource, name)?.column !== undefined
  const changed = new Set([...typed].filter(isColumn))
  if (!access.bound || changed.size === 0) return
  const record = Object.fromEntries([...changed].map(name => [name, prepared.after[name]]))
  const { owner } = resource
  const row = {
    id: String(before['id']),
    record,
    ...(owner !== undefined && changed.has(owner) && { ownerId: record[owner] as string }),
  }
  const statement = updateSql(ctx, resource, [row], changed, { access, sameVersion: true })
  const rows = await runAll(queries, statement)
  if (!rows.every(row => row['held'] === true)) throw refuse.outOfReach()
}

async function handle(
  work: StepExecution,
  resource: Resource,
  step: Step,
  record: Row | null,
  input: Row,
): Promise<{ given: Row; answer: unknown }> {
  if (step.handler === undefined) return { given: {}, answer: null }
  const handler = work.handlers[resource.name]?.[step.handler]
  if (!handler)
    throw refuse.conflict('not-there-yet', {
      zh: `服务器没有“${step.title.zh}”的处理程序，请联系系统管理员`,
      en: `The server has no handler for "${step.title.en}". Contact the system administrator.`,
    })
  let answer: unknown = null
  const context: EngineStepContext = {
    ctx: work.ctx,
    queries: work.queries,
    store: work.storeIn(work),
    answer: data => {
      answer = data
    },
  }
  const call: ActionCall<Row | null, Row, EngineStepContext> = { record, input, context }
  const given = await handler(call as ActionCall<never, never, EngineStepContext>)
  return { given: { ...given }, answer: checkedAnswer(work.ctx, resource, step, answer) }
}

/** A handler writes fields of its resource. Only transitions write the state. */
function assureOwn(resource: Resource, step: Step, given: Row): void {
  for (const name of Object.keys(given)) {
    const isOwn = resource.fields.some(field => field.name === name && field.column)
    if (!isOwn || name === resource.lifecycle?.field)
      throw new Error(`The handler "${step.handler}" of "${resource.name}" may not write "${name}".`)
  }
}
