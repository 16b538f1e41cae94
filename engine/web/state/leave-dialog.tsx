import { useSay } from '../i18n.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before what was typed and not saved is left behind; the answer that loses nothing is Esc's. */
export function LeaveDialog({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
  const say = useSay()
  return (
    <ConfirmDialog
      title={say('dialog.leaveTitle')}
      text={say('dialog.leaveText')}
      cancel={say('dialog.stay')}
      confirm={say('dialog.leave')}
      isDestructive
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}
