import { isMoment } from '../../../fields/traits.ts'
import type { Field } from '../../../model/model.ts'
import { instantOf } from '../../../rules/zone.ts'
import { type RequestContext, transmittedNow } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { Refusal } from '../../errors/refuse.ts'
import { changesBetween } from '../../store/history.ts'
import type { LineInput } from '../../store/plan-lines.ts'
import { type Prepared, prepare } from '../../store/prepare.ts'
import { type ChildPart, partsOf } from '../../store/referring.ts'
import { initialState } from '../../store/state-key.ts'
import type { Rows } from './demo.ts'
import { fill, filledFields } from './fill-fields.ts'
import type { GeneratedRecord } from './generated-record.ts'
import { generateVersions } from './lifecycle-walk.ts'
import { type KnownRecord, knownRecordOf } from './pools.ts'
import type { RowGeneration } from './row-generation.ts'
import { momentOn } from './values.ts'
import { minutesAfter } from './workdays.ts'

const tries = 12

/** The values of unique fields that are already used, by field. */
export type UsedValues = ReadonlyMap<Field, Set<unknown>>

/** The reason why no record was generated. */
export interface TooManyAttempts {
  readonly up: string
}

/**
 * Generates a valid record at its moment and applies transitions of its lifecycle. Retries a few times when the record
 * is invalid; then returns the reason. Undefined for a record that would be in the future.
 */
export function generateRecord(
  start: Omit<RowGeneration, 'created' | 'record'>,
  usedValues: UsedValues,
): GeneratedRecord | TooManyAttempts | undefined {
  const { work, resource, random } = start
  const now = transmittedNow(work.ctx)
  let why = ''
  for (let attempt = 0; attempt < tries; attempt++) {
    const making: RowGeneration = { ...start, created: momentOn({ random }, start.day, ['08:00', '17:30']), record: {} }
    fill(making)
    const created = madeAt(making)
    if (created > now) return undefined
    try {
      const ctx = contextAt(work.ctx, created)
      const values = { ...making.record, ...initialState(ctx, resource) }
      const lineInputs = linesFor(making)
      const prepared = prepare(ctx, resource, null, values, lineInputs, 'initial')
      const twice = [...usedValues].find(
        ([{ name }, values]) => prepared.after[name] != null && values.has(prepared.after[name]),
      )
      if (twice) {
        why = `${twice[0].name}: "${prepared.after[twice[0].name]}" already exists`
        continue
      }
      for (const [{ name }, values] of usedValues) if (prepared.after[name] != null) values.add(prepared.after[name])
      const made = begun(making, prepared, created)
      generateVersions({ ...making, created }, made, now, moment => contextAt(work.ctx, moment))
      const { later = [] } = making.rows
      if (made.steps.length > 1 || later.length === 0) return made
      const isThere = ([name]: readonly [string, unknown]) => !later.includes(name)
      const early = Object.fromEntries(Object.entries(values).filter(isThere))
      return begun(
        making,
        prepare(ctx, resource, null, early, new Map([...lineInputs].filter(isThere)), 'initial'),
        created,
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      why = Object.entries(error.errors ?? { '': error.text })
        .map(([name, text]) => `${name}: ${text.en}`)
        .join('; ')
    }
  }
  return { up: why }
}

function begun(
  { work, resource }: RowGeneration,
  { after, parts, changed }: Prepared,
  created: string,
): GeneratedRecord {
  const id = work.ids.next()
  const record: Row = { ...after, id }
  const { ownerId } = knownRecordOf(resource, record)
  const changes = changesBetween(resource, null, record, changed)
  return { id, ownerId, record, parts, steps: [{ operation: 'save', at: created, changes }] }
}

/** The moment of creation: after every required moment of that day in the record. */
function madeAt({ resource, record, created, day, random }: RowGeneration): string {
  const moments = filledFields(resource).flatMap(field => {
    const value = record[field.name]
    return isMoment(field) && field.required && typeof value === 'string' && value.startsWith(day) ? [value] : []
  })
  const last = moments.sort().at(-1)
  return last === undefined ? created : minutesAfter(last, random.whole(1, 10))
}

/** The request context at that moment. */
const contextAt = (ctx: RequestContext, moment: string): RequestContext =>
  ctx.at(new Date(instantOf(moment, ctx.clock.zone) ?? 0))

function linesFor(making: RowGeneration): Map<string, LineInput> {
  const lineInputs = new Map<string, LineInput>()
  for (const part of partsOf(making.model, making.resource)) {
    if (!part.field) continue
    const lines = linesOf(making, part).map(values => ({ id: undefined, values }))
    if (lines.length > 0) lineInputs.set(part.name, { kind: 'all', lines })
  }
  return lineInputs
}

function linesOf(making: RowGeneration, part: ChildPart): Row[] {
  const described: Rows = making.demo.resources[part.resource.name] ?? {}
  // Without `each`, lines refer to the `each` record of their master.
  const ofMaster = making.rows.each === undefined ? {} : { each: making.rows.each }
  const [rows, eachs] =
    described.each === undefined
      ? [{ ...described, ...ofMaster }, [making.each]]
      : [described, making.pools.pool(described.each).all]
  const count = described.rows ?? (described.each === undefined ? [1, 5] : 1)
  return eachs.flatMap(each =>
    Array.from({ length: rowCountOf(making, count, each) }, (_, n) =>
      fill({ ...making, resource: part.resource, rows, each, i: n, n, record: {} }),
    ),
  )
}

/** The number of rows: fixed, from a range, or from a field of `each`. */
export function rowCountOf(
  { random }: Pick<RowGeneration, 'random'>,
  count: NonNullable<Rows['rows']>,
  each?: KnownRecord,
): number {
  if (typeof count === 'string') return Number(each?.record[count.replace(/^each\./, '')] ?? 0)
  return typeof count === 'number' ? count : random.whole(count[0], count[1])
}
