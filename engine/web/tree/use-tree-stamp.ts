import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Changes whenever records of the resource may have changed on this page. */
export function useTreeStamp(resource: string): unknown {
  const queries = useQueryClient()
  useEffect(
    () =>
      queries.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation.state.status !== 'success') return
        if (mutation.options.mutationKey?.[0] === resource) {
          void queries.invalidateQueries({ queryKey: [resource, 'branch'] })
        }
      }),
    [queries, resource],
  )
  // Sends no request: an invalidation of the resource's data invalidates this too.
  return useQuery({ queryKey: [resource, 'branch'], queryFn: () => Date.now(), staleTime: Number.POSITIVE_INFINITY })
    .data
}
