import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '../words/i18n.ts'

export interface ConfirmDialogProps {
  readonly title: string
  readonly text: string
  readonly confirm: string
  /** The text of the safe answer, where it is not 'cancel'. */
  readonly cancel?: string
  /** There is nothing to decide. */
  readonly isAlert?: boolean
  /** The action cannot be undone. */
  readonly isDestructive?: boolean
  readonly isBusy?: boolean
  /** Of the dialog's root. */
  readonly className?: string
  /** A further confirmation is required. */
  readonly isHeld?: boolean
  /** Content below the text. */
  readonly children?: ReactNode
  /** A third answer, between the others. */
  readonly other?: ReactNode
  onConfirm(): void
  onClose(): void
}

/**
 * A confirmation. The safe answer is on the left and is chosen by Esc, and by Enter too if another one is destructive.
 */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel,
  isAlert,
  isDestructive,
  isBusy,
  className,
  isHeld = false,
  children,
  other,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const translate = useTranslation()
  const id = useId()
  const isSafe = isDestructive === true || other !== undefined
  return (
    <Dialog
      open
      {...(className && { className })}
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      slotProps={{ paper: { className: 'confirm' } }}
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{text}</DialogContentText>
        {children}
      </DialogContent>
      <DialogActions>
        {!isAlert && (
          <Button size="large" autoFocus={isSafe} onClick={onClose}>
            {cancel ?? translate('list.cancel')}
          </Button>
        )}
        {other}
        <Button
          size="large"
          variant="contained"
          color={isDestructive ? 'error' : 'primary'}
          loading={isBusy ?? null}
          disabled={isHeld}
          autoFocus={!isSafe}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
