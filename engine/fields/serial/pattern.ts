const token = /\{(yyyy|yy|MM|dd|0{1,12})\}/g

const name = '[a-z][a-zA-Z0-9]*'
const filled = `(\\{(yyyy|yy|MM|dd|${name}\\.${name})\\}[^{}]*)*`

/**
 * The pattern of a serial number: any text with dates and fields of references in braces and exactly one run of zeros,
 * the counter.
 */
export const serialPattern = `^[^{}]*${filled}\\{0{1,12}\\}[^{}]*${filled}$`

/** The most characters of a serial number. */
export const longestSerial = 64

/** A field of the record of a reference in a pattern: `{wardId.code}`. */
export interface SerialPart {
  readonly reference: string
  readonly field: string
}

const eachPart = new RegExp(`\\{(${name})\\.(${name})\\}`, 'g')
const onePart = new RegExp(`\\{${name}\\.${name}\\}`)
const eachDate = /\{(yyyy|yy|MM|dd)\}/g
const oneCounter = /\{0+\}/

/** The fields of references in a pattern. */
export const serialParts = (pattern: string): readonly SerialPart[] =>
  [...pattern.matchAll(eachPart)].map(([, reference = '', field = '']) => ({ reference, field }))

/** The pattern of one record, with the texts of the records to which it refers. Their braces are left out. */
export const filledPattern = (pattern: string, textOf: (part: SerialPart) => string): string =>
  pattern.replace(eachPart, (_whole, reference: string, field: string) =>
    textOf({ reference, field }).replace(/[{}]/g, ''),
  )

/**
 * The scope of a serial number's counter: the pattern with its dates filled in. `ZG{yyyy}-{000}` restarts each year,
 * `{0000}` never. `now` begins with `YYYY-MM-DD`.
 */
export function serialScope(pattern: string, now: string): string {
  return pattern.replace(token, (whole, name: string) => dated(name, now) ?? whole)
}

/** The n-th serial number of its scope. A counter that exceeds its zeros keeps all its digits. */
export function serialOf(pattern: string, now: string, n: number): string {
  return pattern.replace(token, (_whole, name: string) => dated(name, now) ?? String(n).padStart(name.length, '0'))
}

/**
 * Whether a number shows its counter, whatever the texts of records are: all of them are on one side of it, with a
 * character between that is not a digit. Otherwise `A1` and 1 could make the number of `A` and 11, by two counters.
 */
export function showsCounter(pattern: string): boolean {
  const [before = '', after = ''] = pattern.replace(eachDate, '').split(oneCounter)
  const between = [...before.split(onePart).slice(1).slice(-1), ...after.split(onePart).slice(0, -1).slice(0, 1)]
  return between.length < 2 && between.every(text => /\D/.test(text))
}

/** The scope of a serial number and its counter; undefined for a text of another form. */
export function readSerial(pattern: string, text: string): { readonly scope: string; readonly n: number } | undefined {
  const { form, counter } = serialForm(pattern)
  const [, before = '', n, after = ''] = new RegExp(form).exec(text) ?? []
  return n === undefined ? undefined : { scope: `${before}${counter}${after}`, n: Number(n) }
}

/**
 * The regular expression of the numbers of a pattern, which JavaScript and PostgreSQL read alike, and the counter as the
 * pattern writes it. Its groups are what is before the counter, the counter, and what is after it.
 */
export function serialForm(pattern: string): { readonly form: string; readonly counter: string } {
  const parts = pattern.split(/(\{[^{}]+\})/)
  const at = parts.findIndex(part => /^\{0+\}$/.test(part))
  const formOfAll = (some: readonly string[]) => `(${some.map(formOf).join('')})`
  const counter = parts[at] ?? ''
  const form = `^${formOfAll(parts.slice(0, at))}(${formOf(counter)})${formOfAll(parts.slice(at + 1))}$`
  return { form, counter }
}

/** The form of a part of a pattern: the text of a record, a date, the counter, or a text as it is. */
function formOf(part: string): string {
  const name = /^\{(.*)\}$/.exec(part)?.[1]
  if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  if (name.includes('.')) return '.*'
  return name.startsWith('0') ? `[0-9]{${name.length},15}` : `[0-9]{${name.length}}`
}

function dated(name: string, now: string): string | undefined {
  switch (name) {
    case 'yyyy':
      return now.slice(0, 4)
    case 'yy':
      return now.slice(2, 4)
    case 'MM':
      return now.slice(5, 7)
    case 'dd':
      return now.slice(8, 10)
    default:
      return undefined
  }
}
