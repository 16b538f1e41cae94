import type { Model } from '../model/model.ts'
import { type Day, dayOf, plusDays, weekdayNumber } from './day.ts'

/** The days that differ from their weekday: whether each is a working day. */
export type WorkCalendar = ReadonlyMap<Day, boolean>

const known = new WeakMap<Model, WorkCalendar>()

/** The calendar of a Model. */
export function calendarOf(model: Model): WorkCalendar {
  const found = known.get(model) ?? calendarIn(model)
  known.set(model, found)
  return found
}

const calendarIn = ({ calendar = {} }: Model): WorkCalendar =>
  new Map(Object.entries(calendar).map(([day, isWorkday]) => [dayOf(day) ?? 0, isWorkday]))

/** The calendar that texts in a part of the Model read; undefined if they read none. */
export const calendarRead = ({ calendar }: Model, part: unknown): Model['calendar'] =>
  calendar && /\b(addWorkdays|workdaysBetween)\s*\(/.test(JSON.stringify(part)) ? calendar : undefined

/** The largest number of working days to add: about four years. */
export const maxWorkdays = 1_000n

/** The day `n` working days after a day, before it if `n` is negative; null for more than 1,000. */
export function addWorkdays(calendar: WorkCalendar, from: Day, n: bigint): Day | null {
  if (n > maxWorkdays || n < -maxWorkdays) return null
  const step = n < 0n ? -1 : 1
  let day = from
  for (let left = Math.abs(Number(n)); left > 0; ) {
    day += step
    if (isWorkday(calendar, day)) left -= 1
  }
  return plusDays(day, 0n)
}

/** The number of working days after a day up to another; negative, from the other on, if that is earlier. */
export function workdaysBetween(calendar: WorkCalendar, from: Day, to: Day): bigint {
  if (to < from) return -workdaysIn(calendar, to - 1, from - 1)
  return workdaysIn(calendar, from, to)
}

/** The working days after a day, up to a later one. */
function workdaysIn(calendar: WorkCalendar, after: Day, last: Day): bigint {
  let count = weekdaysUntil(last) - weekdaysUntil(after)
  for (const [day, isWorkday] of calendar)
    if (day > after && day <= last) count += Number(isWorkday) - Number(isWeekday(day))
  return BigInt(count)
}

/** Whether a day is a working day: those of the calendar, and otherwise Monday to Friday. */
export const isWorkday = (calendar: WorkCalendar, day: Day): boolean => calendar.get(day) ?? isWeekday(day)

const isWeekday = (day: Day): boolean => weekdayNumber(day) <= 5

/** The days from Monday to Friday until a day, from Monday 1969-12-29 on. */
function weekdaysUntil(day: Day): number {
  const weeks = Math.floor((day + 3) / 7)
  return 5 * weeks + Math.min(day + 4 - 7 * weeks, 5)
}
