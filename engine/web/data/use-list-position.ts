import { useQueryClient } from '@tanstack/react-query'
import type { ListPosition } from '../../model/list-position.ts'
import { useEngine } from './engine-context.ts'
import { sortQuery } from './page-query.ts'

/** The neighbours of a record in the last query of its list; the responses are stored in the list memory. */
export function useListPosition(resource: string) {
  const { lists, session } = useEngine()
  const queries = useQueryClient()
  const queryOf = (id: string) => {
    const { sort, filter } = lists.placeOf(resource) ?? {}
    return {
      queryKey: [resource, 'neighbours', id, sort, filter],
      queryFn: async ({ signal }: { signal?: AbortSignal }): Promise<ListPosition> => {
        const path = `/api/engine/neighbours/${resource}/${encodeURIComponent(id)}`
        const conditions = Object.entries(filter ?? {}).map(([name, value]) => [name, String(value)])
        const query = { ...sortQuery(sort), ...Object.fromEntries(conditions) }
        const found = await session.call<ListPosition>(path, { query, ...(signal && { signal }) })
        lists.met(resource, id, found)
        return found
      },
    }
  }
  return {
    queryOf,
    /** Requests them unless the cached response is at most that many milliseconds old; undefined if the request fails. */
    fetch: (id: string, staleTime = 0): Promise<ListPosition | undefined> =>
      queries.fetchQuery({ ...queryOf(id), staleTime }).catch(() => undefined),
  }
}
