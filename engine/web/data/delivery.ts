import { useEffect, useRef, useState } from 'react'
import { statusOf } from './request-fault.ts'

type Values = Readonly<Record<string, unknown>>

/** A record as the server stored it. */
export type Stored = Values & { readonly id: string }

/** A request as it was sent. A retry has the same key, so that the server executes it once. */
export type Sent<PendingRequest> = PendingRequest & { readonly key: string }

/** Sends requests one at a time, and keeps the one without a response. */
export interface Delivery<PendingRequest, Answer> {
  /** The request without a response; its outcome is unknown. */
  unanswered(): Sent<PendingRequest> | undefined
  /** Sends a request. An unanswered one must be settled before. */
  send(request: PendingRequest): Promise<Answer>
  /** Retries the unanswered request with the same key. */
  settle(): Promise<Answer>
  /** Drops the unanswered request. */
  drop(): void
}

/** A delivery without a pending request. Tests give their own keys. */
export function createDelivery<PendingRequest, Answer>(
  post: (sent: Sent<PendingRequest>) => Promise<Answer>,
  newKey: () => string = newRequestKey,
): Delivery<PendingRequest, Answer> {
  let open: Sent<PendingRequest> | undefined
  const put = async (sent: Sent<PendingRequest>) => {
    open = sent
    try {
      const answer = await post(sent)
      open = undefined
      return answer
    } catch (error) {
      if (!hasNoResponse(error)) open = undefined
      throw error
    }
  }
  return {
    unanswered: () => open,
    send(request) {
      if (open) throw new Error('The previous request is not settled yet.')
      return put({ ...request, key: newKey() })
    },
    settle() {
      if (!open) throw new Error('No request is without a response.')
      return put(open)
    },
    drop() {
      open = undefined
    },
  }
}

/** The delivery of a screen. While its connection is lost, `retry` is called: it should settle the unanswered request. */
export function useDelivery<PendingRequest, Answer>(
  post: (sent: Sent<PendingRequest>) => Promise<Answer>,
  retry: () => void,
): Delivery<PendingRequest, Answer> & { readonly isDisconnected: boolean } {
  const [isDisconnected, setDisconnected] = useState(false)
  const latest = useRef({ post, retry })
  latest.current = { post, retry }
  const [delivery] = useState(() =>
    createDelivery(async (sent: Sent<PendingRequest>) => {
      try {
        const answer = await latest.current.post(sent)
        setDisconnected(false)
        return answer
      } catch (error) {
        setDisconnected(hasNoResponse(error))
        throw error
      }
    }),
  )
  useEffect(() => {
    if (!isDisconnected) return
    const waiting = new AbortController()
    const repeat = async () => {
      for await (const _ of dueRetries(waiting.signal)) latest.current.retry()
    }
    void repeat()
    return () => waiting.abort()
  }, [isDisconnected])
  const drop = () => {
    delivery.drop()
    setDisconnected(false)
  }
  return { ...delivery, drop, isDisconnected }
}

interface Waiting {
  /** Ends the waiting; the result is then undefined. */
  readonly signal: AbortSignal
  /** Called once, when the first response is missing. */
  onDisconnected(): void
}

/**
 * Retries until there is a response. `send` returns undefined, or throws the fault of a lost connection, if the outcome
 * is unknown.
 */
export async function retryUntilResponse<Answer>(
  send: () => Promise<Answer | undefined>,
  { signal, onDisconnected }: Waiting,
): Promise<Answer | undefined> {
  const attempt = () =>
    send().catch((error: unknown) => {
      if (!signal.aborted && !hasNoResponse(error)) throw error
      return undefined
    })
  const first = await attempt()
  if (first !== undefined || signal.aborted) return first
  onDisconnected()
  for await (const _ of dueRetries(signal)) {
    const answer = await attempt()
    if (answer !== undefined) return answer
  }
  return undefined
}

/** The first and the longest pause before a retry, in milliseconds. */
const pauses = { first: 2000, longest: 15_000 } as const

/** Yields when a retry is due: when the browser is online again, and with increasing delays. */
async function* dueRetries(signal: AbortSignal): AsyncGenerator<undefined> {
  for (let pause: number = pauses.first; ; pause = Math.min(pause * 2, pauses.longest)) {
    await passed(pause, signal)
    if (signal.aborted) return
    yield undefined
  }
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

/** Whether the outcome of a failed request is unknown: no response, or one from a proxy in between. */
export function hasNoResponse(error: unknown): boolean {
  const status = statusOf(error)
  return status === 0 || (status !== undefined && status >= 502 && status !== 507)
}

/**
 * A key by which the server recognises a retried request. `randomUUID` exists on secure origins only; an intranet may
 * have none.
 */
export const newRequestKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** Whether two requests write the same content; id and version are ignored. */
export const hasSameContent = (one: Values, other: Values): boolean => contentOf(one) === contentOf(other)

const contentOf = ({ id: _, version: __, ...content }: Values) =>
  JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)))
