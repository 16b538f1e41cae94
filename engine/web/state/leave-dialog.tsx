import { useSay } from '../i18n.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveDialogProps {
  /** What would be lost, where it is not what was typed on this page. */
  readonly text?: string
  onStay(): void
  onLeave(): void
}

/** Asks before what was typed and not saved is left behind; the answer that loses nothing is Esc's. */
export function LeaveDialog({ text, onStay, onLeave }: LeaveDialogProps) {
  const say = useSay()
  return (
    <ConfirmDialog
      title={say('dialog.leaveTitle')}
      text={text ?? say('dialog.leaveText')}
      cancel={say('dialog.stay')}
      confirm={say('dialog.leave')}
      isDestructive
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}
