const token = /\{(yyyy|yy|MM|dd|0{1,12})\}/g

/** The pattern of a serial: any text with dates in braces and exactly one run of noughts, the counter. */
export const serialPattern = '^[^{}]*(\\{(yyyy|yy|MM|dd)\\}[^{}]*)*\\{0{1,12}\\}[^{}]*(\\{(yyyy|yy|MM|dd)\\}[^{}]*)*$'

/**
 * What a serial counts within: the pattern with its dates filled and its counter left. `ZG{yyyy}-{000}` counts
 * anew each year, `{0000}` for ever. `now` begins with `YYYY-MM-DD`.
 */
export function serialScope(pattern: string, now: string): string {
  return pattern.replace(token, (whole, name: string) => dated(name, now) ?? whole)
}

/** The n-th serial of its scope. A counter that outgrows its noughts keeps all its digits. */
export function serialOf(pattern: string, now: string, n: number): string {
  return pattern.replace(token, (_whole, name: string) => dated(name, now) ?? String(n).padStart(name.length, '0'))
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
