import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type ReactNode, useState } from 'react'
import type { Bilingual } from '../../model/model.ts'
import { useLanguage } from '../words/i18n.ts'
import { SheetDialog } from './dialog.tsx'

interface ReasonDialogProps {
  readonly title: string
  readonly help: string
  readonly confirm: string
  readonly isDestructive?: boolean
  readonly isBusy: boolean
  readonly error: Error | null
  readonly children?: ReactNode
  onConfirm(reason: string): void
  onClose(): void
}

/** Asks for the reason of an act, which the audit log stores. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, help, confirm, isDestructive = false, isBusy, error, children, onConfirm, onClose } = props
  const language = useLanguage()
  const [reason, setReason] = useState('')
  return (
    <SheetDialog
      title={title}
      help={help}
      width={480}
      isBusy={isBusy}
      onClose={onClose}
      foot={close => (
        <>
          <Button size="large" onClick={close}>
            {words.cancel[language]}
          </Button>
          <Button
            size="large"
            variant="contained"
            color={isDestructive ? 'error' : 'primary'}
            disabled={reason.trim() === ''}
            loading={isBusy}
            onClick={() => onConfirm(reason)}
          >
            {confirm}
          </Button>
        </>
      )}
    >
      {children}
      <TextField
        fullWidth
        multiline
        minRows={2}
        label={words.reason[language]}
        value={reason}
        error={error !== null}
        helperText={error?.message}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        onChange={event => setReason(event.target.value)}
      />
    </SheetDialog>
  )
}

const words = {
  reason: { zh: '理由', en: 'Reason' },
  cancel: { zh: '取消', en: 'Cancel' },
} satisfies Record<string, Bilingual>
