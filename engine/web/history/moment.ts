import { wallText } from '../../rules/zone.ts'
import type { WordKey } from '../words/words.ts'

type Translate = (key: WordKey, blanks?: Readonly<Record<string, string | number>>) => string

/** A time with the needed precision: today and yesterday with the time of day, this year with the day. */
export function momentText(at: string, now: Date, zone: string, translate: Translate): string {
  const [day = '', time = ''] = [at.slice(0, 10), at.slice(11, 16)]
  const today = wallText(now.getTime(), zone).slice(0, 10)
  if (day === today) return translate('history.today', { time })
  if (daysFrom(day, today) === 1) return translate('history.yesterday', { time })
  return day.slice(0, 4) === today.slice(0, 4) ? `${day.slice(5)} ${time}` : `${day} ${time}`
}

/** The number of days between two dates; negative if the second is earlier. */
export const daysFrom = (day: string, other: string): number =>
  Math.round((Date.parse(`${other}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / 86_400_000)
