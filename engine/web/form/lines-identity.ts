import type { FormLine } from './lines-columns.ts'

/**
 * Lines, each with a number that stays the same when it moves. It exists while lines are edited, and is never stored.
 */
export interface KnownLines {
  readonly lines: readonly FormLine[]
  readonly identities: readonly number[]
  /** The number of the next added line. */
  readonly next: number
}

export const noLinesKnown: KnownLines = { lines: [], identities: [], next: 0 }

/**
 * The lines as they now are. One is still itself where it is the same object or has the same id; else where no line
 * was removed and it is at the position of one that is not found otherwise, because a computed value makes new line objects.
 */
export function followed(before: KnownLines, lines: readonly FormLine[]): KnownLines {
  if (lines === before.lines) return before
  const left = new Map(before.lines.map((line, at) => [line, before.identities[at]] as const))
  const byId = new Map(
    before.lines.flatMap(line => (line['id'] === undefined ? [] : [[String(line['id']), line] as const])),
  )
  const found = lines.map(line => {
    const was = left.has(line) ? line : byId.get(String(line['id']))
    const identity = was && left.get(was)
    if (was) left.delete(was)
    return identity
  })
  let { next } = before
  const identities = found.map((identity, at) => {
    const was = lines.length < before.lines.length ? undefined : before.lines[at]
    return identity ?? (was && left.get(was)) ?? next++
  })
  return { lines, identities, next }
}
