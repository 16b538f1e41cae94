import { useNotify } from 'ra-core'
import { useRef } from 'react'

/**
 * Sends a mutation and reports its outcome, also if the part of the page that sent it was removed before the response,
 * as what has been applied is: React Query calls the callbacks of `mutate` only while the component is mounted. A double
 * click sends it once.
 */
export function useOutcome() {
  const notify = useNotify()
  const isSent = useRef(false)
  return <T>(send: () => Promise<T>, report: (result: T) => void): void => {
    if (isSent.current) return
    isSent.current = true
    send()
      .then(report, (error: Error) => notify(error.message, { type: 'error' }))
      .finally(() => {
        isSent.current = false
      })
  }
}
