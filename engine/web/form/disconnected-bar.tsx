import Button from '@mui/material/Button'
import { CloudOff } from 'lucide-react'
import { useTranslation } from '../words/i18n.ts'
import './form-bar.css'

interface DisconnectedBarProps {
  /** What is said where it was no save. */
  readonly text?: string
  readonly isBusy: boolean
  onRetry(): void
}

/** Says that something was sent and not answered, and that it is tried again by itself. */
export function DisconnectedBar({ text, isBusy, onRetry }: DisconnectedBarProps) {
  const translate = useTranslation()
  return (
    <div className="form-bar form-bar-warn" role="status">
      <CloudOff size={16} aria-hidden />
      <span>{text ?? translate('form.cutOff')}</span>
      <Button size="small" variant="outlined" color="inherit" loading={isBusy} onClick={onRetry}>
        {translate('form.retry')}
      </Button>
    </div>
  )
}
