/**
 * Arithmetic with calendar days. A day is a text `YYYY-MM-DD`, a month `YYYY-MM`: both sort chronologically and have no
 * zone, so no browser shifts them. Results are limited to the years 1 to 9999.
 */
const [earliest, latest] = ['0001-01-01', '9999-12-31']
const dayLength = 86_400_000

/** The day so many days later, or earlier. */
export const addDays = (day: string, by: number): string => dayAt(at(day) + by * dayLength)

/** The same day so many months later; a shorter month gives its last day. */
export function addMonths(day: string, by: number): string {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + by
  if (count < 12) return earliest
  if (count >= 120_000) return latest
  const month = `${padded(Math.floor(count / 12), 4)}-${padded((count % 12) + 1, 2)}`
  const last = lastOf(month)
  const same = `${month}-${day.slice(8, 10)}`
  return same < last ? same : last
}

/** The month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** The first day of a month. */
export const firstOf = (month: string): string => `${month}-01`

/** The last day of a month. */
export function lastOf(month: string): string {
  const date = new Date(at(firstOf(month)))
  date.setUTCMonth(date.getUTCMonth() + 1, 0)
  return dayAt(date.getTime())
}

/** The weekday of a day: 0 for Monday, 6 for Sunday. */
export const weekdayOf = (day: string): number => (new Date(at(day)).getUTCDay() + 6) % 7

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -weekdayOf(day))

/** Six weeks from the Monday on or before a month's first day: as many as the longest month needs. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const monday = at(firstOf(month)) - weekdayOf(firstOf(month)) * dayLength
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => dayAt(monday + (week * 7 + day) * dayLength)),
  )
}

/** The number of days in a range, both ends included. */
export const daysCounted = (first: string, last: string): number => Math.round((at(last) - at(first)) / dayLength) + 1

/** A day moved within limits; a missing limit does not apply. */
export function clampDay(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min
  return max !== undefined && day > max ? max : day
}

function at(day: string): number {
  const date = new Date(Date.UTC(2000, Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))))
  // Date.UTC maps the years 0 to 99 to the twentieth century.
  return date.setUTCFullYear(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))
}

function dayAt(time: number): string {
  const date = new Date(time)
  const year = date.getUTCFullYear()
  if (year < 1) return earliest
  return year > 9999
    ? latest
    : `${padded(year, 4)}-${padded(date.getUTCMonth() + 1, 2)}-${padded(date.getUTCDate(), 2)}`
}

const padded = (part: number, length: number) => String(part).padStart(length, '0')
