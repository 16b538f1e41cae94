import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { Page } from '../data/data-provider.ts'
import { useEngine } from '../data/engine-context.ts'
import type { Position } from '../data/list-memory.ts'

/** A record's place in the list that it was opened from. */
export interface Neighbours extends Position {
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  /** The record before or after it, asked for where no page of the list showed it; null where there is none by now. */
  beside(step: 1 | -1): Promise<string | null>
}

/** Rows that moved in the list since are stepped over, so many at most. */
const mostSteps = 5

/** The neighbours of a record by the list's own question; those that no page showed are asked for ahead. */
export function useNeighbours(resource: string, id: string): Neighbours | undefined {
  const { lists } = useEngine()
  const queries = useQueryClient()
  const queryAt = useQueryAt(resource)
  const position = lists.positionOf(resource, id)
  const { at, total, capped, previous, next } = position ?? { at: 0, total: 0 }
  const hasPrevious = at > 1
  const hasNext = at > 0 && (at < total || capped === true)
  useQuery({ ...queryAt(at - 1), enabled: hasPrevious && previous === undefined })
  useQuery({ ...queryAt(at + 1), enabled: hasNext && next === undefined })
  if (!position) return undefined
  return {
    ...position,
    hasPrevious,
    hasNext,
    async beside(step) {
      const known = step === 1 ? next : previous
      if (known !== undefined) return known
      for (let place = at + step; place > 0 && Math.abs(place - at) <= mostSteps; place += step) {
        const found = await queries.ensureQueryData(queryAt(place))
        if (found !== id) return found
      }
      return null
    },
  }
}

/** What stands at a place of the list as it was asked last; the memory learns it. */
function useQueryAt(resource: string) {
  const { lists } = useEngine()
  const provider = useDataProvider()
  const { sort, filter } = lists.placeOf(resource) ?? {}
  return (at: number) => ({
    queryKey: [resource, 'at', at, sort, filter],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string | null> => {
      const { data, total } = await provider.getList<Page['records'][number]>(resource, {
        pagination: { page: at, perPage: 1 },
        sort: { ...(sort ?? { field: 'id', order: 'ASC' as const }) },
        filter: { ...filter },
        signal,
      })
      const id = data[0] && String(data[0].id)
      if (id === undefined) return null
      lists.seen(resource, at, id, total ?? at)
      return id
    },
  })
}
