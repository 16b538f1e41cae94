import { useNavigate } from 'react-router'
import { operationAddress } from './addresses.ts'
import { useDoneNotice } from './use-done-notice.tsx'
import { useObjectText } from './use-object-text.ts'
import { useRefetch } from './use-refetch.ts'
import { useUnseenBulk } from './use-unseen-bulk.ts'

/** The most records that are undone without showing progress. */
const maxUnseen = 500

/**
 * Undoes an operation from its success message. A long undo runs on the operation's page, which shows
 * its progress.
 */
export function useUndo(resource: string): (operation: string, count: number) => void {
  const navigate = useNavigate()
  const notifyDone = useDoneNotice()
  const whatOf = useObjectText(resource)
  const run = useUnseenBulk('', useRefetch())
  const undo = (operation: string) =>
    run({ selected: { ids: [] }, bulkOperation: { kind: 'undo', operation } }, (result, remainder) => {
      const page = result.operation === undefined ? {} : { operation: result.operation }
      if (remainder) return notifyDone({ message: 'operations.undonePartly', messageArgs: { ...remainder }, ...page })
      const messageArgs = { what: whatOf(result.done.length, result.name) }
      notifyDone({ message: 'operations.undoneCount', messageArgs, ...page })
    })
  return (operation, count) => (count > maxUnseen ? void navigate(operationAddress(operation)) : void undo(operation))
}
