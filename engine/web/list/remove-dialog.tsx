import { useDeleteMany, useListContext, useNotify } from 'ra-core'
import { useSay } from '../i18n.ts'
import { ConfirmDialog } from '../state/confirm-dialog.tsx'

interface RemoveDialogProps {
  readonly name: string
  readonly ids: readonly (string | number)[]
  onClose(): void
}

/** Asks, deletes records of a list once the server agrees, and says so. */
export function RemoveDialog({ name, ids, onClose }: RemoveDialogProps) {
  const say = useSay()
  const notify = useNotify()
  const { onUnselectItems, refetch } = useListContext()
  const [deleteMany, { isPending }] = useDeleteMany()
  const remove = () => {
    const onSuccess = () => {
      notify('notice.deleted', { type: 'success' })
      onUnselectItems()
      refetch()
      onClose()
    }
    const onError = (error: unknown) => {
      notify(error instanceof Error ? error.message : 'notice.unknown', { type: 'error' })
      onClose()
    }
    void deleteMany(name, { ids: [...ids] }, { mutationMode: 'pessimistic', onSuccess, onError })
  }
  return (
    <ConfirmDialog
      title={say('list.deleteTitle')}
      text={say('list.deleteSure')}
      confirm={ids.length > 1 ? `${say('list.delete')} ${ids.length}` : say('list.delete')}
      isDestructive
      isBusy={isPending}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
