import LinearProgress from '@mui/material/LinearProgress'
import type { ReactNode } from 'react'

interface WorkProgressProps {
  /** The figures, in words. */
  readonly text: ReactNode
  readonly label: string
  /** From 0 to 1; undefined while it is unknown. */
  readonly share: number | undefined
  /** Right of the figures. */
  readonly children?: ReactNode
}

/** The progress of work: a bar and its figures. */
export function WorkProgress({ text, label, share, children }: WorkProgressProps) {
  return (
    <div className="work-progress grid gap-8 text-13 num">
      <LinearProgress
        aria-label={label}
        variant={share === undefined ? 'indeterminate' : 'determinate'}
        value={(share ?? 0) * 100}
      />
      <div className="row spread">
        <span role="status">{text}</span>
        {children}
      </div>
    </div>
  )
}
