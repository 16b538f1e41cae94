import { isDate, isTime } from '../calendar.ts'
import { writtenDay, writtenTime } from '../day.ts'
import { halfWidth } from '../text-value.ts'
import { addDays, addMonths, firstOf, lastOf, mondayOf, monthOf } from './day-arithmetic.ts'

/**
 * The day of a typed text, `YYYY-MM-DD`; undefined where it cannot be read. Days are written whole (`2026-11-21`,
 * `20261121`), without their year (`11-21`, `1121`: this year's), as a word (今天, yesterday, 下周五, 月底) or as a distance
 * (`+7`, `-2w`, 3天前).
 */
export function typedDay(typed: string, today: string): string | undefined {
  const text = halfWidth(typed).trim().toLowerCase()
  const day = writtenDay(text) ?? ofThisYear(text, today) ?? ofThisMonth(text, today) ?? parsedDay(text, today)
  return day !== undefined && isDate(day) ? day : undefined
}

/** The time of a typed text, `HH:mm:ss`: `9:05`, `905`, `9点半`, `3pm`, 下午3点, 现在. `now` is the current time. */
export function typedTime(typed: string, now: string): string | undefined {
  const text = halfWidth(typed).trim().toLowerCase().replaceAll(' ', '')
  if (/^(现在|此刻|now)$/.test(text)) return toMinute(now)
  const half = /^(上午|早上|中午|下午|晚上)?(.+?)(am|pm)?$/.exec(text)
  const time = half && clockText(half[2] ?? '')
  if (!time) return undefined
  const isLate = half[1] === '下午' || half[1] === '晚上' || half[3] === 'pm'
  const hour = Number(time.slice(0, 2))
  const hours = isLate && hour < 12 ? hour + 12 : half[3] === 'am' && hour === 12 ? 0 : hour
  const whole = `${two(hours)}${time.slice(2)}`
  return isTime(whole) ? whole : undefined
}

/**
 * The moment of a typed text, `YYYY-MM-DD HH:mm:ss`: a day and a time, or either. A time alone is today's; a day alone
 * gets the current time to the minute. `now` is the current time in the same form.
 */
export function typedMoment(typed: string, now: string): string | undefined {
  const text = typed.trim()
  if (/^(现在|此刻|now)$/i.test(text)) return toMinute(now)
  const today = now.slice(0, 10)
  const day = typedDay(text, today)
  if (day !== undefined) return `${day} ${now.slice(11, 16)}:00`
  // Both the day and the time may contain spaces.
  for (const gap of text.matchAll(/[\sT]+|(?<=[日号天])(?=\d)/g)) {
    const first = typedDay(text.slice(0, gap.index), today)
    const time = typedTime(text.slice(gap.index + gap[0].length), now.slice(11))
    if (first !== undefined && time !== undefined) return `${first} ${time}`
  }
  const time = typedTime(text, now.slice(11))
  return time === undefined ? undefined : `${today} ${time}`
}

function ofThisYear(text: string, today: string): string | undefined {
  const parts = /^(\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(\d{1,2})月(\d{1,2})[日号]?$/.exec(text) ?? pair(text)
  return parts ? `${today.slice(0, 4)}-${two(parts[1])}-${two(parts[2])}` : undefined
}

const pair = (text: string) => /^(\d{2})(\d{2})$/.exec(text)

function ofThisMonth(text: string, today: string): string | undefined {
  const parts = /^(\d{1,2})[日号]$/.exec(text)
  return parts ? `${monthOf(today)}-${two(parts[1])}` : undefined
}

/** Words for days, as a distance from today. */
const nearDays: Readonly<Record<string, number>> = {
  今天: 0,
  今日: 0,
  today: 0,
  昨天: -1,
  昨日: -1,
  yesterday: -1,
  前天: -2,
  明天: 1,
  明日: 1,
  tomorrow: 1,
  后天: 2,
  大后天: 3,
}

const weeks: Readonly<Record<string, number>> = { 上: -7, 本: 0, 这: 0, 下: 7 }
const weekdays = '一二三四五六日'

function parsedDay(text: string, today: string): string | undefined {
  const near = nearDays[text]
  if (near !== undefined) return addDays(today, near)
  if (/^(本?月底|本?月末)$/.test(text)) return lastOf(monthOf(today))
  if (/^(本?月初)$/.test(text)) return firstOf(monthOf(today))
  const named = /^(上|本|这|下)?(?:周|星期|礼拜)([一二三四五六日天])$/.exec(text)
  if (named) {
    const weekday = weekdays.indexOf(named[2] === '天' ? '日' : (named[2] ?? ''))
    return addDays(mondayOf(today), weekday + (weeks[named[1] ?? '本'] ?? 0))
  }
  return distant(text, today)
}

/** `+7`, `-2周`, `3天前`, `1个月后`. */
function distant(text: string, today: string): string | undefined {
  const signed = /^([+-])\s*(\d{1,4})\s*(天|日|d|周|w|个?月|m|年|y)?$/.exec(text)
  const relative = /^(\d{1,4})\s*(天|日|周|个?月|年)(以?前|之前|以?后|之后)$/.exec(text)
  if (!signed && !relative) return undefined
  const [count, unit = '天', isBack] = signed
    ? [Number(signed[2]), signed[3], signed[1] === '-']
    : [Number(relative?.[1]), relative?.[2], relative?.[3]?.endsWith('前') === true]
  const by = isBack ? -count : count
  if (/[年y]/.test(unit)) return addMonths(today, by * 12)
  if (/[月m]/.test(unit)) return addMonths(today, by)
  return addDays(today, /[周w]/.test(unit) ? by * 7 : by)
}

/** `9`, `905`, `090530`, `9点`, `9点半`, `9点05分`, and the forms of files. */
function clockText(text: string): string | undefined {
  const written = writtenTime(text)
  if (written !== undefined) return written
  const parts = /^(\d{1,2})[点时](?:(半)|(\d{1,2})分?)?$/.exec(text)
  if (parts) return `${two(parts[1])}:${parts[2] ? '30' : two(parts[3] ?? '0')}:00`
  const bare = /^(\d{1,2})(?:(\d{2})(\d{2})?)?$/.exec(text)
  return bare ? `${two(bare[1])}:${two(bare[2] ?? '0')}:${two(bare[3] ?? '0')}` : undefined
}

/** The current time as it is shown, so that the stored value is the shown one. */
export const toMinute = (now: string): string => now.replace(/:\d{2}$/, ':00')

const two = (part: number | string | undefined) => String(part ?? '').padStart(2, '0')
