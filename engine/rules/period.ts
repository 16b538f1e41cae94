import { type Day, plusDays, plusMonths } from './day.ts'
import type { Period } from './value.ts'
import { type Instant, instantAt, wallClockWithMs } from './zone.ts'

// Four thousand years: PostgreSQL has days for any sum with a day of the years 1 to 9999.
const maxMonths = 48_000n
const maxDays = 1_461_000n
const msPerDay = 86_400_000

/** A period of whole days; null if it is too long. */
export const periodOfDays = (days: bigint): Period | null =>
  -maxDays <= days && days <= maxDays ? { months: 0, days: Number(days) } : null

/** A period of whole months; null if it is too long. */
export const periodOfMonths = (months: bigint): Period | null =>
  -maxMonths <= months && months <= maxMonths ? { months: Number(months), days: 0 } : null

export const negatedPeriod = ({ months, days }: Period): Period => ({ months: -months, days: -days })

/** The day a period later; null if it is outside the supported range. */
export function dayAfterPeriod(day: Day, { months, days }: Period): Day | null {
  const sameDay = plusMonths(day, months)
  return sameDay === null ? null : plusDays(sameDay, BigInt(days))
}

/** The moment a period later, at the same time of day in the zone. */
export function instantAfter(instant: Instant, period: Period, zone: string): Instant | null {
  const wall = wallClockWithMs(instant, zone)
  const day = Math.floor(wall / msPerDay)
  const later = dayAfterPeriod(day, period)
  return later === null ? null : instantAt(later * msPerDay + (wall - day * msPerDay), zone)
}
