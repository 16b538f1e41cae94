import type { Bilingual, Due, Model, Resource } from '../model/model.ts'
import { dictionaryEntriesOf } from './dictionary/field.ts'

/** The time of a record until the day of its lifecycle's due. */
export interface TimeLeft {
  readonly due: Due
  /** `2026-11-24`. */
  readonly day: string
  /** Days until then; negative when overdue. */
  readonly days: number
  readonly urgency: 'late' | 'soon' | 'none'
}

/** The number of days that count as soon. */
const soon = 3

/**
 * The time left on a day (`YYYY-MM-DD`). Undefined in a state without such a day, or once a day has come that is no
 * deadline.
 */
export function timeLeftOf(
  model: Model,
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
  today: string,
): TimeLeft | undefined {
  const { lifecycle } = resource
  if (!lifecycle || lifecycle.dues.length === 0) return undefined
  const state = stateIn(model, resource, record[lifecycle.field])
  if (state === undefined) return undefined
  const due = lifecycle.dues.find(({ states }) => states.includes(state))
  const value = due && record[due.field]
  if (!due || typeof value !== 'string') return undefined
  const day = value.slice(0, 10)
  const days = daysBetween(today, day)
  if (!due.isDeadline && days < 0) return undefined
  const urgency = !due.isDeadline ? 'none' : days < 0 ? 'late' : days <= soon ? 'soon' : 'none'
  return { due, day, days, urgency }
}

/** The time left as a short text. */
export function timeLeftText({ due, days }: TimeLeft): Bilingual {
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  if (!due.isDeadline)
    return days === 0 ? { zh: '今天起', en: 'from today' } : { zh: `${days} 天后`, en: `in ${count}` }
  if (days === 0) return { zh: '今天到期', en: 'due today' }
  return days < 0 ? { zh: `逾期 ${-days} 天`, en: `${count} overdue` } : { zh: `剩 ${days} 天`, en: `${count} left` }
}

function stateIn(model: Model, { fields, lifecycle }: Resource, key: unknown): string | undefined {
  const field = fields.find(({ name }) => name === lifecycle?.field)
  return field && dictionaryEntriesOf(field, model).find(entry => entry.key === key)?.name
}

const daysBetween = (day: string, other: string): number =>
  Math.round((Date.parse(`${other}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / 86_400_000)
