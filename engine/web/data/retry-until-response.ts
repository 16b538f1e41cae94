import { hasNoResponse } from './submission.ts'

/** The first and the longest pause before a retry, in milliseconds. */
export const pauses = { first: 2000, longest: 15_000 } as const

interface Waiting {
  /** Ends the waiting; the result is then undefined. */
  readonly signal: AbortSignal
  /** Called once, when the first response is missing. */
  onDisconnected(): void
}

/**
 * Retries until there is a response: when the browser is online again, and with increasing delays. `send` returns
 * undefined, or throws the fault of a lost connection, if the outcome is unknown.
 */
export async function retryUntilResponse<Answer>(
  send: () => Promise<Answer | undefined>,
  { signal, onDisconnected }: Waiting,
): Promise<Answer | undefined> {
  for (let pause: number = pauses.first; !signal.aborted; pause = Math.min(pause * 2, pauses.longest)) {
    const answer = await send().catch((error: unknown) => {
      if (!signal.aborted && !hasNoResponse(error)) throw error
    })
    if (answer !== undefined) return answer
    if (signal.aborted) break
    if (pause === pauses.first) onDisconnected()
    await passed(pause, signal)
  }
  return undefined
}

/** Resolves after so long, or at once when the connection is back or the wait is aborted. */
function passed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
