import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import type { AutosaveScope } from '../data/unsaved.ts'
import { useTranslation } from '../words/i18n.ts'

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
  const id = useId()
  const mayKeep = onKeep !== undefined && keepable !== 'none'
  const texts = { all: 'dialog.keepText', part: 'dialog.keepPartText', none: 'dialog.leaveText' } as const
  return (
    <Dialog
      open
      onClose={onStay}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      slotProps={{ paper: { className: 'confirm' } }}
    >
      <DialogTitle id={`${id}-title`}>{translate(mayKeep ? 'dialog.closeTitle' : 'dialog.leaveTitle')}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{translate(texts[mayKeep ? keepable : 'none'])}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button size="large" autoFocus onClick={onStay}>
          {translate('dialog.stay')}
        </Button>
        <Button size="large" variant={mayKeep ? 'outlined' : 'contained'} color="error" onClick={onDiscard}>
          {translate('dialog.leave')}
        </Button>
        {mayKeep && (
          <Button size="large" variant="contained" color="primary" onClick={onKeep}>
            {translate('dialog.keep')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
