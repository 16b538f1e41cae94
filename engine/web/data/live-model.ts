import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useEngine } from './engine-context.ts'
import { indexKey, type ModelIndex } from './model-source.ts'

/** Keeps the screens on the server's current Model, and receives the changes of rows. */
export function useLiveModel(): void {
  const { session, changes } = useEngine()
  const queries = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    const onRevision = (revision: string) => void follow(queries, revision)
    void import('./server-events.ts').then(
      ({ followEvents }) => followEvents({ session, changes, signal: stop.signal, onRevision }),
      // Without the network; the next start of the page loads it.
      () => undefined,
    )
    return () => stop.abort()
  }, [session, changes, queries])
}

/** Refetches the Model when its revision differs from the loaded one, and then the data on the screens. */
async function follow(queries: QueryClient, revision: string): Promise<void> {
  const held = queries.getQueryData<ModelIndex>(indexKey)
  if (!held || held.revision === revision) return
  await queries.invalidateQueries({ queryKey: ['engine'] })
  await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'engine' && queryKey[0] !== 'auth' })
}
