import type { Bilingual } from '../../model/model.ts'
import { words } from '../words.ts'
import { addDays, firstOf, lastOf, mondayOf, monthOf } from './day-arithmetic.ts'

/** A frequently chosen day. */
export interface DayPreset {
  readonly title: Bilingual
  readonly day: string
}

/** The most frequently chosen days, past before future; days outside the limits are left out. */
export function dayPresets(today: string, min: string | undefined, max: string | undefined): readonly DayPreset[] {
  const at = (title: Bilingual, by: number) => ({ title, day: addDays(today, by) })
  return [
    at(words.today, 0),
    at(words.yesterday, -1),
    at(words.weekAgo, -7),
    at(words.tomorrow, 1),
    at(words.in7Days, 7),
    at(words.in15Days, 15),
    at(words.in30Days, 30),
  ].filter(({ day }) => (min === undefined || day >= min) && (max === undefined || day <= max))
}

/** A frequently searched range of days, both ends included. */
export interface RangePreset {
  readonly title: Bilingual
  readonly first: string
  readonly last: string
}

/** The most frequently searched ranges; where the future is excluded, they end today. */
export function rangePresets(today: string, isPast: boolean): readonly RangePreset[] {
  const of = (title: Bilingual, first: string, last = today) => ({ title, first, last })
  const notInFuture = (day: string) => (isPast ? today : day)
  const behind = [
    of(words.today, today),
    of(words.yesterday, addDays(today, -1), addDays(today, -1)),
    of(words.weekAgo, addDays(today, -7), addDays(today, -7)),
    of(words.thisWeek, mondayOf(today), notInFuture(addDays(mondayOf(today), 6))),
    of(words.thisMonth, firstOf(monthOf(today)), notInFuture(lastOf(monthOf(today)))),
    of(words.last7Days, addDays(today, -6)),
    of(words.last30Days, addDays(today, -29)),
  ]
  if (isPast) return behind
  return [...behind, of(words.next7Days, today, addDays(today, 6)), of(words.next30Days, today, addDays(today, 29))]
}
