import { useNotify } from 'ra-core'
import { useTranslation } from '../words/i18n.ts'
import { type BulkOrder, type BulkResult, reasonOf, requestBulk } from './bulk.ts'
import { newRequestKey, retryUntilResponse } from './delivery.ts'
import { useEngine } from './engine-context.ts'
import { useWaiting } from './use-done-notice.tsx'

/** Why some records of an operation failed or were not processed, for a message. */
interface Remainder {
  readonly done: number
  readonly smart_count: number
  readonly reason: string
}

/**
 * Runs a bulk operation that shows no progress, and retries it after a lost connection. `onEnd` gets the result, with
 * the remainder unless all records were done; an error is shown here.
 */
export function useUnseenBulk(resource: string, refresh: () => void) {
  const { session } = useEngine()
  const notify = useNotify()
  const wait = useWaiting()
  const translate = useTranslation()
  return async (
    order: Pick<BulkOrder, 'selected' | 'bulkOperation'>,
    onEnd: (result: BulkResult, remainder: Remainder | undefined) => void,
  ): Promise<void> => {
    const signal = session.untilSignedOut()
    const keyed = { ...order, signal, key: newRequestKey() }
    const send = async () => {
      const result = await requestBulk(session, resource, keyed, () => {})
      return result.end === 'broken' ? undefined : result
    }
    try {
      const answer = retryUntilResponse(send, { signal, onDisconnected: () => wait('bulk.cutOff', answer) })
      const result = await answer
      if (!result || signal.aborted) return
      const { done, failed, left, message } = result
      const count = failed.length + left
      const reason = failed[0] ? reasonOf(failed[0]) : (message ?? translate('notice.network'))
      onEnd(result, count === 0 ? undefined : { done: done.length, smart_count: count, reason })
    } catch (error) {
      notify(error instanceof Error ? error.message : 'notice.unknown', { type: 'error' })
    } finally {
      refresh()
    }
  }
}
