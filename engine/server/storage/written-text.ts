import { noWords, yesWords } from '../../fields/boolean/field.ts'
import type { NumberMarks } from '../../fields/field-type.ts'
import { literal } from './sql-text.ts'

// Each step of a chain uses its input once: the text of a statement would grow exponentially otherwise. A conversion of
// a column may contain no subquery.

/** All that JavaScript trims. */
const spaces =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
const halfSigns = Array.from({ length: 0x5e }, (_, n) => String.fromCharCode(0x21 + n)).join('')
const fullSigns = Array.from(halfSigns, sign => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')

const translated = (text: string, from: string, to: string) => `translate(${text}, ${literal(from)}, ${literal(to)})`
const replaced = (text: string, pattern: string, by: string, flags = '') =>
  `regexp_replace(${text}, ${literal(pattern)}, ${literal(by)}${flags && `, '${flags}'`})`
const inSteps = (text: string, steps: readonly (readonly [pattern: string, by: string, flags?: string])[]) =>
  steps.reduce((read, [pattern, by, flags]) => replaced(read, pattern, by, flags), text)

const halfWidth = (text: string) => `btrim(${translated(text, fullSigns, halfSigns)}, ${literal(spaces)})`

/** SQL of the boolean that a text means; null for other texts. */
export function booleanWritten(text: string): string {
  const oneOf = (words: readonly string[]) => words.map(literal).join(', ')
  return `case when lower(${halfWidth(text)}) in (${oneOf(yesWords)}) then true when lower(${halfWidth(text)}) in (${oneOf(noWords)}) then false end`
}

const day = '(?!0000)\\d{4}-(0?[1-9]|1[0-2])-(0?[1-9]|[12]\\d|3[01])'
const clock = '([01]?\\d|2[0-3]):[0-5]?\\d(:[0-5]?\\d)?'

/** False for 31 April. `case` prevents PostgreSQL from casting an invalid month. */
const isReal = (text: string) => {
  const first = `(substring(${text} from '^\\d+-\\d+') || '-1')::date`
  return `substring(${text} from '^\\d+-\\d+-(\\d+)')::int <= extract(day from ${first} + interval '1 month -1 day')`
}
const valueIf = (text: string, pattern: string, value: string) =>
  `case when ${text} ~ '^${pattern}$' then case when ${isReal(text)} then ${value} end end`

/** A text in half width; a day in another order as `YYYY-M-D`, where only one order gives a day. */
function dayOrdered(text: string): string {
  const [end, small, great] = ['(?=$|[T ])', '(0?[1-9]|1[0-2])', '(1[3-9]|2\\d|3[01])']
  const ordered = inSteps(halfWidth(text), [
    ['^(\\d{1,2}([./-])\\d{1,2}\\2\\d{4}), ?', '\\1 '],
    [`^${great}([./-])${small}\\2(\\d{4})${end}`, '\\4-\\3-\\1'],
    [`^${small}([./-])${great}\\2(\\d{4})${end}`, '\\4-\\1-\\3'],
    [`^0?([1-9])([./-])0?\\1\\2(\\d{4})${end}`, '\\3-\\1-\\1'],
    [`^(1[0-2])([./-])\\1\\2(\\d{4})${end}`, '\\3-\\1-\\1'],
  ])
  return `btrim(${ordered})`
}

/** The day at the start of a text as `YYYY-M-D`. */
const dayFirst = (text: string) =>
  inSteps(text, [
    ['^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})(?=$|[T ])', '\\1-\\2-\\3'],
    ['^(\\d{4})年(\\d{1,2})月(\\d{1,2})日(?=$|[T ])', '\\1-\\2-\\3'],
    ['^(\\d{4})(\\d{2})(\\d{2})(?=$|[T ])', '\\1-\\2-\\3'],
  ])

/** The time at the end of a text as `H:M:S`. */
const timeLast = (text: string) =>
  inSteps(text, [
    ['(^| )(\\d{1,2})时(\\d{1,2})分$', '\\1\\2:\\3'],
    ['(^| )(\\d{1,2})时(\\d{1,2})分(\\d{1,2})秒$', '\\1\\2:\\3:\\4'],
    ['(^| )(\\d{1,2}:\\d{1,2}:\\d{1,2})\\.\\d{1,6}$', '\\1\\2'],
  ])

/** SQL of the day that a text means; null for other texts. */
export function dayWritten(text: string): string {
  const read = replaced(dayFirst(dayOrdered(text)), '[T ]00:00(:00)?$', '')
  return valueIf(read, day, `(${read})::date`)
}

/** The condition that a text has a fraction of a second, which the times that it means do not. */
export const hasFraction = (text: string): string => `${halfWidth(text)} ~ ':\\d{1,2}\\.\\d*[1-9]'`

/** SQL of the time of day that a text means; null for other texts. */
export function timeWritten(text: string): string {
  const read = timeLast(halfWidth(text))
  return `case when ${read} ~ '^${clock}$' then (${read})::time end`
}

/** SQL of the moment that a text means, with a zone or in that of the system; null for other texts. */
export function momentWritten(text: string): string {
  const ordered = dayOrdered(text)
  const read = timeLast(
    inSteps(dayFirst(ordered), [
      ['^(\\d+-\\d+-\\d+)[T ]+', '\\1 '],
      ['(?<=^\\d+-\\d+-\\d+ .*)[T ]+', '', 'g'],
    ]),
  )
  const local = valueIf(read, `${day}( ${clock})?`, `(${read})::timestamptz`)
  const zone = '\\s*([zZ]|[+-]([01]\\d|2[0-3])(:?[0-5]\\d)?)'
  const zoned = `(?!0000)\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt ]+([01]?\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,6})?)?${zone}`
  const wall = replaced(ordered, '^(.{10})[Tt ]+([\\d:]+).*$', '\\1 \\2')
  const offset = `rpad(${inSteps(ordered, [
    ['^.*[zZ]$', '+00:'],
    ['^.*([+-]\\d{2}):?(\\d{2})?$', '\\1:\\2'],
  ])}, 6, '0')`
  const instant = `((${wall})::timestamp - (${offset})::interval) at time zone 'UTC'`
  return `case when ${ordered} ~ '^${zoned}$' then ${valueIf(ordered, zoned, instant)} else ${local} end`
}

/** SQL of the digits of a number without its unit, currency and separators; null for other texts. */
export function numberWritten(text: string, { before, after }: NumberMarks): string {
  const plain = translated(text, `${fullSigns}\uffe5\u2212\u200b\ufeff`, `${halfSigns}¥-`)
  const oneOf = (marks: readonly string[]) =>
    marks.length === 0 ? '' : `(?:${marks.map(mark => mark.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})?`
  const bare = inSteps(`btrim(${replaced(plain, `[${spaces}]+`, ' ', 'g')})`, [
    [`^(?:([+-]) ?)?${oneOf(before)} ?(?:([+-]) ?)?(\\d[\\d., ]*|\\.\\d+) ?${oneOf(after)}$`, '\\1\\2\\3', 'i'],
    [' $', ''],
  ])
  const grouped = '^[+-]?\\d{1,3}((,\\d{3})+|( \\d{3})+)(\\.\\d+)?$'
  const digits = `case when ${bare} ~ '${grouped}' then ${translated(bare, ', ', '')} else ${bare} end`
  return `substring(${digits} from '^[+-]?(?:\\d{1,30}(?:\\.\\d{0,30})?|\\.\\d{1,30})$')`
}
