import Button from '@mui/material/Button'
import { CloudOff } from 'lucide-react'
import { useSay } from '../i18n.ts'
import './form-bar.css'

/** Says that a save was sent and not answered, and that it is tried again by itself. */
export function CutOffBar({ isBusy, onRetry }: { isBusy: boolean; onRetry(): void }) {
  const say = useSay()
  return (
    <div className="form-bar form-bar-warn" role="status">
      <CloudOff size={16} aria-hidden />
      <span>{say('form.cutOff')}</span>
      <Button size="small" variant="outlined" color="inherit" loading={isBusy} onClick={onRetry}>
        {say('form.retry')}
      </Button>
    </div>
  )
}
