import { dictionaryEntriesOf } from '../fields/dictionary/field.ts'
import type { Bilingual, LifecycleDate, Model, Resource } from '../model/model.ts'
import type { Clock } from '../rules/evaluate.ts'
import { wallText } from '../rules/zone.ts'
import { type RecordContext, valueIn } from './expressions.ts'

/** The time of a record until the date of its lifecycle. */
export interface TimeRemaining {
  readonly date: LifecycleDate
  /** The day, or the time to the minute: `2026-11-24`, `2026-11-24 14:30`. */
  readonly at: string
  /** Days until then; negative when overdue. */
  readonly days: number
  /** Hours since a time of today that has passed. */
  readonly hoursLate?: number
  readonly urgency: 'late' | 'soon' | 'none'
}

/** The number of days that count as soon. */
const soon = 3

/**
 * The time remaining at the time of the context. Undefined in a state without a date, where the date is unknown, or once
 * a day has come that is no deadline.
 */
export function timeRemainingOf(
  context: RecordContext,
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
): TimeRemaining | undefined {
  const { lifecycle } = resource
  if (!lifecycle || lifecycle.dates.length === 0) return undefined
  const state = stateIn(context.model, resource, record[lifecycle.field])
  const date = lifecycle.dates.find(({ states }) => state !== undefined && states.includes(state))
  const value = date && lifecycleDateOf(context, resource, date, record)
  if (!date || value === undefined) return undefined
  const left = { date, ...timeUntil(context.clock, value) }
  if (date.isDeadline) return left
  return left.days < 0 ? undefined : { date, at: left.at, days: left.days, urgency: 'none' }
}

/** The time until a deadline, a day or a time as transmitted. */
export function timeUntil({ now, zone }: Clock, value: string): Omit<TimeRemaining, 'date'> {
  const wall = wallText(now.getTime(), zone)
  const days = daysBetween(wall.slice(0, 10), value.slice(0, 10))
  const isLate = value < wall.slice(0, value.length)
  return {
    at: value.slice(0, 16),
    days,
    ...(isLate && days === 0 && { hoursLate: hoursBetween(value, wall) }),
    urgency: isLate ? 'late' : days <= soon ? 'soon' : 'none',
  }
}

/** A day or time of a lifecycle, as transmitted; undefined where it is unknown. */
export function lifecycleDateOf(
  context: RecordContext,
  resource: Resource,
  { at }: LifecycleDate,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const value = valueIn(context, resource, at, record)
  return typeof value === 'string' ? value : undefined
}

/** The time remaining as a short text; without `date`, until a deadline. */
export function timeRemainingText({
  date,
  at,
  days,
  hoursLate,
}: Omit<TimeRemaining, 'date'> & { readonly date?: LifecycleDate }): Bilingual {
  const count = counted(Math.abs(days), 'day')
  if (date?.isDeadline === false)
    return days === 0 ? { zh: '今天起', en: 'from today' } : { zh: `${days} 天后`, en: `in ${count}` }
  if (hoursLate !== undefined)
    return hoursLate === 0
      ? { zh: '刚刚逾期', en: 'just overdue' }
      : { zh: `逾期 ${hoursLate} 小时`, en: `${counted(hoursLate, 'hour')} overdue` }
  const time = at.slice(11)
  if (days === 0) return { zh: `今天${time && ` ${time} `}到期`, en: `due today${time && ` ${time}`}` }
  return days < 0 ? { zh: `逾期 ${-days} 天`, en: `${count} overdue` } : { zh: `剩 ${days} 天`, en: `${count} left` }
}

const counted = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`

function stateIn(model: Model, { fields, lifecycle }: Resource, key: unknown): string | undefined {
  const field = fields.find(({ name }) => name === lifecycle?.field)
  return field && dictionaryEntriesOf(field, model).find(entry => entry.key === key)?.name
}

const daysBetween = (day: string, other: string): number =>
  (utc(`${other} 00:00:00`) - utc(`${day} 00:00:00`)) / 86_400_000
const hoursBetween = (time: string, other: string): number => Math.floor((utc(other) - utc(time)) / 3_600_000)
const utc = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)
