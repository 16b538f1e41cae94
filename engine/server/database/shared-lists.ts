/** Lists of at least this length are sent once. */
const longFrom = 100

/** A statement and its bound values. */
interface Bound {
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * A statement that binds a long list once, wherever the same list is repeated. The owners of a user are part of the
 * conditions on the rows and on each of their references: ten thousand of them are 70 kB, which would be written, sent
 * and read again for each.
 */
export function withSharedLists(text: string, values: readonly unknown[]): Bound {
  const isLong = (value: unknown) => Array.isArray(value) && value.length >= longFrom
  const first = values.map((value, index) => (isLong(value) ? values.indexOf(value) : index))
  if (first.every((at, index) => at === index)) return { text, values }
  const kept = [...new Set(first)]
  const numbers = first.map(at => kept.indexOf(at) + 1)
  return {
    text: text.replace(/\$(\d+)/g, (_placeholder, number: string) => `$${numbers[Number(number) - 1]}`),
    values: kept.map(at => values[at]),
  }
}
