import type { Lookups } from '../../rules/run.ts'

type Row = Readonly<Record<string, unknown>>

/** Loads values of records of a resource by their ids. */
export type LoadTargets = (target: string, ids: readonly string[]) => Promise<Readonly<Record<string, Row>>>

/** The records of references that the expressions of an open form read. */
export interface TargetValues {
  readonly lookups: Lookups
  /** Counts the arrivals. */
  readonly version: () => number
  readonly watch: (listener: () => void) => () => void
}

/** A record that an evaluation lacks is loaded, together with the others of that evaluation. */
export function createTargetValues(load: LoadTargets): TargetValues {
  const known = new Map<string, Row>()
  const awaited = new Map<string, Set<string>>()
  const listeners = new Set<() => void>()
  let arrivals = 0
  const request = async () => {
    const all = [...awaited]
    awaited.clear()
    for (const [target, ids] of all) {
      // Without a connection the values stay unknown, and the server evaluates them.
      const found = await load(target, [...ids]).catch(() => ({}) as Readonly<Record<string, Row>>)
      for (const id of ids) known.set(`${target} ${id}`, found[id] ?? {})
    }
    arrivals += 1
    for (const listener of listeners) listener()
  }
  const lack = (target: string, id: string) => {
    if (awaited.size === 0) queueMicrotask(() => void request())
    awaited.set(target, (awaited.get(target) ?? new Set()).add(id))
  }
  return {
    lookups: {
      record(target, id) {
        const row = known.get(`${target} ${id}`)
        if (!row) lack(target, String(id))
        return row
      },
      isBelow: () => null,
    },
    version: () => arrivals,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
