import { following } from './following.ts'
import type { ChangesLine, RowChanges } from './row-changes.ts'
import { type Session, timeLimits } from './session.ts'

const lockName = 'engine-events'
const channelName = 'engine-events'
/** Timeout of the heartbeat; a stream that is silent for longer is considered dead. */
const silence = 60_000
/** Lists that open together are requested together. */
const gathering = 30

/** A line of the event stream. */
type EventLine = { readonly revision: string } | ChangesLine

/** The messages between the tabs of a browser, one of which reads the stream. */
type EventMessage =
  | { readonly kind: 'line'; readonly line: EventLine }
  /** The resources whose changes a tab wants. */
  | { readonly kind: 'wants'; readonly resources: readonly string[] }
  /** A new leader requests them of all tabs. */
  | { readonly kind: 'leads' }

interface Following {
  readonly session: Session
  readonly changes: RowChanges
  readonly signal: AbortSignal
  onRevision(revision: string): void
  /** What is called with what was published, by topic. */
  readonly topics: Readonly<Record<string, (contents: readonly unknown[]) => void>>
}

/** Receives the events of the server until the signal: one tab reads the stream and forwards each line to the others. */
export function followEvents({ session, changes, signal, onRevision, topics }: Following): void {
  if (signal.aborted) return
  const channel = new BroadcastChannel(channelName)
  const post = (message: EventMessage) => channel.postMessage(message)
  const tellWants = () => post({ kind: 'wants', resources: changes.wanted() })
  let cursor: string | undefined
  const take = (line: EventLine) => {
    if ('revision' in line) return onRevision(line.revision)
    cursor = line.cursor
    changes.take(line)
    for (const [topic, contents] of Object.entries(line.topics ?? {})) topics[topic]?.(contents)
  }
  /** The resources that other tabs requested, in the leader. */
  const others = new Set<string>()
  let restart: (() => void) | undefined
  channel.onmessage = ({ data }: MessageEvent<EventMessage>) => {
    if (data.kind === 'line') take(data.line)
    else if (data.kind === 'leads') tellWants()
    else {
      const size = others.size
      for (const resource of data.resources) others.add(resource)
      if (others.size > size) restart?.()
    }
  }
  const stopWatching = changes.onWanted(() => {
    restart?.()
    tellWants()
  })
  signal.addEventListener('abort', () => {
    stopWatching()
    channel.close()
  })
  const work = async () => {
    post({ kind: 'leads' })
    await listen({
      session,
      signal,
      path: () => streamPath(Object.keys(topics), [...new Set([...others, ...changes.wanted()])], cursor),
      onLine(line) {
        take(line)
        post({ kind: 'line', line })
      },
      onStart(again) {
        restart = again
      },
    })
  }
  void lead(signal, work)
}

/** The address of the stream. The latest resources are the most important: the server accepts a limited number. */
export function streamPath(
  topics: readonly string[],
  resources: readonly string[],
  cursor: string | undefined,
): string {
  const names = resources.slice(-50).join(',')
  const after = cursor === undefined ? '' : `&after=${encodeURIComponent(cursor)}`
  return `/api/engine/events?topics=${topics.join(',')}${names === '' ? '' : `&resources=${names}`}${after}`
}

// Browsers know locks only on secure origins; elsewhere every tab listens for itself.
async function lead(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return work()
  await locks.request(lockName, { signal }, work).catch((cause: unknown) => {
    if (!signal.aborted) throw cause
  })
}

interface Listening {
  readonly session: Session
  readonly signal: AbortSignal
  path(): string
  onLine(line: EventLine): void
  /** Passes on the function that connects again at once, with another path. */
  onStart(again: () => void): void
}

async function listen({ session, signal, path, onLine, onStart }: Listening): Promise<void> {
  for (let wait = 1000; !signal.aborted; wait = Math.min(wait * 2, 30_000)) {
    const started = Date.now()
    const until = following(signal)
    let isAgain = false
    let timer: ReturnType<typeof setTimeout> | undefined
    onStart(() => {
      timer ??= setTimeout(() => {
        isAgain = true
        until.abort()
      }, gathering)
    })
    if (session.isOpen()) await readEvents(session, path(), until.signal, onLine).catch(() => undefined)
    if (Date.now() - started > 10_000) wait = 1000
    if (isAgain) wait = 500
    else await pause(wait, until.signal, session)
    clearTimeout(timer)
    until.abort()
  }
}

/** Reads the stream to its end. */
async function readEvents(
  session: Session,
  path: string,
  signal: AbortSignal,
  onLine: (line: EventLine) => void,
): Promise<void> {
  const dead = following(signal)
  const response = await session.stream(path, dead.signal, { limit: timeLimits.none })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  while (reader) {
    const watch = setTimeout(() => dead.abort(), silence)
    const { done, value } = await reader.read().finally(() => clearTimeout(watch))
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const event = eventIn(line)
      if (event) onLine(event)
    }
  }
}

/** The event in one line of the stream; a heartbeat has none. */
export function eventIn(line: string): EventLine | undefined {
  if (!line.startsWith('{')) return undefined
  const event: unknown = JSON.parse(line)
  if (typeof event !== 'object' || event === null) return undefined
  if ('revision' in event && typeof event.revision === 'string') return { revision: event.revision }
  return 'cursor' in event && typeof event.cursor === 'string' ? (event as ChangesLine) : undefined
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
