import { useNotify } from 'ra-core'
import { useNavigate } from 'react-router'
import { useTranslation } from '../words/i18n.ts'
import { operationAddress } from './addresses.ts'
import { reasonOf, requestBulk } from './bulk.ts'
import { useEngine } from './engine-context.ts'
import { newRequestKey } from './request-key.ts'
import { retryUntilResponse } from './retry-until-response.ts'
import { useDoneNotice, useWaiting } from './use-done-notice.tsx'
import { useObjectText } from './use-object-text.ts'
import { useRefetch } from './use-refetch.ts'

/** The most records that are undone without showing progress. */
const mostUnseen = 500

/**
 * Undoes an operation from its success message. A long undo runs on the operation's page, which shows
 * its progress.
 */
export function useUndo(resource: string): (operation: string, count: number) => void {
  const { session } = useEngine()
  const notify = useNotify()
  const navigate = useNavigate()
  const notifyDone = useDoneNotice()
  const wait = useWaiting()
  const translate = useTranslation()
  const whatOf = useObjectText(resource)
  const refresh = useRefetch()
  const undo = async (operation: string) => {
    const signal = session.untilSignedOut()
    const work = {
      selected: { ids: [] },
      bulkOperation: { kind: 'undo', operation },
      signal,
      key: newRequestKey(),
    } as const
    const send = async () => {
      const result = await requestBulk(session, '', work, () => {})
      return result.end === 'broken' ? undefined : result
    }
    try {
      const answer = retryUntilResponse(send, { signal, onDisconnected: () => wait('bulk.cutOff', answer) })
      const result = await answer
      if (!result || signal.aborted) return
      const { done, failed, left, message } = result
      const page = result.operation === undefined ? {} : { operation: result.operation }
      if (failed.length + left === 0)
        return notifyDone({
          message: 'operations.undoneCount',
          messageArgs: { what: whatOf(done.length, result.name) },
          ...page,
        })
      const reason = failed[0] ? reasonOf(failed[0]) : (message ?? translate('notice.network'))
      notifyDone({
        message: 'operations.undonePartly',
        messageArgs: { done: done.length, smart_count: failed.length + left, reason },
        ...page,
      })
    } catch (error) {
      notify(error instanceof Error ? error.message : 'notice.unknown', { type: 'error' })
    } finally {
      refresh()
    }
  }
  return (operation, count) => (count > mostUnseen ? void navigate(operationAddress(operation)) : void undo(operation))
}
