import LinearProgress from '@mui/material/LinearProgress'
import type { FrameProgress } from '../data/stream.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { sizeText } from './save-file.ts'

/** The progress of an export: a bar and figures, or a message before the first row. */
export function ExportProgress({ progress }: { progress?: FrameProgress }) {
  const translate = useTranslation()
  const total = progress?.total ?? 0
  const share = progress && total > 0 ? Math.min(100, (100 * progress.rows) / total) : undefined
  const text = progress
    ? translate('exporting.written', {
        rows: figure(progress.rows),
        total: figure(total),
        size: sizeText(progress.bytes),
      })
    : translate('exporting.starting')
  return (
    <div className="export-progress grid gap-8 text-13 num">
      <LinearProgress
        aria-label={text}
        {...(share === undefined ? {} : { variant: 'determinate' as const, value: share })}
      />
      <span role="status">{text}</span>
    </div>
  )
}
