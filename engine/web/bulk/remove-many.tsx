import { RemoveDialog } from '../list/remove-dialog.tsx'
import { type Asked, useQuestion } from './work-dialog.tsx'

interface RemoveManyProps extends Asked {
  readonly note: string
  readonly isBusy: boolean
  onConfirm(): void
  onClose(): void
}

/** Asks before selected records are deleted, and names the first of them. */
export function RemoveMany(props: RemoveManyProps) {
  const { below, isHeld } = useQuestion(props, { kind: 'remove' })
  const { count, note, isBusy, onConfirm, onClose } = props
  return <RemoveDialog {...{ count, note, isBusy, isHeld, onConfirm, onClose }}>{below}</RemoveDialog>
}
