import type { Lifecycle } from './model.ts'

/** The path of a lifecycle as the bar of a record shows it. */
export interface StatePath {
  /** The states in order. */
  readonly states: readonly string[]
  /** The number of states that the record has passed, without the current one. */
  readonly passed: number
  /** The current state, if it is not on the main path: it is shown apart. */
  readonly side?: string
}

/**
 * The main path of the lifecycle, and the current state on it or apart from it. Without a declared path, the shortest
 * one from the start through the current state to an end.
 */
export function statePath(lifecycle: Lifecycle, now: string): StatePath {
  const { initial, final, path } = lifecycle
  const toHere = shortest(lifecycle, initial, state => state === now)
  if (!path) {
    const onward = shortest(lifecycle, now, state => final.includes(state), toHere)
    return { states: [...toHere, ...onward.slice(1)], passed: toHere.length - 1 }
  }
  if (path.includes(now)) return { states: path, passed: path.indexOf(now) }
  const last = toHere.findLast(state => path.includes(state)) ?? initial
  return { states: path, passed: path.indexOf(last) + 1, side: now }
}

function shortest(
  { transitions }: Lifecycle,
  from: string,
  isThere: (state: string) => boolean,
  avoid: readonly string[] = [],
): string[] {
  const ways: string[][] = [[from]]
  const seen = new Set([...avoid, from])
  for (const way of ways) {
    const last = way.at(-1) ?? from
    if (isThere(last)) return way
    for (const transition of transitions) {
      if (!transition.from.includes(last) || seen.has(transition.to)) continue
      seen.add(transition.to)
      ways.push([...way, transition.to])
    }
  }
  return [from]
}
