import type { Dictionary, DictionaryColour, Lifecycle } from './model.ts'

/** The tag shape of one state. */
export interface StateShape {
  readonly kind: 'start' | 'between' | 'done' | 'failed' | 'late' | 'dot'
  /** The completed share of the lifecycle, from 0 to 1. */
  readonly share: number
  readonly colour: DictionaryColour
}

/**
 * The shape of every state by the name of its entry, derived from the lifecycle alone: start is a dashed ring, an end a
 * disc with a check (a cross if it is red), red before the end a disc with an exclamation mark, any other state a ring
 * filled by its progress.
 */
export function stateShapes(lifecycle: Lifecycle, dictionary: Dictionary): ReadonlyMap<string, StateShape> {
  const steps = stepsFrom(lifecycle)
  const whole = Math.max(1, ...lifecycle.final.map(name => steps.get(name) ?? 0))
  return new Map(
    dictionary.entries.map(({ name, colour = 'grey' }) => {
      const share = Math.min(1, (steps.get(name) ?? 0) / whole)
      return [name, { kind: kindOf(lifecycle, name, colour), share, colour }]
    }),
  )
}

function kindOf(lifecycle: Lifecycle, name: string, colour: DictionaryColour): StateShape['kind'] {
  if (lifecycle.final.includes(name)) return colour === 'red' ? 'failed' : 'done'
  if (name === lifecycle.initial) return 'start'
  return colour === 'red' ? 'late' : 'between'
}

/** The shapes of a record's states: of the lifecycle, or dots for a plain dictionary. */
export const shapesOf = (lifecycle: Lifecycle | undefined, dictionary: Dictionary): ReadonlyMap<string, StateShape> =>
  lifecycle
    ? stateShapes(lifecycle, dictionary)
    : new Map(dictionary.entries.map(({ name, colour = 'grey' }) => [name, { kind: 'dot', share: 0, colour }]))

/** The length of the shortest path of transitions from the start to each state. */
function stepsFrom({ initial, transitions }: Lifecycle): ReadonlyMap<string, number> {
  const steps = new Map([[initial, 0]])
  for (const [state, step] of steps) {
    for (const transition of transitions) {
      if (transition.from.includes(state) && !steps.has(transition.to)) steps.set(transition.to, step + 1)
    }
  }
  return steps
}
