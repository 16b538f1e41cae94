const token = /\{(yyyy|yy|MM|dd|0{1,12})\}/g

/** The pattern of a serial number: any text with dates in braces and exactly one run of zeros, the counter. */
export const serialPattern = '^[^{}]*(\\{(yyyy|yy|MM|dd)\\}[^{}]*)*\\{0{1,12}\\}[^{}]*(\\{(yyyy|yy|MM|dd)\\}[^{}]*)*$'

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

/** The scope of a serial number and its counter; undefined for a text of another form. */
export function readSerial(pattern: string, text: string): { readonly scope: string; readonly n: number } | undefined {
  const parts = pattern.split(/(\{(?:yyyy|yy|MM|dd|0{1,12})\})/)
  const found = new RegExp(`^${parts.map(formOf).join('')}$`).exec(text)
  if (!found) return undefined
  const isCounter = (part: string) => /^\{0+\}$/.test(part)
  const scope = parts.map((part, index) => (isCounter(part) ? part : found[index + 1])).join('')
  return { scope, n: Number(found[parts.findIndex(isCounter) + 1]) }
}

/** The form of a part of a pattern: a date, the counter, or a text as it is. */
function formOf(part: string): string {
  const name = /^\{(.*)\}$/.exec(part)?.[1]
  if (name === undefined) return `(${part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')})`
  return name.startsWith('0') ? `(\\d{${name.length},15})` : `(\\d{${name.length}})`
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
