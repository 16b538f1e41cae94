import { useDelete, useNotify } from 'ra-core'
import { useNavigate } from 'react-router'
import { useEngine } from '../data/engine-context.ts'
import { useSay } from '../i18n.ts'
import { useTab } from '../shell/tab-context.ts'
import { ConfirmDialog } from '../state/confirm-dialog.tsx'
import type { Stored } from './submission.ts'

interface RecordRemovalProps {
  readonly name: string
  readonly record: Stored
  onClose(): void
}

/** Asks, deletes the record at hand, and goes back to its list. */
export function RecordRemoval({ name, record, onClose }: RecordRemovalProps) {
  const say = useSay()
  const notify = useNotify()
  const navigate = useNavigate()
  const tab = useTab()
  const { lists } = useEngine()
  const [remove, { isPending }] = useDelete()
  const confirm = () =>
    remove(
      name,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          lists.removed(name, record.id)
          notify('notice.deleted', { type: 'success' })
          if (tab) tab.leaveFor(`/${name}`)
          else void navigate(`/${name}`)
        },
        onError: error => {
          notify((error as Error).message, { type: 'error' })
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      title={say('list.deleteTitle')}
      text={say('list.deleteSure')}
      confirm={say('list.delete')}
      isDestructive
      isBusy={isPending}
      onClose={onClose}
      onConfirm={confirm}
    />
  )
}
