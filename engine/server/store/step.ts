import { typeOf } from '../../fields/index.ts'
import { isLines } from '../../model/lines.ts'
import type { Action, Resource, Step, Transition } from '../../model/model.ts'
import { isReadOnly } from '../../model/names.ts'
import { ownerFieldOf, ownerOf } from '../../model/owner.ts'
import { isAutomatic, isOnCollection, isTransition, userSteps } from '../../model/steps.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { namesReadBy, stepScopeOf, valueFor } from '../../record/expressions.ts'
import { opensLater } from '../../record/opens.ts'
import { near } from '../../rules/near.ts'
import { type Access, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import type { PortPayloads, StepContext } from './action.ts'
import type { PlannedWrite, WriteRequest } from './aspects/aspect.ts'
import { applyEffects, type EffectParts } from './effects.ts'
import { applyUpdates, type MakeTransition } from './effects-update.ts'
import { once, type Repetition, recordAgain } from './idempotency.ts'
import { asRecord, versionOf } from './input.ts'
import { writeLine } from './line-step.ts'
import { lockRecord, lockRecords } from './lock.ts'
import { storeMessage } from './message-outbox.ts'
import type { StepOutcome } from './operations.ts'
import { type AllHandlers, engineHandlerOf, type FilesOfHandlers, handlerOf, outsideAnswer } from './outside.ts'
import { type StoredRecord, whole } from './plan-lines.ts'
import { readableRecord } from './readable-record.ts'
import { assureVersion } from './save.ts'
import { initialKey, stateAfter, statesBefore } from './state-key.ts'
import { parseStepInput, recordedInput, type StepInput } from './step-input.ts'
import { withTargets } from './target-records.ts'
import { checkedAnswer } from './validate.ts'
import type { Work } from './work.ts'
import { plan, store } from './write.ts'
import { isCompared } from './write-lines.ts'
import { updateSql } from './write-row.ts'

/** What transitions and actions need besides the rest of the store. */
export interface StepExecution extends Work, AllHandlers, FilesOfHandlers, EffectParts {
  readonly ports: ReadonlySet<string>
  /** The number of steps that led to this one as its causes. */
  readonly depth?: number
  /** What the handler got from a port before the transaction. */
  readonly outside?: unknown
}

/**
 * Runs a transition of a record from one state to the next: state, guard, input, `set`, and the handler, in this order.
 * Idempotent for a key.
 */
export async function transition(
  work: StepExecution,
  resource: Resource,
  id: string,
  name: string,
  input: unknown,
  key?: string,
): Promise<StepOutcome> {
  const { ctx } = work
  const step = transitionNamed(resource, name)
  const access = demand(ctx, resource, name)
  assurePort(work, step)
  const body = ['transition', resource.name, name, id, input]
  const checked = async (inside: Work) => {
    const before = await lockRecord(inside, resource, access, id, name)
    // The version is checked before the state: a change by another user explains why the state does not match.
    await assureVersion(inside, resource, before, versionOf(asRecord(input ?? {})['version']))
    assureFrom(inside, resource, step, before)
    return { before, asked: await parseStepInput(inside, resource, access, step, before, input) }
  }
  const outside = await outsideAnswer(work, resource, step, { key, body, checked })
  return once(work, key, body, outcomeAgain(resource), async own => {
    const inside = { ...work, ...own, ...outside }
    const { before, asked } = await checked(inside)
    if (resource.approval !== undefined && (await inside.processes?.completeBy(inside, resource, id, name, input))) {
      const after = await changedByProcess(inside, resource, id)
      return { record: await readableRecord(inside, resource, access, after, new Set()), answer: null }
    }
    const next = stateAfter(ctx, resource, step)
    return writeStep(inside, resource, access, step, before, asked, next)
  })
}

/** The transition with the name, which a user makes. An unknown name is refused with the nearest known one. */
export const transitionNamed = (resource: Resource, name: string): Transition =>
  stepNamed(userSteps(resource).filter(isTransition), name)

function stepNamed<One extends Step>(steps: readonly One[], name: string): One {
  const step = steps.find(one => one.name === name)
  if (step) return step
  throw refuse.unknownName(
    name,
    near(
      name,
      steps.map(one => one.name),
    ),
  )
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
  const step = stepNamed(
    resource.actions.filter(one => !isAutomatic(one)),
    name,
  )
  const access = demand(ctx, resource, name)
  assurePort(work, step)
  if (id !== null && isOnCollection(step)) throw refuse.unknownName('id')
  if (id === null && !isOnCollection(step))
    throw refuse.input({ id: { zh: '缺少记录 ID', en: 'The record ID is missing' } })
  const body = ['act', resource.name, name, id, input]
  const checked = async (inside: Work) => {
    const before = id === null ? null : await lockRecord(inside, resource, access, id, name)
    if (before) await assureVersion(inside, resource, before, versionOf(asRecord(input ?? {})['version']))
    return { before, asked: await parseStepInput(inside, resource, access, step, before, input) }
  }
  const outside = await outsideAnswer(work, resource, step, { key, body, checked })
  return once(work, key, body, outcomeAgain(resource), async own => {
    const inside = { ...work, ...own, ...outside }
    const { before, asked } = await checked(inside)
    if (before && isReadOnly(resource)) return runOn(inside, resource, access, step, before, asked)
    if (before) return writeStep(inside, resource, access, step, before, asked, {})
    const { answer } = await handle(inside, resource, step, null, asked.input, null)
    return { record: null, answer }
  })
}

/** What a handler returned besides the record is not stored. */
function outcomeAgain(resource: Resource): Repetition<StepOutcome> {
  const { performed, again } = recordAgain(resource)
  return {
    performed({ record, answer }) {
      if (answer !== null) return undefined
      return record === null ? { id: null, version: null } : performed(record)
    },
    again: async (work, first) => ({ record: first.id === null ? null : await again(work, first), answer: null }),
  }
}

/** Refuses a step whose port has no adapter, before anything is read. */
export function assurePort({ ports }: Pick<StepExecution, 'ports'>, { needs, title }: Step): void {
  if (needs === undefined || ports.has(needs)) return
  throw refuse.conflict('port-missing', {
    zh: `“${title.zh}”需要的服务（${needs}）尚未接入，请联系管理员`,
    en: `"${title.en}" requires the service "${needs}", which is not configured. Contact an administrator.`,
  })
}

/** Refuses a transition that does not start from the current state. */
export function assureFrom({ ctx }: Work, resource: Resource, step: Transition, { record }: StoredRecord): void {
  const field = fieldOf(resource, resource.lifecycle?.field ?? '')
  // A row from before the lifecycle is in its initial state, which the job may not have stored yet.
  const key = record[field?.name ?? ''] ?? initialKey(ctx, resource)
  const entry = ctx.model.dictionaries[String(field?.options['of'])]?.entries.find(one => one.key === key)
  if (entry && statesBefore(ctx, resource, step).includes(entry.key)) {
    assureOpen(ctx, resource, step, entry.name, record)
    return
  }
  const state = entry?.title ?? { zh: '空', en: 'empty' }
  throw refuse.conflict('transition-not-allowed', {
    zh: `当前${field?.title.zh}为“${state.zh}”，不能${step.title.zh}`,
    en: `"${step.title.en}" is not possible while ${field?.title.en} is "${state.en}"`,
  })
}

/** Whether a transition starts from the current state, and `opens` allows it. */
export function isFromState(work: Work, resource: Resource, step: Transition, stored: StoredRecord): boolean {
  try {
    assureFrom(work, resource, step, stored)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Refuses a transition before the day or time from which those of the state are possible. */
function assureOpen(ctx: RequestContext, resource: Resource, { title }: Step, state: string, record: Row): void {
  const field = opensLater(ctx, resource, state, record)
  if (!field) return
  const from = record[field.name]
  throw refuse.conflict('not-open', {
    zh: from ? `从${field.title.zh}（${from}）起才能${title.zh}` : `请先填写${field.title.zh}，再${title.zh}`,
    en: from
      ? `"${title.en}" is not possible before ${field.title.en} (${from})`
      : `Enter ${field.title.en} before "${title.en}"`,
  })
}

/** Stores the input, the `set` values and those returned by the handler, as one version. */
export async function writeStep(
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
  const ids = step.starts && (await work.processes?.idsOfNext(work, resource, step.starts.process))
  const set = { ...(await withTargets(work, own => setBy(own, resource, step, asked))), ...next, ...ids }
  const { given, answer } = await handle(work, resource, step, { ...asked.edited, ...set }, asked.input, entryId)
  assureOwn(resource, step, given)
  const typed = new Set([...Object.keys(asked.fields), ...setFromInput(ctx, resource, step), ...Object.keys(given)])
  const chosen = chosenBy(resource, set, typed)
  const { input, message, fields } = asked
  const values = { ...set, ...given }
  const caused = { ...stepOf(step, asked), id: entryId, ...(causeId !== undefined && { causeId }) }
  const chosenMessage = message && { message }
  const takenWith = (record: Row) => ({ resource, step, record, input, entryId, ...chosenMessage })
  const transition: MakeTransition = (inside, ...one) => makeCaused({ ...work, ...inside }, ...one)
  let outcome: Partial<StepOutcome> = {}
  let updated: string | undefined
  const effects = async (inside: Work, after: Row) => {
    outcome = await applyEffects({ ...work, ...inside }, takenWith(after), transition, updated)
  }
  const writeRecord = async () => {
    const planned = await planStep(work, resource, step, before, asked, {
      set: values,
      chosen,
      step: caused,
      title: step.title,
      effects: (inside, { after }) => effects(inside, after),
    })
    await assureWithinRights(work, resource, access, planned, typed)
    // The record may get unique values that an update takes from another one.
    if (isCompared(resource, planned.changed)) {
      await applyUpdates(work, takenWith(planned.after), transition, name => name === resource.name)
      updated = resource.name
    }
    // The values of the descriptor may make the record invisible to the actor.
    const [{ after, changed, auto } = planned] = await store(work, { resource, origin: 'step' }, [planned])
    return { after: auto?.record ?? after, changed }
  }
  const ofLine = { before: before.record, values: { ...fields, ...values }, entered: fields, chosen, step: caused }
  const { after, changed } = await (isLines(resource)
    ? writeLine(work, resource, { ...ofLine, title: step.title, effects })
    : writeRecord())
  const shown = step.starts ? await changedByProcess(work, resource, String(before.record['id'])) : after
  return { record: await readableRecord(work, resource, access, shown, changed), answer, ...outcome }
}

/** The record with its lines after a process, which may have made steps of it, whether the actor may still see it or not. */
async function changedByProcess(work: StepExecution, resource: Resource, id: string): Promise<Row> {
  const inside = { ...work, ctx: work.ctx.forEffects('process') }
  const stored = await lockRecord(inside, resource, demand(inside.ctx, resource, 'view'), id, 'view')
  return whole(inside.ctx, resource, stored)
}

/**
 * The fields to which the descriptor alone gives a value. The owner is not among them: it may only be one to whom the
 * user may refer.
 */
const chosenBy = (resource: Resource, set: Row, typed: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(Object.keys(set).filter(name => !typed.has(name) && name !== ownerFieldOf(resource)?.name))

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
  const asked = await parseStepInput({ ...inside, typed: false }, resource, access, step, before, input)
  const next = stateAfter(inside.ctx, resource, step)
  await writeStep(inside, resource, access, step, before, asked, next, causeId)
}

/**
 * The change of a record by a step: what was entered, and the values that the step sets. Refuses entered values that it
 * does not write.
 */
export const planStep = (
  work: Work,
  resource: Resource,
  step: Step,
  before: StoredRecord,
  asked: StepInput,
  change: Omit<WriteRequest, 'before'>,
): Promise<PlannedWrite> =>
  plan(
    work,
    { resource, origin: 'step' },
    { step: stepOf(step, asked), ...change, before, entered: asked.fields, lines: asked.lines, of: step },
  )

const stepOf = (step: Step, { input, warnings }: StepInput) =>
  ({ operation: step.name, input: recordedInput(step, input), warnings }) as const

/**
 * Runs an action on a record that users do not write: the record, and its history, remain as they are, unless the handler
 * deletes it.
 */
export async function runOn(
  work: StepExecution,
  resource: Resource,
  access: Access,
  step: Action,
  { record }: StoredRecord,
  { input }: StepInput,
): Promise<StepOutcome> {
  const { answer } = await handle(work, resource, step, record, input, null)
  const after = (await lockRecords(work, resource, access, [String(record['id'])])).get(String(record['id']))
  return { record: after ? await readableRecord(work, resource, access, after.record, new Set()) : null, answer }
}

/** The values that the step itself writes into the record, all from the values before them. */
export function setBy(
  ctx: RequestContext,
  resource: Resource,
  step: Step,
  { edited, input }: Pick<StepInput, 'edited' | 'input'>,
): Row {
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
  { id, changed: all, after }: PlannedWrite,
  typed: ReadonlySet<string>,
): Promise<void> {
  // No condition reads a secret, whose digest is stored later.
  const isColumn = (name: string) => {
    const field = fieldOf(resource, name)
    return all.has(name) && field?.column !== undefined && !typeOf(field).secret
  }
  const changed = new Set([...typed].filter(isColumn))
  if (!access.bound || changed.size === 0) return
  const record = Object.fromEntries([...changed].map(name => [name, after[name]]))
  const owner = ownerFieldOf(resource)
  const row = {
    id,
    record,
    ...(owner && changed.has(owner.name) && { ownerId: ownerOf(resource, record) }),
  }
  const statement = updateSql(ctx, resource, [row], changed, { access, sameVersion: true })
  const rows = await runAll(queries, statement)
  if (!rows.every(row => row['held'] === true)) throw refuse.outOfReach()
}

const noMessage = { message: null, group: null, userId: null }

async function handle(
  work: StepExecution,
  resource: Resource,
  step: Step,
  record: Row | null,
  input: Row,
  entryId: string | null,
): Promise<{ given: Row; answer: unknown }> {
  const ofEngine = engineHandlerOf(work, resource, step)
  const handler = ofEngine ? undefined : handlerOf(work, resource, step)
  if (!ofEngine && !handler) return { given: {}, answer: null }
  let answer: unknown = null
  const context: StepContext = {
    ctx: work.ctx,
    store: work.storeIn(work),
    send: async (port, payload: PortPayloads[keyof PortPayloads]) => {
      const recordId = record === null ? null : String(record['id'])
      const of = { resource: resource.name, recordId, step: step.name, entryId }
      const to =
        'phone' in payload ? { receiver: payload.phone } : { receiver: payload.address, subject: payload.subject }
      await storeMessage(work, { ...of, ...noMessage, ...to, channel: port, content: payload.content })
    },
    answer: data => {
      answer = data
    },
  }
  const call = { record: record as never, input: input as never, context }
  // Only the engine's own code gets statements without access checks.
  const given = ofEngine
    ? await ofEngine({ ...call, context: { ...context, work, queries: work.queries } })
    : typeof handler === 'function'
      ? await handler(call)
      : await handler?.handle({ ...call, outside: work.outside as never })
  return { given: { ...given }, answer: checkedAnswer(work.ctx, resource, step, answer) }
}

/** A handler writes fields of its resource, but not the master of a line. Only transitions write the state. */
function assureOwn(resource: Resource, step: Step, given: Row): void {
  for (const name of Object.keys(given)) {
    const isOwn = resource.fields.some(field => field.name === name && field.column)
    if (!isOwn || name === resource.lifecycle?.field || name === resource.partOf?.field)
      throw new Error(`The handler of "${resource.name}.${step.name}" may not write "${name}".`)
  }
}
