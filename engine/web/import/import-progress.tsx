import { Button } from '@mui/material'
import { WorkProgress } from '../components/work-progress.tsx'
import { figure } from '../words/figure.ts'
import { type Translate, useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'
import type { Import, RunningStep } from './use-import.ts'

/** The progress of a step, with a stop button. */
export function ImportProgress({ importing, running }: { importing: Import; running: RunningStep }) {
  const translate = useTranslation(importWords)
  const text = textOf(running, translate)
  return (
    <div className="import-progress p-24">
      <WorkProgress text={text} label={text} share={shareOf(running)}>
        <Button variant="outlined" color="inherit" size="small" onClick={() => void importing.stop()}>
          {translate('importing.stop')}
        </Button>
      </WorkProgress>
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

function textOf(running: RunningStep, translate: Translate<typeof importWords>): string {
  if (running.what === 'send')
    return running.share < 1
      ? translate('importing.sending', { share: Math.floor(running.share * 100) })
      : translate('importing.reading')
  const rows = { done: figure(running.done), total: figure(running.total) }
  return translate(running.what === 'check' ? 'importing.checking' : 'importing.writing', rows)
}
