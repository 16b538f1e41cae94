import { Button, LinearProgress } from '@mui/material'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import type { Import, RunningStep } from './use-import.ts'

/** The progress of a step, with a stop button. */
export function ImportProgress({ importing, running }: { importing: Import; running: RunningStep }) {
  const translate = useTranslation()
  const share = shareOf(running)
  const text = textOf(running, translate)
  return (
    <div className="import-progress grid gap-8 text-13 num">
      <LinearProgress
        aria-label={text}
        {...(share === undefined ? {} : { variant: 'determinate' as const, value: share * 100 })}
      />
      <div className="import-progress-foot row spread">
        <span role="status">{text}</span>
        <Button variant="outlined" color="inherit" size="small" onClick={() => void importing.stop()}>
          {translate('importing.stop')}
        </Button>
      </div>
    </div>
  )
}

// An uploaded file is still being read.
const shareOf = (running: RunningStep): number | undefined =>
  running.what === 'send'
    ? running.share < 1
      ? running.share
      : undefined
    : running.total > 0
      ? running.done / running.total
      : undefined

function textOf(running: RunningStep, translate: ReturnType<typeof useTranslation>): string {
  if (running.what === 'send')
    return running.share < 1
      ? translate('importing.sending', { share: Math.floor(running.share * 100) })
      : translate('importing.reading')
  const rows = { done: figure(running.done), total: figure(running.total) }
  return translate(running.what === 'check' ? 'importing.checking' : 'importing.writing', rows)
}
