import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useEffect } from 'react'
import type { Notice } from '../../model/notice.ts'
import { descriptorsKey } from './descriptors-key.ts'
import { useEngine } from './engine-context.ts'
import { indexKey, type ModelIndex } from './model-source.ts'
import type { followEvents } from './server-events.ts'

/** The query of the messages and announcements of the user. */
export const inboxKey = ['inbox'] as const

type Topics = Parameters<typeof followEvents>[0]['topics']

/** Keeps the screens on the server's current Model, and receives the changes of rows and notices. */
export function useLiveModel(parts: readonly { readonly topics?: Topics }[]): void {
  const { session, changes } = useEngine()
  const queries = useQueryClient()
  const notify = useNotify()
  useEffect(() => {
    const stop = new AbortController()
    const onRevision = (revision: string) => {
      // It is sent for problems of saved descriptors too.
      void queries.invalidateQueries({ queryKey: descriptorsKey })
      void follow(queries, revision)
    }
    const notices = (received: readonly unknown[]) => {
      // One of them may be about a task.
      void queries.invalidateQueries({ queryKey: ['flow'] })
      void queries.invalidateQueries({ queryKey: inboxKey })
      void import('./received-notices.tsx').then(({ receiveNotices }) =>
        receiveNotices(received as readonly Notice[], notify),
      )
    }
    const topics = Object.assign({ notices }, ...parts.map(part => part.topics))
    void import('./server-events.ts').then(
      ({ followEvents }) => followEvents({ session, changes, signal: stop.signal, onRevision, topics }),
      // Without the network; the next start of the page loads it.
      () => undefined,
    )
    return () => stop.abort()
  }, [session, changes, queries, notify, parts])
}

/**
 * Refetches the Model when its revision differs from the loaded one, and then the data on the screens. A Model that is
 * being loaded may be the one between two changes, of which the second restored the loaded revision.
 */
async function follow(queries: QueryClient, revision: string): Promise<void> {
  const held = queries.getQueryData<ModelIndex>(indexKey)
  const isLoading = queries.isFetching({ queryKey: indexKey }) > 0
  if (!held || (held.revision === revision && !isLoading)) return
  await queries.invalidateQueries({ queryKey: ['engine'] })
  await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'engine' && queryKey[0] !== 'auth' })
}
