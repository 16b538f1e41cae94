import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { RemoveDialog } from '../list/remove-dialog.tsx'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import { type Asked, useQuestion } from './work-dialog.tsx'

interface RestoreManyProps extends Asked {
  onConfirm(): void
  onClose(): void
}

interface RemoveManyProps extends RestoreManyProps {
  readonly note: string
  readonly isBusy: boolean
}

/** Asks before selected records are deleted, and names the first of them. */
export function RemoveMany(props: RemoveManyProps) {
  const { below, isHeld } = useQuestion(props, { kind: 'remove' })
  const { count, note, isBusy, onConfirm, onClose } = props
  return <RemoveDialog {...{ count, note, isBusy, isHeld, onConfirm, onClose }}>{below}</RemoveDialog>
}

/** Asks before selected records are restored: how many can be restored, how many cannot, and why. */
export function RestoreMany(props: RestoreManyProps) {
  const translate = useTranslation(workWords)
  const { part, count, onConfirm, onClose } = props
  const { below, isHeld } = useQuestion(props, { kind: 'restore' }, { lines: 2 })
  return (
    <ConfirmDialog
      title={translate('bin.restore')}
      text={translate('bin.restoreSure', { count, resource: part.resource.titles[part.language] })}
      confirm={translate('bin.restoreCount', { count })}
      {...{ isHeld, onConfirm, onClose }}
    >
      {below}
    </ConfirmDialog>
  )
}
