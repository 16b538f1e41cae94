import Button from '@mui/material/Button'
import type { ResourcePart } from '../data/resource-part.ts'
import type { Steps } from './use-steps.tsx'

interface StepButtonsProps {
  readonly part: ResourcePart
  readonly steps: Steps
}

/** The moves and actions open on a record, a button each. */
export function StepButtons({ part, steps: { open, forward, busy, begin } }: StepButtonsProps) {
  // The way forward stands last, where the eye ends.
  return [...open.filter(step => step !== forward), ...(forward ? [forward] : [])].map(step => (
    <Button
      key={step.name}
      variant={step === forward ? 'contained' : 'outlined'}
      color={step === forward ? 'primary' : 'inherit'}
      loading={busy === step.name}
      disabled={busy !== undefined}
      onClick={() => begin(step)}
    >
      {step.title[part.language]}
    </Button>
  ))
}
