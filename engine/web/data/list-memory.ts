/** A list as it was shown last. */
export interface ListPlace {
  readonly page: number
  readonly perPage: number
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  /** As the data provider is given it. */
  readonly filter: Readonly<Record<string, unknown>>
  readonly total: number
  /** There may be more than `total`. */
  readonly capped: boolean
  /** Of the page shown, in its order. */
  readonly ids: readonly string[]
}

/** Where a record stands in a list that was left. */
export interface Position {
  /** From 1. */
  readonly at: number
  readonly total: number
  readonly capped: boolean
  /** Known where the neighbour stood on a page that was seen. */
  readonly previous?: string
  readonly next?: string
}

/**
 * How each list was left, for as long as the page lives: what it asked, how far it was scrolled, which of its
 * records was opened last, and where the records stood that were seen.
 */
export interface ListMemory {
  /** Told by a list at every answer. A list that asks the same as before keeps its scroll and its mark. */
  keep(resource: string, place: ListPlace): void
  placeOf(resource: string): ListPlace | undefined
  /** Told by a list as it is scrolled. */
  scrolled(resource: string, top: number): void
  scrollOf(resource: string): number
  /** Told by a detail or a form that opens; its row is marked when the list comes back. */
  visited(resource: string, id: string): void
  lastOf(resource: string): string | undefined
  /** Told by whoever learns what stands at a place of the list, and how many there are by now. */
  seen(resource: string, at: number, id: string, total: number): void
  /** Where a record stands; undefined for one that the list did not show. */
  positionOf(resource: string, id: string): Position | undefined
  /** Takes out what was deleted: those behind it move up. */
  removed(resource: string, id: string): void
  /** Forgets all, when somebody signs out. */
  clear(): void
}

interface Remembered {
  place: ListPlace
  scroll: number
  last?: string
  /** What stands where, from 1. */
  places: Map<number, string>
}

/** An empty memory of lists. */
export function createListMemory(): ListMemory {
  const lists = new Map<string, Remembered>()
  return {
    keep(resource, place) {
      const before = lists.get(resource)
      const isSame = before !== undefined && questionOf(before.place) === questionOf(place)
      const first = (place.page - 1) * place.perPage + 1
      lists.set(resource, {
        place,
        scroll: isSame && before.place.page === place.page ? before.scroll : 0,
        ...(before?.last !== undefined && { last: before.last }),
        places: new Map(place.ids.map((id, index) => [first + index, id])),
      })
    },
    placeOf: resource => lists.get(resource)?.place,
    scrolled(resource, top) {
      const list = lists.get(resource)
      if (list) list.scroll = top
    },
    scrollOf: resource => lists.get(resource)?.scroll ?? 0,
    visited(resource, id) {
      const list = lists.get(resource)
      if (list) list.last = id
    },
    lastOf: resource => lists.get(resource)?.last,
    seen(resource, at, id, total) {
      const list = lists.get(resource)
      if (!list) return
      list.places.set(at, id)
      list.place = { ...list.place, total }
    },
    positionOf(resource, id) {
      const list = lists.get(resource)
      const at = list && [...list.places].find(([, one]) => one === id)?.[0]
      if (!list || at === undefined) return undefined
      const { total, capped } = list.place
      const [previous, next] = [list.places.get(at - 1), list.places.get(at + 1)]
      return { at, total, capped, ...(previous && { previous }), ...(next && { next }) }
    },
    removed(resource, id) {
      const list = lists.get(resource)
      const at = list && [...list.places].find(([, one]) => one === id)?.[0]
      if (!list || at === undefined) return
      const left = [...list.places].filter(([place]) => place !== at)
      list.places = new Map(left.map(([place, one]) => [place > at ? place - 1 : place, one]))
      const { total, ids } = list.place
      list.place = { ...list.place, total: Math.max(total - 1, 0), ids: ids.filter(one => one !== id) }
    },
    clear: () => lists.clear(),
  }
}

/** What a list asks, short of the page. */
const questionOf = ({ perPage, sort, filter }: ListPlace): string =>
  JSON.stringify([perPage, sort.field, sort.order, Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1))])
