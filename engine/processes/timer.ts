import type { FlowEvent } from './definition.ts'

type Timer = Extract<FlowEvent, { kind: 'timer' }>

/** When a timer is due, and how often it is due again afterwards. */
export interface DueTimer {
  readonly at: Date
  /** Further times; -1 is without end. */
  readonly repeats: number
  /** ISO 8601 duration until the next time. */
  readonly every?: string
}

const duration = /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
const cycle = /^R(\d*)\/(P.*)$/

/** The time when a timer set now is due, in calendar time; undefined if the text is no timer. */
export function dueTimer(form: Timer['form'], text: string, now: Date): DueTimer | undefined {
  if (form === 'date') {
    const at = new Date(/^\d{4}-\d\d-\d\d( |T)/.test(text) ? text.replace(' ', 'T') : Number.NaN)
    return Number.isNaN(at.getTime()) ? undefined : { at, repeats: 0 }
  }
  const repeated = cycle.exec(text)
  if ((form === 'cycle') !== (repeated !== null)) return undefined
  const every = repeated?.[2] ?? text
  const at = plusDuration(every, now)
  if (!at) return undefined
  const times = repeated?.[1] === '' ? -1 : Number(repeated?.[1] ?? 1) - 1
  return times === 0 ? { at, repeats: 0 } : { at, repeats: times, every }
}

/** A time after a duration; undefined if the text is none. */
export function plusDuration(text: string, from: Date): Date | undefined {
  const found = duration.exec(text)
  if (!found) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map(part => Number(part ?? 0))
  const at = new Date(from)
  at.setUTCMonth(at.getUTCMonth() + 12 * years + months)
  return new Date(at.getTime() + ((weeks * 7 + days) * 86_400 + hours * 3_600 + minutes * 60 + seconds) * 1_000)
}
