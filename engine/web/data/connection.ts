/** Whether the server can be reached. */
export interface Connectivity {
  isDown(): boolean
  watch(listener: () => void): () => void
  /**
   * Calls back when the server responds again, so that the screen is refetched: at once, but with growing delay where the
   * refetch itself fails again.
   */
  whenBack(listener: () => void): () => void
  /** Probes the server at once. */
  tryNow(): void
}

/** Dependencies of a connection; tests replace them. */
export interface ConnectionParts {
  readonly fetch: typeof fetch
  /** Calls back after so many milliseconds; the returned function cancels it. */
  later(act: () => void, milliseconds: number): () => void
  /** Whether the browser reports a network. Without one, a probe that got through is repeated. */
  isOnline?(): boolean
}

/** Milliseconds between probes while the server does not respond. */
export const probeEvery = 3000
/** Milliseconds after which a probe without a response has failed. */
const probeLimit = 5000
/**
 * The pause before a second refetch, in milliseconds. It doubles up to `longest` and is reset after `stable`, up or
 * down.
 */
export const backPause = { first: 2000, longest: 60_000, stable: 10_000 }
const probePath = '/health/live'

/** Statuses of a gateway whose server does not respond. */
const noServer = new Set([502, 504])

/**
 * Watches the requests of the page. A failed one marks the connection as lost; the server is then probed until it
 * responds. Requests go through the returned `fetch`.
 */
export function createConnection({ fetch, later, isOnline = () => true }: ConnectionParts): {
  readonly connection: Connectivity
  readonly fetch: typeof fetch
} {
  const listeners = new Set<() => void>()
  const returns = createReturns(later)
  let isDown = false
  let cancel: (() => void) | undefined
  const set = (next: boolean) => {
    if (isDown === next) return
    isDown = next
    cancel?.()
    if (isDown) cancel = later(probe, probeEvery)
    for (const listener of listeners) listener()
    if (isDown) returns.lost()
    else returns.back()
  }
  const received = (response: Response): Response => {
    set(noServer.has(response.status))
    return response
  }
  const probe = () => {
    cancel?.()
    // Without it, a request that is neither answered nor refused would be the last probe.
    const limit = new AbortController()
    const keep = later(() => limit.abort(), probeLimit)
    void fetch(probePath, { cache: 'no-store', signal: limit.signal })
      .then(received)
      .catch(() => set(true))
      .then(() => {
        keep()
        cancel?.()
        if (isDown || !isOnline()) cancel = later(probe, probeEvery)
      })
  }
  return {
    connection: {
      isDown: () => isDown,
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      whenBack: returns.watch,
      tryNow: probe,
    },
    fetch: async (...asked) => {
      try {
        return received(await fetch(...asked))
      } catch (cause) {
        // An aborted request does not mean a lost connection.
        if (!asked[1]?.signal?.aborted) set(true)
        throw cause
      }
    },
  }
}

/**
 * Decides when to refetch. Some requests may keep failing while others succeed: each refetch then loses and restores
 * the connection, and only a growing pause ends that loop.
 */
function createReturns(later: ConnectionParts['later']) {
  const listeners = new Set<() => void>()
  let pause = 0
  let cancel: (() => void) | undefined
  const soon = (act: () => void, milliseconds: number) => {
    cancel?.()
    cancel = later(act, milliseconds)
  }
  const forget = () => {
    pause = 0
  }
  const notify = () => {
    pause = Math.min(Math.max(pause * 2, backPause.first), backPause.longest)
    soon(forget, backPause.stable)
    for (const listener of listeners) listener()
  }
  return {
    // After so long, the loss was not caused by a refetch.
    lost: () => soon(forget, backPause.stable),
    back() {
      if (pause === 0) notify()
      else soon(notify, pause)
    },
    watch(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The connection of a browser's page. The browser's `online` and `offline` events trigger a probe. */
export function browserConnection(): { readonly connection: Connectivity; readonly fetch: typeof fetch } {
  const made = createConnection({
    fetch: (...all) => window.fetch(...all),
    later: (act, milliseconds) => {
      const timer = setTimeout(act, milliseconds)
      return () => clearTimeout(timer)
    },
    isOnline: () => navigator.onLine,
  })
  window.addEventListener('online', () => made.connection.tryNow())
  window.addEventListener('offline', () => made.connection.tryNow())
  return made
}
