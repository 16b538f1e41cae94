import { editedFields, enteredFields } from '../../engine/fields/entered-fields.ts'
import { typeOf } from '../../engine/fields/index.ts'
import type { Action, Field, LifecycleDate, Resource, Step, Transition } from '../../engine/model/model.ts'
import { isTimed, isTransition } from '../../engine/model/steps.ts'
import { fieldOf } from '../../engine/model/system-fields.ts'
import { dueCondition } from '../../engine/record/due-condition.ts'
import { isSatisfied } from '../../engine/record/expressions.ts'
import { isMet } from '../../engine/record/step-guard.ts'
import { lifecycleDateOf, timeRemainingOf } from '../../engine/record/time-remaining.ts'
import { type RequestContext, transmittedNow } from '../../engine/server/auth/request-context.ts'
import type { Row } from '../../engine/server/database/shape.ts'
import { Refusal } from '../../engine/server/errors/refuse.ts'
import { changesBetween } from '../../engine/server/store/history.ts'
import type { LineInput, PreparedLine } from '../../engine/server/store/plan-lines.ts'
import { prepare } from '../../engine/server/store/prepare.ts'
import { stateAfter } from '../../engine/server/store/state-key.ts'
import { setBy } from '../../engine/server/store/step.ts'
import { generatedValue } from './fill-fields.ts'
import type { GeneratedRecord } from './generated-record.ts'
import type { RowGeneration } from './row-generation.ts'
import { minutesAfter } from './workdays.ts'

const tries = 6
const oneDay = 60 * 20
const threeDays = 60 * 72

/**
 * Applies transitions to a new record towards a random state, each at a later moment, as guards and rules allow; stops
 * at the first that is not allowed. Actions are made as soon as they are allowed. `at` returns the request context of a moment.
 */
export async function generateVersions(
  making: RowGeneration,
  made: GeneratedRecord,
  now: string,
  at: (moment: string) => RequestContext,
): Promise<void> {
  const { resource, rows, random } = making
  const { lifecycle } = resource
  const shares = Object.entries(rows.actions ?? {})
  const chosen = new Set(
    resource.actions.filter(({ name }) => shares.some(([one, share]) => one === name && random.chance(share))),
  )
  const act = async () => {
    for (const action of chosen) if (await step(making, made, action, now, at)) chosen.delete(action)
  }
  await act()
  if (!lifecycle) return
  const dictionary = making.model.dictionaries[String(fieldOf(resource, lifecycle.field)?.options['of'])]
  const isLate = (state: string) => dictionary?.entries.some(({ name, colour }) => name === state && colour === 'red')
  const states = [...new Set([lifecycle.initial, ...lifecycle.transitions.map(({ to }) => to)])]
  const equal = Object.fromEntries(states.map(state => [state, 1]))
  const weights = stillAt(at(now), resource, isLate, made, rows.states ?? equal)
  for (const transition of pathTo(resource, random.weighted(weights), rows.states !== undefined)) {
    if (!(await step(making, made, transition, now, at))) return
    await act()
  }
}

/**
 * The states that a record may be in now: not one whose awaited day has passed; where a deadline has passed, an end
 * state or a red one.
 */
function stillAt(
  ctx: RequestContext,
  resource: Resource,
  isLate: (state: string) => boolean | undefined,
  { record }: GeneratedRecord,
  weights: Weights,
): Weights {
  const today = transmittedNow(ctx).slice(0, 10)
  const isPast = (date: LifecycleDate) => {
    const at = lifecycleDateOf(ctx, resource, date, record)
    return at !== undefined && at.slice(0, 10) < today
  }
  const { dates = [], final = [] } = resource.lifecycle ?? {}
  const past = dates.filter(isPast)
  const isStill = (state: string) =>
    past.every(({ states, isDeadline }) =>
      isDeadline ? isLate(state) || final.includes(state) : !states.includes(state),
    )
  const still = Object.entries(weights).filter(([state]) => isStill(state))
  return still.length > 0 ? Object.fromEntries(still) : weights
}

type Weights = Readonly<Record<string, number>>

/** The shortest path of transitions from the start to a state; with handlers, which are not called, if `states` names it. */
function pathTo({ lifecycle }: Resource, state: string, isNamed: boolean): readonly Transition[] {
  const paths = new Map<string, readonly Transition[]>([[lifecycle?.initial ?? '', []]])
  for (const [from, path] of paths) {
    if (from === state) return path
    for (const transition of lifecycle?.transitions ?? []) {
      if (
        transition.from.includes(from) &&
        !paths.has(transition.to) &&
        (isNamed || transition.handler === undefined)
      ) {
        paths.set(transition.to, [...path, transition])
      }
    }
  }
  return []
}

async function step(
  making: RowGeneration,
  made: GeneratedRecord,
  transition: Transition | Action,
  now: string,
  at: (moment: string) => RequestContext,
): Promise<boolean> {
  const before = made.steps.at(-1)?.at ?? making.created
  const deadline = isTimed(transition) ? undefined : deadlineOf(making, made, at(before))
  for (let attempt = 0; attempt < tries; attempt++) {
    const moment = momentAfter(making, before, now, attempt, attempt === 0 ? deadline : undefined)
    if (moment === undefined) return false
    const done = await doneAt(making, made, transition, moment, at(moment))
    if (!done) continue
    made.steps.push(done.step)
    made.record = done.after
    made.parts = made.parts.map(old => done.parts.find(({ part }) => part.name === old.part.name) ?? old)
    return true
  }
  return false
}

