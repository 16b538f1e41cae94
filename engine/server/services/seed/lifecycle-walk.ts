import { editedFields, enteredFields } from '../../../fields/entered-fields.ts'
import type { Field, LifecycleDate, Resource, Transition } from '../../../model/model.ts'
import { isTimed } from '../../../model/steps.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import { dueCondition } from '../../../record/due-condition.ts'
import { isSatisfied, stepScopeOf, valueFor } from '../../../record/expressions.ts'
import { isMet } from '../../../record/step-guard.ts'
import { lifecycleDateOf } from '../../../record/time-remaining.ts'
import { type RequestContext, transmittedNow } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { Refusal } from '../../errors/refuse.ts'
import { changesBetween } from '../../store/history.ts'
import { prepare } from '../../store/prepare.ts'
import { stateAfter } from '../../store/state-key.ts'
import { generatedValue } from './fill-fields.ts'
import type { GeneratedRecord } from './generated-record.ts'
import type { RowGeneration } from './row-generation.ts'
import { minutesAfter } from './workdays.ts'

const tries = 6
const oneDay = 60 * 20
const threeDays = 60 * 72

/**
 * Applies transitions to a new record towards a random state, each at a later moment, as guards and rules allow; stops
 * at the first that is not allowed. `at` returns the request context of a moment.
 */
export function generateVersions(
  making: RowGeneration,
  made: GeneratedRecord,
  now: string,
  at: (moment: string) => RequestContext,
): void {
  const { resource, rows, random } = making
  const { lifecycle } = resource
  if (!lifecycle) return
  const dictionary = making.model.dictionaries[String(fieldOf(resource, lifecycle.field)?.options['of'])]
  const isLate = (state: string) => dictionary?.entries.some(({ name, colour }) => name === state && colour === 'red')
  const states = [...new Set([lifecycle.initial, ...lifecycle.transitions.map(({ to }) => to)])]
  const equal = Object.fromEntries(states.map(state => [state, 1]))
  const weights = stillAt(at(now), resource, isLate, made, rows.states ?? equal)
  for (const transition of pathTo(resource, random.weighted(weights)))
    if (!step(making, made, transition, now, at)) return
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

/** The shortest path of transitions from the start to a state. */
function pathTo({ lifecycle }: Resource, state: string): readonly Transition[] {
  const paths = new Map<string, readonly Transition[]>([[lifecycle?.initial ?? '', []]])
  for (const [from, path] of paths) {
    if (from === state) return path
    for (const transition of lifecycle?.transitions ?? []) {
      if (transition.from.includes(from) && !paths.has(transition.to) && transition.handler === undefined) {
        paths.set(transition.to, [...path, transition])
      }
    }
  }
  return []
}

function step(
  making: RowGeneration,
  made: GeneratedRecord,
  transition: Transition,
  now: string,
  at: (moment: string) => RequestContext,
): boolean {
  const before = made.steps.at(-1)?.at ?? making.created
  for (let attempt = 0; attempt < tries; attempt++) {
    const moment = momentAfter(making, before, now, attempt)
    if (moment === undefined) return false
    const done = doneAt(making, made, transition, moment, at(moment))
    if (!done) continue
    made.steps.push(done.step)
    made.record = done.after
    return true
  }
  return false
}

/** A moment some hours or days later, further on each attempt; the last attempt uses the latest possible moment. */
function momentAfter(
  { random, created }: RowGeneration,
  before: string,
  now: string,
  attempt: number,
): string | undefined {
  const left = (Date.parse(`${now.replace(' ', 'T')}Z`) - Date.parse(`${before.replace(' ', 'T')}Z`)) / 60_000
  if (left < 2) return undefined
  // The first transition follows on the same day or the next; later ones take longer.
  const span = before === created ? oneDay : threeDays
  const most = Math.min(left, span * 3 ** attempt)
  if (attempt === 0 && random.next() * span > left) return undefined
  const minutes = attempt === tries - 1 ? left : 1 + random.next() * (most - 1)
  const moment = minutesAfter(before, minutes)
  // Work is done by day.
  const byDay = `${moment.slice(0, 10)} ${String(random.whole(8, 17)).padStart(2, '0')}${moment.slice(13)}`
  return byDay > before && byDay < now ? byDay : moment
}

function doneAt(
  making: RowGeneration,
  made: GeneratedRecord,
  transition: Transition,
  moment: string,
  ctx: RequestContext,
) {
  const { resource } = making
  const scope = stepScopeOf(transition)
  const { fields, input } = answers(making, transition, moment)
  const record: Row = { ...made.record, ...fields }
  const isDue = () => isSatisfied(ctx, resource, dueCondition(ctx.model, resource, transition), record) === true
  if (isTimed(transition) && !isDue()) return undefined
  if (!isMet(ctx, resource, transition, made.record, input)) return undefined
  const set: Row = {}
  for (const [name, text] of Object.entries(transition.set)) {
    const field = fieldOf(resource, name)
    if (field) set[name] = valueFor(ctx, resource, field, text, record, scope, input)
  }
  const next = stateAfter(ctx, resource, transition)
  const lines = new Map(made.parts.map(({ part, lines }) => [part.name, lines.map(({ after }) => after)]))
  try {
    const values = { ...fields, ...set, ...next }
    const { after, changed } = prepare(ctx, resource, { record: made.record, lines }, values, new Map(), 'initial')
    const changes = changesBetween(resource, made.record, after, changed)
    return { after, step: { operation: transition.name, at: moment, changes, ...(hasAny(input) && { input }) } }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const hasAny = (input: Row) => Object.keys(input).length > 0

/** The input of a transition: each field is generated as the field of that name, on the day of the transition. */
function answers(making: RowGeneration, step: Transition, moment: string): { fields: Row; input: Row } {
  const inputFields = enteredFields(making.resource, step)
  const record: Row = { ...making.record }
  for (const { name } of inputFields) delete record[name]
  const resource = { ...making.resource, fields: [...making.resource.fields, ...step.input] }
  const then: RowGeneration = { ...making, resource, record, day: moment.slice(0, 10), created: moment }
  const generated = (fields: readonly Field[]) =>
    Object.fromEntries(fields.map(field => [field.name, generatedValue(then, { ...field, readOnly: false })]))
  return { fields: generated(editedFields(making.resource, step)), input: generated(step.input) }
}
