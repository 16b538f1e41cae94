/** How a number in a sheet is interpreted; a number is the digits that a whole number shows, with leading zeros. */
export type NumberKind = 'number' | 'percent' | 'date' | 'time' | 'datetime' | number

/** Built-in formats; those from 27 on belong to Chinese Excel. */
const known: readonly (readonly [from: number, to: number, kind: NumberKind])[] = [
  [9, 10, 'percent'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'datetime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 47, 'time'],
  [50, 54, 'date'],
  [55, 56, 'time'],
  [57, 58, 'date'],
]

/** The kind of a number format, by its id or its code. */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return known.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'number'
  const bare = code
    .replace(/"[^"]*"/g, '')
    .replace(/[\\_*]./g, '')
    .replace(/\[(?!(h+|m+|s+)\])[^\]]*\]/gi, '')
    .replace(/AM\/PM|A\/P|上午\/下午/gi, 'h')
    .split(';', 1)[0]
  if (!bare || /general/i.test(bare)) return 'number'
  if (bare.includes('%')) return 'percent'
  if (/^00+$/.test(bare)) return bare.length
  const hasTime = /[hs]/i.test(bare)
  const hasDay = /[yd]/i.test(bare) || (/m/i.test(bare) && !hasTime)
  if (hasDay) return hasTime ? 'datetime' : 'date'
  return hasTime ? 'time' : 'number'
}

const daySeconds = 86_400

/**
 * A number of a sheet as the text that a user would type. A date without a day, such as 0, is no date; its time is part
 * of the value even where the format shows only the day.
 */
export function textOfNumber(value: number, kind: NumberKind, from1904: boolean): string {
  if (typeof kind === 'number')
    return /^\d+$/.test(String(value)) ? String(value).padStart(kind, '0') : plainNumber(value)
  if (kind === 'percent') return `${plainNumber(value * 100)}%`
  const isDay = value >= 1 || from1904 || kind === 'time'
  if (kind === 'number' || !isDay || value < 0 || value > 2_958_466) return plainNumber(value)
  const total = Math.round(value * daySeconds)
  const time = clock(total % daySeconds)
  if (kind === 'time' && value < 1) return time
  const day = dayOf(Math.floor(total / daySeconds), from1904)
  return kind === 'date' && total % daySeconds === 0 ? day : `${day} ${time}`
}

/**
 * A number with at most 15 digits, the precision of spreadsheets, without an exponent. A greater number keeps its
 * exponent, because its last digits are unknown.
 */
function plainNumber(value: number): string {
  if (Math.abs(value) >= 1e15) return value.toExponential(14).replace('e', 'E')
  const short = Number(value.toPrecision(15))
  const text = String(short)
  return text.includes('e') ? short.toFixed(20).replace(/\.?0+$/, '') : text
}

function dayOf(serial: number, from1904: boolean): string {
  // Excel treats 1900 as a leap year: its days before March are one too high.
  const days = from1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  return new Date(Date.UTC(1899, 11, 30) + days * daySeconds * 1000).toISOString().slice(0, 10)
}

const clock = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(part => String(Math.floor(part)).padStart(2, '0')).join(':')
