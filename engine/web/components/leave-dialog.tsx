import Button from '@mui/material/Button'
import type { AutosaveScope } from '../data/unsaved.ts'
import { useTranslation } from '../words/i18n.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveDialogProps {
  /** How much can be autosaved; where that is nothing, keeping is not offered. */
  readonly keepable?: AutosaveScope
  onStay(): void
  onKeep?(): void
  onDiscard(): void
}

/** Asks before a page with unsaved input is closed: stay (also Esc), discard, or keep and close. */
export function LeaveDialog({ keepable = 'none', onStay, onKeep, onDiscard }: LeaveDialogProps) {
  const translate = useTranslation()
  const cancel = translate('dialog.stay')
  const discard = translate('dialog.leave')
  if (!onKeep || keepable === 'none')
    return (
      <ConfirmDialog
        title={translate('dialog.leaveTitle')}
        text={translate('dialog.leaveText')}
        cancel={cancel}
        confirm={discard}
        isDestructive
        onConfirm={onDiscard}
        onClose={onStay}
      />
    )
  return (
    <ConfirmDialog
      title={translate('dialog.closeTitle')}
      text={translate(keepable === 'all' ? 'dialog.keepText' : 'dialog.keepPartText')}
      cancel={cancel}
      confirm={translate('dialog.keep')}
      other={
        <Button size="large" variant="outlined" color="error" onClick={onDiscard}>
          {discard}
        </Button>
      }
      onConfirm={onKeep}
      onClose={onStay}
    />
  )
}
