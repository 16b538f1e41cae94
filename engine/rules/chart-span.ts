import type { Chart, TimeUnit } from '../model/chart.ts'
import { type Day, dayOf, dayText, monthNumber, plusMonths, weekdayNumber, yearNumber } from './day.ts'

/** Days, both inclusive; with times, from the first and to the last one, inclusive too. */
export interface DaySpan {
  readonly from: Day
  readonly to: Day
  readonly fromTime?: string
  readonly toTime?: string
}

/**
 * `30 days`, `12 weeks`, `today`, `month`, `2026-10-01..2026-10-31` or the same with times; null is all times, undefined
 * another text. An end at midnight includes its day, and fractions of a second are cut.
 */
export function spanOf(text: string, today: Day): DaySpan | null | undefined {
  if (text === 'all') return null
  const [, first, fromTime, last, toTime] =
    /^([^\s.T]+)(?:[ T]([\d:]+)(?:\.\d+)?)?\.\.([^\s.T]+)(?:[ T]([\d:]+)(?:\.\d+)?)?$/.exec(text) ?? []
  if (first !== undefined) {
    const [from, to] = [dayOf(first), dayOf(last)]
    const isWrong = [fromTime, toTime].some(time => time !== undefined && !timeOfDay.test(time))
    if (from === null || to === null || from > to || isWrong) return undefined
    const isWhole = toTime === undefined || midnight.test(toTime) || toTime === '23:59:59'
    return { from, to, ...(fromTime && !midnight.test(fromTime) && { fromTime }), ...(!isWhole && { toTime }) }
  }
  const found = lengthOf(text)
  if (!found) return undefined
  const { count, unit } = found
  const from = {
    day: today - count + 1,
    week: startOf('week', today) - 7 * (count - 1),
    month: plusMonths(startOf('month', today), 1 - count),
    year: plusMonths(startOf('year', today), 12 * (1 - count)),
  }[unit]
  return from === null ? undefined : { from, to: today }
}

const timeOfDay = /^([01]?\d|2[0-3])(:[0-5]?\d){1,2}$/
const midnight = /^[0:]+$/

/** The same span before it, or a year before; undefined where there is none. */
export function previousSpan(text: string, span: DaySpan, compare: Chart['compare']): DaySpan | undefined {
  const { count, unit } =
    compare === 'year' ? yearly : (lengthOf(text) ?? { count: span.to - span.from + 1, unit: 'day' })
  const shifted = (day: Day) =>
    unit === 'day' || unit === 'week' ? day - count * (unit === 'week' ? 7 : 1) : plusMonths(day, -count * months[unit])
  const [from, to] = [shifted(span.from), shifted(span.to)]
  return from === null || to === null ? undefined : { ...span, from, to }
}

const yearly = { count: 1, unit: 'year' } as const
const months = { month: 1, year: 12 } as const

function lengthOf(
  text: string,
): { readonly count: number; readonly unit: 'day' | 'week' | 'month' | 'year' } | undefined {
  if (text === 'today') return { count: 1, unit: 'day' }
  const [, number = '1', word] = /^(?:([1-9]\d{0,3}) )?(day|week|month|year)s?$/.exec(text) ?? []
  const unit = (['day', 'week', 'month', 'year'] as const).find(one => one === word)
  return unit && { count: Number(number), unit }
}

function startOf(unit: 'week' | 'month' | 'year', day: Day): Day {
  if (unit === 'week') return day + 1 - weekdayNumber(day)
  const text = dayText(day) ?? ''
  return dayOf(`${text.slice(0, unit === 'month' ? 7 : 4)}${unit === 'month' ? '' : '-01'}-01`) ?? day
}

/** The keys of the groups of a span, in their order, without gaps. */
export function keysOfSpan({ from, to, fromTime, toTime }: DaySpan, unit: TimeUnit): readonly string[] {
  const [first, last] = [hourOf(fromTime, 0), hourOf(toTime, 23)]
  if (unit === 'hourOfDay') return (from === to ? hours.slice(first, last + 1) : hours).map(String)
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  if (unit === 'hour')
    return days
      .flatMap(day => hours.map(hour => `${dayText(day)} ${String(hour).padStart(2, '0')}:00`))
      .slice(first, 24 * days.length - 23 + last)
  const keys = days.map(day => keyOfDay(day, unit))
  return unit === 'weekday' ? [...new Set(keys)].toSorted() : [...new Set(keys)]
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const hourOf = (time: string | undefined, otherwise: number) =>
  time === undefined ? otherwise : Number.parseInt(time, 10)

/** The last second before a span and the first one after it, as wall times. */
export function secondsAround({ from, to, fromTime, toTime }: DaySpan): readonly string[] {
  const secondsOf = (time: string) =>
    time.split(':').reduce((sum, part, at) => sum + Number(part) * (3_600 / 60 ** at), 0)
  const before = from * 86_400 + secondsOf(fromTime ?? '0') - 1
  const after = toTime === undefined ? (to + 1) * 86_400 : to * 86_400 + secondsOf(toTime) + 1
  return [before, after].map(second => new Date(second * 1_000).toISOString().slice(0, 19).replace('T', ' '))
}

/** The key of the group that contains a wall time. */
export function keyOfTime(wall: string, unit: TimeUnit): string {
  if (unit === 'hour') return `${wall.slice(0, 13)}:00`
  if (unit === 'hourOfDay') return String(Number(wall.slice(11, 13)))
  return keyOfDay(dayOf(wall.slice(0, 10)) ?? 0, unit)
}

/** The key of the group that contains a day. */
export function keyOfDay(day: Day, unit: Exclude<TimeUnit, 'hour' | 'hourOfDay'>): string {
  const text = dayText(day) ?? ''
  switch (unit) {
    case 'day':
      return text
    case 'week': {
      const thursday = startOf('week', day) + 3
      const week = Math.floor((thursday - startOf('year', thursday)) / 7) + 1
      return `${yearText(thursday)}-W${String(week).padStart(2, '0')}`
    }
    case 'month':
      return text.slice(0, 7)
    case 'quarter':
      return `${text.slice(0, 4)}-Q${Math.ceil(monthNumber(day) / 3)}`
    case 'year':
      return text.slice(0, 4)
    case 'weekday':
      return String(weekdayNumber(day))
  }
}

const yearText = (day: Day) => String(yearNumber(day) ?? '').padStart(4, '0')
