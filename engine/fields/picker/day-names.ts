import type { Language } from '../../model/model.ts'
import { addDays } from './day-arithmetic.ts'

const locales = { zh: 'zh-CN', en: 'en-GB' } as const
const formatters = new Map<string, Intl.DateTimeFormat>()

/** The name of a day or a month; a day is a text, so it is formatted in UTC, where no zone shifts it. */
function named(day: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locales[language], { ...options, timeZone: 'UTC' })
  formatters.set(key, formatter)
  return formatter.format(new Date(`${day}T12:00:00Z`))
}

/** The full name of a day: 2026年11月21日星期六. */
export const dayName = (day: string, language: Language): string => named(day, language, { dateStyle: 'full' })

/** The name of a day's weekday: 星期六, Saturday. */
export const weekdayName = (day: string, language: Language): string => named(day, language, { weekday: 'long' })

/** A month with its year: 2026年11月, November 2026. */
export const monthTitle = (month: string, language: Language): string =>
  named(`${month}-01`, language, { year: 'numeric', month: 'long' })

/** A year alone: 2026年, 2026. */
export const yearTitle = (year: string, language: Language): string =>
  language === 'zh' ? `${Number(year)}年` : String(Number(year))

/** The twelve months: 1月 … 12月, Jan … Dec. */
export const monthNames = (language: Language): readonly string[] =>
  Array.from({ length: 12 }, (_, at) =>
    named(`2026-${String(at + 1).padStart(2, '0')}-01`, language, { month: 'short' }),
  )

/** The days of a week from Monday: the full name and the shortest one. */
export const weekdayNames = (language: Language): readonly { readonly whole: string; readonly short: string }[] =>
  // A Monday.
  Array.from({ length: 7 }, (_, at) => addDays('2026-11-16', at)).map(day => ({
    whole: named(day, language, { weekday: 'long' }),
    short:
      language === 'zh'
        ? named(day, language, { weekday: 'narrow' })
        : named(day, language, { weekday: 'short' }).slice(0, 2),
  }))
