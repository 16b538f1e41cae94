import Button from '@mui/material/Button'
import { CloudOff } from 'lucide-react'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import './form.css'

interface DisconnectedBarProps {
  /** The message, where it is not about a save. */
  readonly text?: string
  readonly isBusy: boolean
  onRetry(): void
}

/** Shows that a request has no response yet, and that it is retried automatically. */
export function DisconnectedBar({ text, isBusy, onRetry }: DisconnectedBarProps) {
  const translate = useTranslation(recordWords)
  return (
    <div className="form-bar form-bar-warn sunken row fixed muted text-13 gap-10 wrap-phone" role="status">
      <CloudOff size={16} aria-hidden />
      <span className="mr-auto">{text ?? translate('form.cutOff')}</span>
      <Button size="small" variant="outlined" color="inherit" loading={isBusy} onClick={onRetry}>
        {translate('form.retry')}
      </Button>
    </div>
  )
}
