import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useEngine } from './engine-context.ts'
import { indexKey, type ModelIndex } from './model-source.ts'
import type { Session } from './session.ts'

const lockName = 'engine-events'
const channelName = 'engine-revision'
/** Timeout of the heartbeat; a stream that is silent for longer is considered dead. */
const silence = 60_000

/** Keeps the screens on the server's current Model: one tab listens and notifies the others. */
export function useLiveModel(): void {
  const { session } = useEngine()
  const queries = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    const channel = new BroadcastChannel(channelName)
    const onNotice = (revision: string) => follow(queries, revision)
    channel.onmessage = ({ data }) => typeof data === 'string' && onNotice(data)
    const onRevision = (revision: string) => {
      onNotice(revision)
      channel.postMessage(revision)
    }
    void lead(stop.signal, () => listen(session, stop.signal, onRevision))
    return () => {
      stop.abort()
      channel.close()
    }
  }, [session, queries])
}

/** Refetches the Model when its revision differs from the loaded one, and then the data on the screens. */
async function follow(queries: QueryClient, revision: string): Promise<void> {
  const held = queries.getQueryData<ModelIndex>(indexKey)
  if (!held || held.revision === revision) return
  await queries.invalidateQueries({ queryKey: ['engine'] })
  await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'engine' && queryKey[0] !== 'auth' })
}

// Browsers know locks only on secure origins; elsewhere every tab listens for itself.
async function lead(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return work()
  await locks.request(lockName, { signal }, work).catch((cause: unknown) => {
    if (!signal.aborted) throw cause
  })
}

async function listen(session: Session, signal: AbortSignal, onRevision: (revision: string) => void): Promise<void> {
  for (let wait = 1000; !signal.aborted; wait = Math.min(wait * 2, 30_000)) {
    const started = Date.now()
    if (session.isOpen()) await readRevisions(session, signal, onRevision).catch(() => undefined)
    if (Date.now() - started > 10_000) wait = 1000
    await pause(wait, signal, session)
  }
}

/** Reads the stream to its end: a line with a revision is a change, any other a heartbeat. */
async function readRevisions(
  session: Session,
  signal: AbortSignal,
  onRevision: (revision: string) => void,
): Promise<void> {
  const dead = new AbortController()
  const response = await session.stream('/api/engine/events', AbortSignal.any([signal, dead.signal]))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  while (reader) {
    const watch = setTimeout(() => dead.abort(), silence)
    const { done, value } = await reader.read().finally(() => clearTimeout(watch))
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const revision = revisionIn(line)
      if (revision) onRevision(revision)
    }
  }
}

/** The revision that one line of the stream names, if it names one. */
export function revisionIn(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined
  const event: unknown = JSON.parse(line)
  const revision = typeof event === 'object' && event !== null && 'revision' in event ? event.revision : undefined
  return typeof revision === 'string' ? revision : undefined
}

/** Resolves after so long, or at once without listeners, or when the user has signed in again. */
const pause = (time: number, signal: AbortSignal, session: Session) =>
  new Promise<void>(resolve => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, time)
    const stop = session.watch(() => session.isOpen() && end())
    signal.addEventListener('abort', end, { once: true })
  })
