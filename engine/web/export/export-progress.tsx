import LinearProgress from '@mui/material/LinearProgress'
import type { FrameProgress } from '../data/stream.ts'
import { figure } from '../words/figure.ts'
import { useSay } from '../words/i18n.ts'
import { sizeText } from './save-file.ts'

/** How far an export is: a bar and figures; before the first row came, that it has begun. */
export function ExportProgress({ progress }: { progress?: FrameProgress }) {
  const say = useSay()
  const total = progress?.total ?? 0
  const share = progress && total > 0 ? Math.min(100, (100 * progress.rows) / total) : undefined
  const text = progress
    ? say('exporting.written', {
        rows: figure(progress.rows),
        total: figure(total),
        size: sizeText(progress.bytes),
      })
    : say('exporting.starting')
  return (
    <div className="export-progress">
      <LinearProgress
        aria-label={text}
        {...(share === undefined ? {} : { variant: 'determinate' as const, value: share })}
      />
      <span role="status">{text}</span>
    </div>
  )
}
