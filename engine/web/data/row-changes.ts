/** A line of the event stream about rows that other users changed, and notices for the user. */
export interface ChangesLine {
  readonly cursor: string
  readonly changed?: readonly {
    readonly resource: string
    readonly ids: readonly string[]
    readonly more: boolean
    readonly age: number
  }[]
  /** What is published on topics for the user, by topic. */
  readonly topics?: Readonly<Record<string, readonly unknown[]>>
  readonly earlier?: boolean
  readonly missed?: boolean
}

/** Rows that other users changed, for the lists and records on the screen. */
export interface RowChanges {
  /** The position after all changes received so far. */
  position(): number
  /** Changed rows of a resource since a position, at most 100; -1 if there may have been some. */
  count(resource: string, since: number): number
  /** Ids of the rows of a resource that were changed since a position, the latest last. */
  ids(resource: string, since: number): readonly string[]
  /** Whether a record was changed since a position. */
  has(resource: string, id: string, since: number): boolean
  subscribe(listener: () => void): () => void
  /** Requests the changes of a resource. They are received until the page closes. */
  want(resource: string): void
  /** The wanted resources, the latest last. */
  wanted(): readonly string[]
  onWanted(listener: () => void): () => void
  take(line: ChangesLine): void
}

/** The server accepts so many resources in one stream. */
const maxResources = 50
const maxRows = 1000
/** The count of changed rows ends here; `99+` is shown. */
export const maxCounted = 100
/** Clocks of the events and of the page are read at different moments. */
const slack = 2000

export function createRowChanges(now: () => number = () => performance.now()): RowChanges {
  /** The time of each request. */
  const wanted = new Map<string, number>()
  /** By resource, the changed ids in the order of their last change, each with its position. */
  const rows = new Map<string, Map<string, number>>()
  const largeChanges = new Map<string, number>()
  const [listeners, wantListeners] = [new Set<() => void>(), new Set<() => void>()]
  let [position, missedAt] = [0, 0]
  const takeRows = (resource: string, ids: readonly string[]) => {
    const known = rows.get(resource) ?? new Map<string, number>()
    for (const id of ids) {
      known.delete(id)
      known.set(id, position)
    }
    for (const id of [...known.keys()].slice(0, Math.max(0, known.size - maxRows))) known.delete(id)
    rows.set(resource, known)
  }
  const later = (resource: string, since: number) =>
    [...(rows.get(resource) ?? [])].flatMap(([id, at]) => (at > since ? [id] : []))
  const added = (all: Set<() => void>) => (listener: () => void) => {
    all.add(listener)
    return () => all.delete(listener)
  }
  return {
    position: () => position,
    ids: later,
    count(resource, since) {
      if ((largeChanges.get(resource) ?? 0) > since) return maxCounted
      const { length } = later(resource, since)
      return length === 0 && missedAt > since ? -1 : Math.min(length, maxCounted)
    },
    has: (resource, id, since) => (rows.get(resource)?.get(id) ?? 0) > since,
    subscribe: added(listeners),
    want(resource) {
      if (wanted.has(resource)) return
      wanted.set(resource, now())
      const [oldest] = wanted.keys()
      if (wanted.size > maxResources && oldest !== undefined) wanted.delete(oldest)
      for (const listener of wantListeners) listener()
    },
    wanted: () => [...wanted.keys()],
    onWanted: added(wantListeners),
    take({ changed = [], earlier = false, missed = false }) {
      const known = changed.filter(({ resource, age }) => {
        const since = wanted.get(resource)
        // What was written before a list was opened is already in it.
        return since !== undefined && !(earlier && age > now() - since + slack)
      })
      if (known.length === 0 && !missed) return
      position++
      if (missed) missedAt = position
      for (const { resource, ids, more } of known) {
        takeRows(resource, ids)
        if (more) largeChanges.set(resource, position)
      }
      for (const listener of listeners) listener()
    },
  }
}
