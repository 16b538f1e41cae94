/** A calendar day, as the number of days since 1970-01-01, without clock or zone. */
export type Day = number

const msPerDay = 86_400_000
// A century before year 1 and one after year 9999: days outside are unknown.
export const firstDay = -719_162 - 36_600
/** The last day that expressions compute with, in days since 1970-01-01. */
export const lastDay = 2_932_896 + 36_600

/** The day of a text `YYYY-MM-DD`; null for any other text and for 30 February. */
export function dayOf(text: unknown): Day | null {
  if (typeof text !== 'string' || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? null : ms / msPerDay
}

/** A day as `YYYY-MM-DD`; null outside the years 0001 to 9999, which a date field cannot contain. */
export function dayText(day: Day): string | null {
  const text = new Date(day * msPerDay).toISOString()
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? text.slice(0, 10) : null
}

/** The day `days` later; null if it is outside the supported range. */
export function plusDays(day: Day, days: bigint): Day | null {
  const sum = day + Number(days)
  return sum >= firstDay && sum <= lastDay ? sum : null
}

/** The same day of the month `months` later, or the last day of that month if it is shorter. */
export function plusMonths(day: Day, months: number): Day | null {
  const from = new Date(day * msPerDay)
  const month = from.getUTCMonth() + months
  const monthEnd = utcDay(from.getUTCFullYear(), month + 1, 0)
  return plusDays(Math.min(utcDay(from.getUTCFullYear(), month, from.getUTCDate()), monthEnd), 0n)
}

/** The year of a day; null outside the years 1 to 9999. */
export function yearNumber(day: Day): number | null {
  const year = new Date(day * msPerDay).getUTCFullYear()
  return year >= 1 && year <= 9999 ? year : null
}

/** The month of a day, 1 to 12. */
export const monthNumber = (day: Day): number => new Date(day * msPerDay).getUTCMonth() + 1

/** The day of the week, from 1 for Monday to 7 for Sunday. */
export const weekdayNumber = (day: Day): number => new Date(day * msPerDay).getUTCDay() || 7

/** Date.UTC takes the years 0 to 99 as those of the twentieth century. */
const utcDay = (year: number, month: number, day: number): Day =>
  new Date(0).setUTCFullYear(year, month, day) / msPerDay
