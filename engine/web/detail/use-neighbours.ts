import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ListPosition } from '../../model/list-position.ts'
import type { Stored } from '../data/delivery.ts'
import { useEngine } from '../data/engine-context.ts'
import type { Position } from '../data/list-memory.ts'
import { useListPosition } from '../data/use-list-position.ts'

/** The position of a record in the list from which it was opened. */
export interface NeighbourRecords extends Position {
  /** Whether the list still finds the record. */
  readonly isFound: boolean
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  /** The previous and the next record; null if there is none. */
  towards(step: 1 | -1): Promise<string | null>
}

/** Milliseconds for which a response is reused when the user moves to the next record. */
const fresh = 2000

/**
 * The neighbours of a record in the list from which it was opened, by the list's own query. A record that was changed
 * while it was open keeps its former neighbours as long as they are in the list: a user who works through a list sorted
 * by state is not moved by the state that they set.
 */
export function useNeighbours(resource: string, { id, version }: Stored): NeighbourRecords | undefined {
  const { lists } = useEngine()
  const { queryOf, fetch } = useListPosition(resource)
  const seen = lists.positionOf(resource, id)
  const { data, isPending } = useQuery({ ...queryOf(id), enabled: seen !== undefined })
  const opened = useRef<{ readonly id: string; readonly version: unknown; readonly led: ListPosition }>(undefined)
  if (data && opened.current?.id !== id) opened.current = { id, version, led: data }
  if (!seen) return undefined
  const before = opened.current?.id === id && opened.current.version !== version ? opened.current.led : undefined
  const known = data ?? seen
  return {
    at: known.at,
    total: known.total,
    capped: known.capped,
    isFound: data?.isFound ?? true,
    // Until the response arrives, the stored position is used, so that no key press is lost.
    hasPrevious: hasAny(before?.previous, known.previous) || (isPending && (known.at ?? 0) > 1),
    hasNext: hasAny(before?.next, known.next) || (isPending && known.at !== null && known.at < known.total),
    async towards(step) {
      const led = idAt(before, step)
      if (led && (await fetch(led))?.isFound) return led
      // If the connection is lost or the record was deleted, the last known neighbours are used.
      return idAt((await fetch(id, fresh)) ?? known, step)
    },
  }
}

const hasAny = (...ids: readonly (string | null | undefined)[]) => ids.some(id => typeof id === 'string')

const idAt = (found: Partial<Pick<ListPosition, 'previous' | 'next'>> | undefined, step: 1 | -1): string | null =>
  (step === 1 ? found?.next : found?.previous) ?? null
