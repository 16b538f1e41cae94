import { newRequestKey, retryUntilResponse } from './delivery.ts'
import { useEngine } from './engine-context.ts'
import { useWaiting } from './use-done-notice.tsx'

/** What follows the response, now or after retries. */
interface Settlement<Answer> {
  done(answer: Answer): void
  /** The server refused the request. */
  refused(error: unknown): void
}

/** `waiting` while there is no response: the request is being retried, and its settlement follows. */
export type FirstOutcome = 'done' | 'refused' | 'waiting'

/**
 * Sends a change, and retries it with the same idempotency key until the server responds, so that it is made once.
 * Meanwhile a message shows that it waits, also after its screen was closed. Returns the outcome of the first attempt.
 */
export function useRetriedRequest() {
  const { session } = useEngine()
  const wait = useWaiting()
  return <Answer>(
    send: (key: string) => Promise<Answer>,
    { done, refused }: Settlement<Answer>,
  ): Promise<FirstOutcome> => {
    const key = newRequestKey()
    const signal = session.untilSignedOut()
    return new Promise(resolve => {
      const onDisconnected = () => {
        wait('notice.waiting', settled)
        resolve('waiting')
      }
      const settled = retryUntilResponse(async () => ({ answer: await send(key) }), { signal, onDisconnected }).then(
        response => {
          if (response && !signal.aborted) done(response.answer)
          resolve('done')
        },
        (error: unknown) => {
          refused(error)
          resolve('refused')
        },
      )
    })
  }
}
