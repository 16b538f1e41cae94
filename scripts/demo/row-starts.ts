import { ofOption } from '../../engine/fields/options.ts'
import { isReference } from '../../engine/fields/traits.ts'
import type { Model, Resource } from '../../engine/model/model.ts'
import { resourceOf } from '../../engine/model/names.ts'
import { isSatisfied } from '../../engine/record/expressions.ts'
import { transmittedNow } from '../../engine/server/auth/request-context.ts'
import type { Range, Recipe, Rows } from './demo.ts'
import { rowCountOf } from './generate-record.ts'
import type { CausedRow } from './generated-record.ts'
import type { StoreFile } from './pictures.ts'
import type { KnownRecord } from './pools.ts'
import type { RowGeneration } from './row-generation.ts'
import { dayAfter, daysBetween, isSchoolDay } from './workdays.ts'

/** The options of a seed run. */
export interface SeedOrder {
  /** The number of records of the app's owner resource. */
  readonly owners: number
  /** The number of past days that get records. */
  readonly days: number
  /** The same seed generates the same rows on the same day. */
  readonly seed: string
  /** Resources that get rows; the result lists the resources to which they refer first. */
  readonly resources: readonly string[]
  /** Exactly this many rows of each resource, without history, referring to existing records. */
  readonly rows?: number
  /** The storage of pictures; without it rows have none. */
  readonly keep?: StoreFile
}

/** What is known of a row before its values. */
export type RowStart = Omit<RowGeneration, 'created' | 'record'>

/** The rows that steps of other records caused; the `each` record is the one to which they refer. */
export function causedStarts(
  start: Omit<RowStart, 'day' | 'each' | 'i' | 'n'>,
  caused: readonly CausedRow[],
): RowStart[] {
  const { rows, resource, pools } = start
  const field = resource.fields.find(one => isReference(one) && ofOption(one) === rows.each)
  return caused.map((one, n) => {
    const id = one.values[field?.name ?? '']
    const each = rows.each === undefined || id == null ? undefined : pools.find(rows.each, String(id), 'byId')
    const ownerId = each?.ownerId ?? one.values[resource.owner ?? '']
    const own = ofOwner(start, ownerId == null ? null : String(ownerId))
    return { ...start, rows: own, caused: one, day: one.at.slice(0, 10), each, i: n, n }
  })
}

/** Every row that a resource gets, without its values. */
export function* startsOf(
  start: Omit<RowStart, 'day' | 'each' | 'i' | 'n'>,
  order: SeedOrder,
  eachs: readonly (KnownRecord | undefined)[],
): Generator<RowStart> {
  const { rows, work, random, resource, model } = start
  const today = transmittedNow(work.ctx).slice(0, 10)
  const anyDay = ({ created = [-order.days, 0] }: Rows) => dayAfter(today, random.whole(created[0], created[1]))
  let n = 0
  for (const { created, states, ...values } of order.rows === undefined ? (rows.records ?? []) : []) {
    const own = {
      ...rows,
      ...(created === undefined ? {} : { created }),
      ...(states === undefined ? {} : { states }),
    } as Rows
    const fields = { ...rows.fields, ...(values as Record<string, Recipe>) }
    const literal = new Set(Object.keys(values))
    yield {
      ...start,
      rows: { ...own, fields },
      literal,
      day: anyDay(own),
      each: eachNamed(start, fields),
      i: 0,
      n: n++,
    }
  }
  const days = daysOf(start, order, today)
  if (order.rows !== undefined) {
    for (let left = order.rows; left > 0; left--)
      yield {
        ...start,
        day: days.length > 0 ? random.pick(days) : anyDay(rows),
        each: random.pick(eachs),
        i: n,
        n: n++,
      }
    return
  }
  const count = resource.name === model.owner ? order.owners : (rows.rows ?? usualCount(start))
  for (const day of rows.on === undefined || isOfEach(rows) ? [undefined] : days)
    for (const each of eachs) {
      const own = ofOwner(start, each?.ownerId)
      const of = isOfEach(rows) ? String(each?.record[String(rows.on).slice(5)] ?? '').slice(0, 10) : day
      if (of !== undefined && !isDayOf(start, own, each, of, today, days)) continue
      const all = rowCountOf(start, own === rows ? count : (own.rows ?? count), each)
      for (let i = 0; i < all; i++) yield { ...start, rows: own, day: of ?? anyDay(own), each, i, n: n++ }
    }
}

