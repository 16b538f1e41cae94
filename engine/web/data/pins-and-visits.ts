import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useEngine } from './engine-context.ts'
import { indexKey, type ModelIndex } from './model-source.ts'

/** A record that the user opened recently. */
export interface Visited {
  readonly resource: string
  readonly id: string
  readonly name: string
}

const visitsKey = ['engine', 'visits'] as const

/** Pins and unpins lists. The change is shown at once, and reverted if the server refuses. */
export function usePins(): { toggle(name: string): void } {
  const { session } = useEngine()
  const queries = useQueryClient()
  const show = (name: string, isPinned: boolean) =>
    queries.setQueryData<ModelIndex>(
      indexKey,
      index =>
        index && { ...index, pinned: [...index.pinned.filter(one => one !== name), ...(isPinned ? [name] : [])] },
    )
  const { mutate } = useMutation({
    mutationFn: ({ name, pinned }: { readonly name: string; readonly pinned: boolean }) =>
      session.call<null>(`/api/engine/pins/${encodeURIComponent(name)}`, { method: 'PUT', body: { pinned } }),
    onMutate: ({ name, pinned }) => void show(name, pinned),
    onError: (_error, { name, pinned }) => void show(name, !pinned),
    scope: { id: 'pins' },
  })
  const toggle = useCallback(
    (name: string) => mutate({ name, pinned: !queries.getQueryData<ModelIndex>(indexKey)?.pinned.includes(name) }),
    [mutate, queries],
  )
  return { toggle }
}

/** The recently opened records, latest first; requested when the page is idle, or at once. */
export function useVisits({ atOnce = false } = {}): readonly Visited[] {
  const { session } = useEngine()
  const isQuiet = useQuiet() || atOnce
  const { data = [] } = useQuery({
    queryKey: visitsKey,
    queryFn: ({ signal }) => session.call<readonly Visited[]>('/api/engine/visits', { signal }),
    enabled: isQuiet,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** Remembers at the server that a record is looked at; nothing is remembered of a page that is passed through. */
export function useVisit(record: { readonly resource: string; readonly id: string } | undefined): void {
  const { session } = useEngine()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (body: { readonly resource: string; readonly id: string }) =>
      session.call<readonly Visited[]>('/api/engine/visits', { method: 'PUT', body, isChange: false }),
    async onSuccess(visits) {
      await queries.cancelQueries({ queryKey: visitsKey })
      queries.setQueryData(visitsKey, visits)
    },
    scope: { id: 'visits' },
  })
  const { resource, id } = record ?? {}
  useEffect(() => {
    if (resource === undefined || id === undefined) return
    const timer = setTimeout(() => mutate({ resource, id }), patience)
    return () => clearTimeout(timer)
  }, [resource, id, mutate])
}

/** By then the page's own requests are answered. */
const patience = 1500

function useQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return isQuiet
}
