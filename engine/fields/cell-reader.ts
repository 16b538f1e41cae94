import type { CellOptions } from '../model/import-view.ts'
import type { Field } from '../model/model.ts'
import { isDate, isTime } from './calendar.ts'
import { writtenTime } from './day.ts'
import { fault } from './fault.ts'
import type { Fault } from './field-type.ts'
import { typeOf } from './index.ts'
import { parseNumber, unitOf } from './number.ts'
import { splitList } from './one-or-many.ts'
import { foldedText, halfWidth } from './text-value.ts'

/** Reads cells of a file with the options chosen for it. */
export interface CellReader {
  isEmpty(text: string): boolean
  /** The values of a list in one cell. */
  split(text: string): string[]
  /** The text as the type of the field reads it; a fault if a choice is missing or does not fit. */
  plain(text: string, field: Field): PlainText
}

type PlainText = { readonly text: string } | { readonly fault: Fault }

/** `wallText`: the text of an instant in the zone of the system, for times with a zone. */
export function cellReader(options: CellOptions, wallText: (instant: number) => string): CellReader {
  const empty = new Set((options.empty ?? []).map(foldedText))
  const separators = options.separators?.filter(one => one !== '') ?? []
  return {
    isEmpty: text => empty.has(foldedText(text)),
    split: separators.length === 0 ? splitList : text => splitBy(text, separators),
    plain(text, field) {
      const { scale, timeKind } = typeOf(field)
      if (scale) return plainNumber(text, field, options)
      if (timeKind === 'date' || timeKind === 'datetime') {
        const day = plainDay(halfWidth(text).trim(), options)
        return timeKind === 'datetime' && 'text' in day ? { text: withoutOffset(day.text, wallText) } : day
      }
      return field.type === 'boolean' ? { text: plainAnswer(text, options) } : { text }
    },
  }
}

function splitBy(text: string, separators: readonly string[]): string[] {
  const parts = separators.reduce((parts, one) => parts.flatMap(part => part.split(one)), [text])
  return parts.map(part => part.trim()).filter(part => part !== '')
}

function plainAnswer(text: string, { yes = [], no = [] }: CellOptions): string {
  const word = foldedText(text)
  if (yes.map(foldedText).includes(word)) return 'true'
  return no.map(foldedText).includes(word) ? 'false' : text
}

/** A day with its parts in another order as `YYYY-MM-DD`; what follows it is kept. */
function plainDay(text: string, { dayOrder }: CellOptions): PlainText {
  const parts = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?=$|[T ,])(.*)$/s.exec(text)
  if (!parts) return { text }
  const [, first = '', , second = '', year = '', rest = ''] = parts
  const asDay = (day: string, month: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const days = { 'day-first': asDay(first, second), 'month-first': asDay(second, first) }
  const possible = new Set(dayOrder ? [days[dayOrder]] : Object.values(days).filter(isDate))
  const [day, other] = possible
  if (other !== undefined) return { fault: fault('day.order', { text }) }
  return { text: day === undefined ? text : day + rest.replace(/^, ?/, ' ') }
}

/** A time with an offset or `Z` as the system's own time. */
export function withoutOffset(text: string, wallText: (instant: number) => string): string {
  const [, day = '', time = '', zone = ''] =
    /^(\d{4}-\d{2}-\d{2})[T ]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}(?::?\d{2})?)$/i.exec(text) ?? []
  const clock = writtenTime(time)
  if (clock === undefined || !isDate(day) || !isTime(clock)) return text
  const [, sign = '', hours = '00', minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  const instant = Date.parse(`${day}T${clock}${sign ? `${sign}${hours}:${minutes}` : 'Z'}`)
  return Number.isNaN(instant) ? text : wallText(instant)
}

function plainNumber(text: string, field: Field, { decimal, percent }: CellOptions): PlainText {
  const written = halfWidth(text)
  const pointed = decimal === 'comma' ? withPoint(written) : written
  if (pointed === undefined) return { fault: fault('number.no-decimal-comma', { text }) }
  const isGrouped = /\d{1,3}(?:,\d{3})+(?!\d)/.test(pointed)
  const isComma = (!isGrouped && /^[^\d,]*\d+,\d+[^\d,]*$/.test(pointed)) || /\d\.\d{3},\d+(?!\d*[.,])/.test(pointed)
  if (decimal !== 'comma' && isComma) return { fault: fault('number.comma', { text }) }
  const [, amount] = /^(.*\d)\s*%$/s.exec(pointed.trim()) ?? []
  if (amount === undefined || unitOf(field, 'zh') === '%') return { text: pointed }
  if (percent === undefined) return { fault: fault('number.percent', { text }) }
  if (percent === 'number') return { text: amount }
  const read = parseNumber(amount, field)
  // A hundredth by its text: a division could add digits.
  return 'fault' in read ? read : { text: plainDigits(Number(`${read.value}e-2`)) }
}

const plainDigits = (value: number): string =>
  String(value).includes('e') ? value.toFixed(17).replace(/\.?0+$/, '') : String(value)

/** A number with a decimal comma as one with a point; undefined if it is none. */
function withPoint(text: string): string | undefined {
  const [, before = '', number = '', after = ''] = /^(\D*)(\d(?:[\d.,'’\s]*\d)?)(.*)$/su.exec(text) ?? []
  const isNumber = /^(?:\d{1,3}(?:[.'’\s]\d{3})+|\d+)(?:,\d+)?$/u.test(number)
  return isNumber ? before + number.replace(/[.'’\s]/gu, '').replace(',', '.') + after : undefined
}
