import { useMemo } from 'react'
import { useEngine } from '../engine/web/data/engine-context.ts'
import { sessionFetch } from '../engine/web/data/session-fetch.ts'
import { type Client, createClient } from '../generated/client.ts'

/** The generated client with the session of the page. */
export function useClient(): Client {
  const { session } = useEngine()
  return useMemo(() => createClient({ baseUrl: '', fetch: sessionFetch(session) }), [session])
}
