import { useNotify } from 'ra-core'

/**
 * Reports the outcome of a mutation, also if the part of the page that sent it was removed before the response, as what
 * has been applied is: React Query calls the callbacks of `mutate` only while the component is mounted.
 */
export function useOutcome() {
  const notify = useNotify()
  return <T>(sent: Promise<T>, report: (result: T) => void): void =>
    void sent.then(report, (error: Error) => notify(error.message, { type: 'error' }))
}
