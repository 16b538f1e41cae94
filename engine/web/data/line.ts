/** Whether the server can be reached. */
export interface Line {
  isDown(): boolean
  watch(listener: () => void): () => void
  /** Asks the server at once whether it is there again. */
  tryNow(): void
}

/** What a line stands on, given so that tests stand in for it. */
export interface LineParts {
  readonly fetch: typeof fetch
  /** Calls back after so many milliseconds; the function given back prevents it. */
  later(act: () => void, milliseconds: number): () => void
}

/** The server is asked this often while it does not answer. */
export const probeEvery = 3000
const probePath = '/health/live'

/** What a gateway answers when there is nobody behind it. */
const noServer = new Set([502, 504])

/**
 * Watches every call of the page: one that comes to nothing says that the line is down, and from then on the server is
 * asked until it answers. Calls go through the `fetch` given back.
 */
export function createLine({ fetch, later }: LineParts): { readonly line: Line; readonly fetch: typeof fetch } {
  const listeners = new Set<() => void>()
  let isDown = false
  let cancel: (() => void) | undefined
  const set = (next: boolean) => {
    if (isDown === next) return
    isDown = next
    cancel?.()
    if (isDown) cancel = later(probe, probeEvery)
    for (const listener of listeners) listener()
  }
  const heard = (response: Response): Response => {
    set(noServer.has(response.status))
    return response
  }
  const probe = () => {
    cancel?.()
    void fetch(probePath, { cache: 'no-store' })
      .then(heard)
      .catch(() => set(true))
      .then(() => {
        cancel?.()
        if (isDown) cancel = later(probe, probeEvery)
      })
  }
  return {
    line: {
      isDown: () => isDown,
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      tryNow: probe,
    },
    fetch: async (...asked) => {
      try {
        return heard(await fetch(...asked))
      } catch (cause) {
        // Who gave up waiting says nothing of the line.
        if (!asked[1]?.signal?.aborted) set(true)
        throw cause
      }
    },
  }
}

/** The line of a browser's page. The system's own word that the network is gone is heard, too. */
export function browserLine(): { readonly line: Line; readonly fetch: typeof fetch } {
  const made = createLine({
    fetch: (...all) => window.fetch(...all),
    later: (act, milliseconds) => {
      const timer = setTimeout(act, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  window.addEventListener('online', () => made.line.tryNow())
  window.addEventListener('offline', () => made.line.tryNow())
  return made
}
