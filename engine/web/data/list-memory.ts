import type { ListPosition } from '../../model/list-position.ts'

/** The last shown state of a list. */
export interface ListState {
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

/** Last known position of a record in a list that was left. */
export interface Position {
  /** From 1; null where it is not known. */
  readonly at: number | null
  readonly total: number
  readonly capped: boolean
  /** Known where the neighbour was seen too. */
  readonly previous?: string
  readonly next?: string
}

/**
 * The last state of each list while the page is open: its query, scroll position, last opened record, and the positions
 * of loaded records.
 */
export interface ListMemory {
  /**
   * Called by a list at every response. A list with the same query as before keeps its scroll position and its marked
   * row.
   */
  keep(resource: string, place: ListState): void
  placeOf(resource: string): ListState | undefined
  /** Called by a list as it is scrolled. */
  scrolled(resource: string, top: number): void
  scrollOf(resource: string): number
  /** Called by a detail or a form that opens; its row is marked when the list is shown again. */
  visited(resource: string, id: string): void
  lastOf(resource: string): string | undefined
  /** Called with the current neighbours of a record of the list, and the current total. */
  met(resource: string, id: string, position: ListPosition): void
  /** Where a record stood; undefined for one that neither the list showed nor a neighbour led to. */
  positionOf(resource: string, id: string): Position | undefined
  /** Removes a deleted record: those behind it move up. */
  removed(resource: string, id: string): void
  /** Clears everything at sign-out. */
  clear(): void
}

interface Remembered {
  place: ListState
  scroll: number
  last?: string
  records: Map<string, Spot>
}

type Spot = Pick<Position, 'at' | 'previous' | 'next'>

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
        records: new Map(place.ids.map((id, index, ids) => [id, spot(first + index, ids[index - 1], ids[index + 1])])),
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
    met(resource, id, { at, previous, next, total, capped }) {
      const list = lists.get(resource)
      if (!list) return
      const { records } = list
      const atStep = (step: 1 | -1) => (at === null || at + step < 1 ? null : at + step)
      records.set(id, spot(at, previous, next))
      if (previous !== null) records.set(previous, spot(atStep(-1), records.get(previous)?.previous, id))
      if (next !== null) records.set(next, spot(atStep(1), id, records.get(next)?.next))
      list.place = { ...list.place, total, capped }
    },
    positionOf(resource, id) {
      const list = lists.get(resource)
      const known = list?.records.get(id)
      return list && known && { ...known, total: list.place.total, capped: list.place.capped }
    },
    removed(resource, id) {
      const list = lists.get(resource)
      const removedSpot = list?.records.get(id)
      if (!list || !removedSpot) return
      list.records.delete(id)
      for (const [other, { at, previous, next }] of list.records) {
        const isBehind = at !== null && removedSpot.at !== null && at > removedSpot.at
        list.records.set(
          other,
          spot(
            isBehind ? at - 1 : at,
            previous === id ? removedSpot.previous : previous,
            next === id ? removedSpot.next : next,
          ),
        )
      }
      const { total, ids } = list.place
      list.place = { ...list.place, total: Math.max(total - 1, 0), ids: ids.filter(one => one !== id) }
    },
    clear: () => lists.clear(),
  }
}

const spot = (at: number | null, previous?: string | null, next?: string | null): Spot => ({
  at,
  ...(typeof previous === 'string' && { previous }),
  ...(typeof next === 'string' && { next }),
})

/** The query of a list without its page. */
const questionOf = ({ perPage, sort, filter }: ListState): string =>
  JSON.stringify([perPage, sort.field, sort.order, Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1))])
