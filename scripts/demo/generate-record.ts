import { isMoment } from '../../engine/fields/traits.ts'
import { duplicateText } from '../../engine/model/unique-sets.ts'
import { instantOf } from '../../engine/rules/zone.ts'
import { type RequestContext, transmittedNow } from '../../engine/server/auth/request-context.ts'
import type { Row } from '../../engine/server/database/shape.ts'
import { Refusal } from '../../engine/server/errors/refuse.ts'
import type { LinkChange } from '../../engine/server/store/links.ts'
import type { LineInput } from '../../engine/server/store/plan-lines.ts'
import { type Prepared, prepare } from '../../engine/server/store/prepare.ts'
import { type ChildPart, partsOf } from '../../engine/server/store/referring.ts'
import { initialState } from '../../engine/server/store/state-key.ts'
import type { Rows } from './demo.ts'
import { boundRecords, fill, filledFields } from './fill-fields.ts'
import type { GeneratedRecord } from './generated-record.ts'
import { generateVersions } from './lifecycle-walk.ts'
import { type KnownRecord, knownRecordOf } from './pools.ts'
import type { RowGeneration } from './row-generation.ts'
import type { TakenValues } from './taken-values.ts'
import { momentOn } from './values.ts'
import { minutesAfter } from './workdays.ts'

const tries = 12

/** The reason why no record was generated. */
export interface TooManyAttempts {
  readonly up: string
}

/**
 * Generates a valid record at its moment and applies transitions of its lifecycle. Retries a few times when the record
 * is invalid or has the values of another one; then returns the reason. Undefined for a record that would be in the future.
 */
export async function generateRecord(
  start: Omit<RowGeneration, 'created' | 'record'>,
  taken: TakenValues,
): Promise<GeneratedRecord | TooManyAttempts | undefined> {
  const { work, random, caused } = start
  const now = transmittedNow(work.ctx)
  let why = ''
  for (let attempt = 0; attempt < tries; attempt++) {
    const created = caused?.at ?? momentOn({ random }, start.day, ['08:00', '17:30'])
    const making: RowGeneration = { ...start, created, record: { ...caused?.values } }
    fill(making)
    const links = boundRecords(making)
    const moment = caused ? created : madeAt(making)
    if (moment > now) return undefined
    try {
      const made = await generatedAt({ ...making, created: moment }, links, now)
      const twice = taken.clash(work.ctx, made.record)
      if (!twice) {
        taken.add(work.ctx, made.record)
        return made
      }
      why = duplicateText(start.resource, twice).en
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      why = Object.entries(error.errors ?? { '': error.text })
        .map(([name, text]) => `${name}: ${text.en}`)
        .join('; ')
    }
  }
  return { up: why }
}

/** The record with its history; fields of `later` are empty if it is still in its initial state. */
async function generatedAt(making: RowGeneration, links: readonly LinkChange[], now: string): Promise<GeneratedRecord> {
  const { work, resource, created, rows } = making
  const ctx = contextAt(work.ctx, created)
  const values = { ...making.record, ...initialState(ctx, resource) }
  const lineInputs = linesFor(making)
  const begin = async (values: Row, lineInputs: ReadonlyMap<string, LineInput>) =>
    begun(making, await prepare(ctx, resource, null, values, lineInputs, 'initial'), links)
  const made = await begin(values, lineInputs)
  await generateVersions(making, made, now, moment => contextAt(work.ctx, moment))
  const { later = [] } = rows
  if (made.steps.length > 1 || later.length === 0) return made
  const isThere = ([name]: readonly [string, unknown]) => !later.includes(name)
  const early = Object.fromEntries(Object.entries(values).filter(isThere))
  return begin(early, new Map([...lineInputs].filter(isThere)))
}

function begun(
  { work, resource, created }: RowGeneration,
  { after, parts }: Prepared,
  links: readonly LinkChange[],
): GeneratedRecord {
  const id = work.ids.next()
  const record: Row = { ...after, id }
  for (const { lines } of parts) for (const line of lines) line.after['id'] = work.ids.next()
  const { ownerId } = knownRecordOf(resource, record)
  return { id, ownerId, record, parts, links, steps: [{ operation: 'save', at: created, after: record }] }
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
export const contextAt = (ctx: RequestContext, moment: string): RequestContext =>
  ctx.at(new Date(instantOf(moment, ctx.clock.zone) ?? 0))

function linesFor(making: RowGeneration): Map<string, LineInput> {
  const lineInputs = new Map<string, LineInput>(making.caused?.lines)
  for (const part of partsOf(making.model, making.resource)) {
    if (!part.field || lineInputs.has(part.name)) continue
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
      fill({ ...making, resource: part.resource, rows, each, i: n, n, record: {}, master: making }),
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
