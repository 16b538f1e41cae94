import { instantOf, wallText } from '../../engine/rules/zone.ts'
import { refuse } from '../../engine/server/errors/refuse.ts'
import type { TimeSpan } from './gateway.ts'

const day = 86_400_000

/** The span between two texts `yyyy-MM-dd HH:mm:ss` of a zone. Refused unless it is in order and at most so long. */
export function spanBetween(
  { from, to }: { from: string; to: string },
  zone: string,
  now: number,
  longest = day,
): TimeSpan {
  const [begin, end] = [instantIn(from, 'from', zone), instantIn(to, 'to', zone)]
  if (end > begin && end - begin <= longest && begin < now) return { from: begin, to: Math.min(end, now) }
  const minutes = longest / 60_000
  throw refuse.input({
    to: {
      zh: `结束时间须晚于开始时间，且不超过 ${minutes} 分钟；开始时间须早于现在`,
      en: `The end must be after the start, by at most ${minutes} minutes, and the start before now`,
    },
  })
}

/** The instant of a text; refused, at the given name, for any other text. */
export function instantIn(text: string, name: string, zone: string): number {
  const at = instantOf(text, zone)
  if (at !== null) return at
  throw refuse.input({ [name]: { zh: '应为 yyyy-MM-dd HH:mm:ss', en: 'Must be yyyy-MM-dd HH:mm:ss' } })
}

/** The days of a month `yyyy-MM`, each `yyyy-MM-dd`, with their spans in a zone. */
export function daysOf(month: string, zone: string): (TimeSpan & { readonly day: string })[] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  // Of no month one day, which is refused.
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate() || 1
  return Array.from({ length: count }, (_, at) => {
    const day = `${month}-${String(at + 1).padStart(2, '0')}`
    return { day, ...instantsOfDay(day, 'month', zone) }
  })
}

/** The span of a day of a zone; refused, at the given name, for what is no day. */
export function instantsOfDay(text: string, name: string, zone: string): TimeSpan {
  const from = instantIn(`${text} 00:00:00`, name, zone)
  const next = new Date(Date.parse(`${text}T00:00:00Z`) + day).toISOString().slice(0, 10)
  return { from, to: instantIn(`${next} 00:00:00`, name, zone) }
}

/** A span as transmitted. */
export const transmitted = ({ from, to }: TimeSpan, zone: string) => ({
  from: wallText(from, zone),
  to: wallText(to, zone),
})
