import type { ReactNode } from 'react'
import './segments.css'

interface SegmentsProps {
  readonly label: string
  /** The label is for screen readers only. */
  readonly isLabelHidden?: boolean
  readonly children: ReactNode
}

/** A choice of a few values that are all shown. */
export const Segments = ({ label, isLabelHidden = false, children }: SegmentsProps) => (
  <fieldset
    className="segments row gap-12 min-0 stack-phone items-start-phone gap-4-phone"
    {...(isLabelHidden && { 'aria-label': label })}
  >
    {!isLabelHidden && <legend className="muted size-13 nowrap">{label}</legend>}
    <div className="flex round-8 hovered p-2">{children}</div>
  </fieldset>
)

interface SegmentProps {
  readonly isOn: boolean
  onChoose(): void
  readonly children: ReactNode
}

export const Segment = ({ isOn, onChoose, children }: SegmentProps) => (
  <button
    className="muted size-13 nowrap h-28 round-6 px-10 h-44-phone"
    type="button"
    aria-pressed={isOn}
    onClick={onChoose}
  >
    {children}
  </button>
)
