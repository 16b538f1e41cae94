/** Whether the server can be reached. */
export interface Connection {
  isDown(): boolean
  watch(listener: () => void): () => void
  /**
   * Calls back when the server is there again, so that what is shown is read anew: at once, but ever later where the
   * reading itself brings the line down again.
   */
  whenBack(listener: () => void): () => void
  /** Asks the server at once whether it is there again. */
  tryNow(): void
}

/** What a line stands on, given so that tests stand in for it. */
export interface ConnectionParts {
  readonly fetch: typeof fetch
  /** Calls back after so many milliseconds; the function given back prevents it. */
  later(act: () => void, milliseconds: number): () => void
}

/** The server is asked this often while it does not answer. */
export const probeEvery = 3000
/** The pause before a second reading, which doubles up to the longest, until the line has held, or been gone, for so long. */
export const backPause = { first: 2000, longest: 60_000, stable: 10_000 }
const probePath = '/health/live'

/** What a gateway answers when there is nobody behind it. */
const noServer = new Set([502, 504])

/**
 * Watches every call of the page: one that comes to nothing says that the line is down, and from then on the server is
 * asked until it answers. Calls go through the `fetch` given back.
 */
export function createConnection({ fetch, later }: ConnectionParts): {
  readonly connection: Connection
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
    void fetch(probePath, { cache: 'no-store' })
      .then(received)
      .catch(() => set(true))
      .then(() => {
        cancel?.()
        if (isDown) cancel = later(probe, probeEvery)
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
        // Who gave up waiting says nothing of the line.
        if (!asked[1]?.signal?.aborted) set(true)
        throw cause
      }
    },
  }
}

/**
 * Says when to read anew. Some calls may fail for good while others answer: each reading then loses the line and finds
 * it again, and only a pause that grows ends that circle.
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
    // Gone for so long, it was no reading that lost it.
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

/** The line of a browser's page. The system's own word that the network is gone is heard, too. */
export function browserConnection(): { readonly connection: Connection; readonly fetch: typeof fetch } {
  const made = createConnection({
    fetch: (...all) => window.fetch(...all),
    later: (act, milliseconds) => {
      const timer = setTimeout(act, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  window.addEventListener('online', () => made.connection.tryNow())
  window.addEventListener('offline', () => made.connection.tryNow())
  return made
}
