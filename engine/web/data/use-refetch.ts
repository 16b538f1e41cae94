import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Refetches the data on the screen after records changed; not the Model, whose changes are pushed. */
export function useRefetch(): () => void {
  const queries = useQueryClient()
  return useCallback(() => {
    void queries.invalidateQueries({ predicate: ({ queryKey }) => !isKept(queryKey) })
  }, [queries])
}

/** Refetches after records were deleted: a detail that is about to be left is not read, since it would find nothing. */
export function useRefetchWithout(name: string): () => void {
  const queries = useQueryClient()
  return useCallback(() => {
    const isOfOne = (key: readonly unknown[]) => key[0] === name && key[1] !== 'getList' && key[1] !== 'branch'
    void queries.invalidateQueries({ predicate: ({ queryKey }) => !isKept(queryKey) && !isOfOne(queryKey) })
    void queries.invalidateQueries({ predicate: ({ queryKey }) => isOfOne(queryKey), refetchType: 'none' })
  }, [queries, name])
}

const isKept = ([part]: readonly unknown[]) => part === 'engine' || part === 'auth'