/** The deadline of the present state, which most records keep. */
function deadlineOf({ resource, random }: RowGeneration, { record }: GeneratedRecord, ctx: RequestContext) {
  const left = timeRemainingOf(ctx, resource, record)
  if (!left?.date.isDeadline || !random.chance(0.93)) return undefined
  return left.at.length > 10 ? `${left.at}:00` : `${left.at} 18:00:00`
}

/**
 * A moment some hours or days later, within a deadline if there is one, further on each attempt; the last attempt uses the
 * latest possible moment.
 */
function momentAfter(
  { random, created }: RowGeneration,
  before: string,
  now: string,
  attempt: number,
  deadline?: string,
): string | undefined {
  const left = minutesBetween(before, now)
  if (left < 2) return undefined
  // The first transition follows on the same day or the next; later ones take longer.
  const span = before === created ? oneDay : threeDays
  const inTime = deadline === undefined ? left : minutesBetween(before, deadline)
  const most = Math.min(left, span * 3 ** attempt, inTime < 2 ? left : inTime)
  if (attempt === 0 && random.next() * span > left) return undefined
  const minutes = attempt === tries - 1 ? left : 1 + random.next() * (most - 1)
  const moment = minutesAfter(before, minutes)
  // Work is done by day.
  const byDay = `${moment.slice(0, 10)} ${String(random.whole(8, 17)).padStart(2, '0')}${moment.slice(13)}`
  return byDay > before && byDay < now && !(deadline !== undefined && byDay > deadline) ? byDay : moment
}

const minutesBetween = (from: string, to: string): number =>
  (Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / 60_000

async function doneAt(
  making: RowGeneration,
  made: GeneratedRecord,
  transition: Transition | Action,
  moment: string,
  ctx: RequestContext,
) {
  const { resource } = making
  // Most attempts end here, before values are generated.
  if (transition.input.length === 0 && !isMet(ctx, resource, transition, made.record, {})) return undefined
  const { fields, input } = answers(making, transition, moment)
  const record: Row = { ...made.record, ...fields }
  const isDue = () => isSatisfied(ctx, resource, dueCondition(ctx.model, resource, transition), record) === true
  if (isTimed(transition) && !isDue()) return undefined
  if (!isMet(ctx, resource, transition, made.record, input)) return undefined
  const set = setBy(ctx, resource, transition, { edited: record, input })
  const next = isTransition(transition) ? stateAfter(ctx, resource, transition) : {}
  const lines = new Map(made.parts.map(({ part, lines }) => [part.name, lines.map(({ after }) => after)]))
  try {
    const values = { ...fields, ...set, ...next }
    const edited = editedLines(making, made, transition, moment)
    const { after, changed, parts } = await prepare(
      ctx,
      resource,
      { record: made.record, lines },
      values,
      edited,
      'initial',
    )
    const changes = changesBetween(resource, made.record, after, changed)
    const entered = hasAny(input) ? { input } : {}
    return {
      after,
      parts,
      step: { operation: transition.name, at: moment, changes, step: transition, after, ...entered },
    }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const hasAny = (input: Row) => Object.keys(input).length > 0

/** The lines of which a step edits columns: those without a value are generated. */
function editedLines(making: RowGeneration, made: GeneratedRecord, { refined = {} }: Step, moment: string) {
  const edited = new Map<string, LineInput>()
  for (const { part, lines } of made.parts) {
    const { columns = [] } = refined[part.name] ?? {}
    if (columns.length === 0) continue
    const then = { ...making, resource: part.resource, rows: making.demo.resources[part.resource.name] ?? {} }
    const lineOf = ({ after }: PreparedLine) => {
      const record: Row = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null))
      const row: RowGeneration = { ...then, record, day: moment.slice(0, 10), created: moment }
      const fields = part.resource.fields.filter(({ name }) => columns.includes(name))
      for (const field of fields) generatedValue(row, { ...field, readOnly: false })
      return { id: String(after['id']), values: Object.fromEntries(columns.map(name => [name, record[name] ?? null])) }
    }
    edited.set(part.name, { kind: 'all', lines: lines.map(lineOf) })
  }
  return edited
}

/** The input of a step: each field is generated as the field of that name, on the day of the step. */
function answers(making: RowGeneration, step: Step, moment: string): { fields: Row; input: Row } {
  const inputFields = enteredFields(making.resource, step)
  const record: Row = { ...making.record }
  for (const { name } of inputFields) delete record[name]
  const resource = withInputs(making.resource, step)
  const then: RowGeneration = { ...making, resource, record, day: moment.slice(0, 10), created: moment }
  const generated = (fields: readonly Field[]) =>
    Object.fromEntries(fields.map(field => [field.name, generatedValue(then, { ...field, readOnly: false })]))
  const edited = editedFields(making.resource, step).filter(field => !typeOf(field).lines)
  return { fields: generated(edited), input: generated(step.input) }
}

/** The resource with the inputs of a step as fields: the same object each time, for which expressions are compiled once. */
function withInputs(resource: Resource, step: Step): Resource {
  const bySteps = combined.get(resource) ?? new Map<string, Resource>()
  const known = bySteps.get(step.name) ?? { ...resource, fields: [...resource.fields, ...step.input] }
  combined.set(resource, bySteps.set(step.name, known))
  return known
}

const combined = new WeakMap<Resource, Map<string, Resource>>()
