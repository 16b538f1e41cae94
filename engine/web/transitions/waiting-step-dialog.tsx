import Button from '@mui/material/Button'
import { SheetDialog } from '../components/dialog.tsx'
import { DisconnectedBar } from '../form/disconnected-bar.tsx'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'

interface WaitingStepDialogProps {
  /** The step's title. */
  readonly title: string
  readonly isBusy: boolean
  onRetry(): void
  onClose(): void
}

/** Shows that a step without input has no response yet, while it is retried. */
export function WaitingStepDialog({ title, isBusy, onRetry, onClose }: WaitingStepDialogProps) {
  const translate = useTranslation(recordWords)
  return (
    <SheetDialog
      title={title}
      width={480}
      onClose={onClose}
      foot={close => (
        <Button variant="outlined" color="inherit" onClick={close}>
          {translate('step.stopWaiting')}
        </Button>
      )}
    >
      <DisconnectedBar text={translate('step.cutOff', { step: title })} isBusy={isBusy} onRetry={onRetry} />
    </SheetDialog>
  )
}