/** Whether the rows are of days that records have: `on: each.day`. */
const isOfEach = ({ on = '' }: Rows): boolean => on.startsWith('each.')

/** The description of rows, as it applies to the rows of one owner. */
function ofOwner({ rows, pools, model }: Pick<RowStart, 'rows' | 'pools' | 'model'>, ownerId?: string | null): Rows {
  const owner = model.owner === undefined ? undefined : resourceOf(model, model.owner)
  if (!rows.owners || !owner || ownerId == null) return rows
  const own = rows.owners[String(pools.find(owner.name, ownerId, 'byId')?.record[owner.display])]
  return own ? { ...rows, ...own, fields: { ...rows.fields, ...own.fields } } : rows
}

/** The record of the `each` resource that literal values name. */
function eachNamed(
  { rows, resource, pools }: Pick<RowStart, 'rows' | 'resource' | 'pools'>,
  values: Readonly<Record<string, Recipe>>,
): KnownRecord | undefined {
  const field = resource.fields.find(one => isReference(one) && ofOption(one) === rows.each)
  const text = values[field?.name ?? '']
  return rows.each === undefined || typeof text !== 'string' ? undefined : pools.find(rows.each, text, 'byText')
}

/** Whether a record gets rows on a day: one of those of the run, within `created` unless it is one of `longer`. */
function isDayOf(
  { pools, model, work }: Pick<RowStart, 'pools' | 'model' | 'work'>,
  { created, longer, gaps, on }: Rows,
  each: KnownRecord | undefined,
  day: string,
  today: string,
  days: readonly string[],
): boolean {
  const at = daysBetween(today, day)
  const isIn = ([first, last]: Range) => at >= first && at <= last
  // What follows a record follows it on any day, also before the run.
  if (!(days.includes(day) || on === 'each.createTime') || (gaps && isIn(gaps))) return false
  if (!created || isIn(created)) return true
  const of = model.owner === undefined ? undefined : resourceOf(model, model.owner)
  const owner = of && each?.ownerId != null ? pools.find(of.name, each.ownerId, 'byId') : undefined
  return (
    longer !== undefined &&
    of !== undefined &&
    owner !== undefined &&
    isSatisfied(work.ctx, of, longer, owner.record) === true
  )
}

function daysOf({ rows, demo }: Pick<RowStart, 'rows' | 'demo'>, order: SeedOrder, today: string): string[] {
  if (rows.on === undefined) return []
  const all = Array.from({ length: order.days }, (_, index) => dayAfter(today, index - order.days + 1))
  if (rows.on === 'days') return all
  const workdays = all.filter(day => isSchoolDay(day, demo.holidays))
  return rows.on === 'weeks' ? all.filter(day => new Date(day).getUTCDay() === 1) : workdays
}

/** The records for which rows are generated; `[undefined]` if they are generated for none. */
export function eachOf({
  rows,
  pools,
  work,
  model,
  resource,
}: Omit<RowStart, 'day' | 'each' | 'i' | 'n'>): (KnownRecord | undefined)[] {
  const name = rows.each ?? (rows.rows === undefined && isOwnedRow(model, resource) ? model.owner : undefined)
  if (name === undefined) return [undefined]
  const of = resourceOf(model, name)
  const { all } = pools.pool(name)
  const text = rows.if
  return text === undefined ? all : all.filter(({ record }) => isSatisfied(work.ctx, of, text, record) === true)
}

export const isOwnedRow = (model: Model, { owner, name }: Resource): boolean =>
  owner !== undefined && name !== model.owner

/** The default number: a few for each owner, 12 without an owner, and none if the app lists rows. */
const usualCount = ({ rows, model, resource }: Pick<RowStart, 'rows' | 'model' | 'resource'>): number | Range => {
  if (rows.records) return 0
  return rows.each !== undefined || isOwnedRow(model, resource) ? [1, 4] : 12
}
