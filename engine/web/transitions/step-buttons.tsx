import Button from '@mui/material/Button'
import { ArrowRight, Check, Undo2 } from 'lucide-react'
import type { ResourcePart } from '../data/resource-part.ts'
import { directionOf } from '../record/available-steps.ts'
import type { Steps } from './use-steps.tsx'

interface StepButtonsProps {
  readonly part: ResourcePart
  readonly steps: Steps
}

/** The transitions and actions that are possible for a record, a button each. */
export function StepButtons({ part, steps: { open, barred, forward, busy, begin } }: StepButtonsProps) {
  const refused = barred.map(({ step, why }) => (
    <span key={step.name} data-hint={why}>
      <Button variant="outlined" color="inherit" disabled aria-description={why}>
        {step.title[part.language]}
      </Button>
    </span>
  ))
  // The forward step is last, where reading ends.
  const possible = [...open.filter(step => step !== forward), ...(forward ? [forward] : [])].map(step => {
    const way = directionOf(part, step)
    const Icon = way && ways[way]
    return (
      <Button
        key={step.name}
        variant={step === forward ? 'contained' : 'outlined'}
        color={step === forward ? 'primary' : 'inherit'}
        startIcon={Icon && <Icon size={16} aria-hidden />}
        loading={busy === step.name}
        disabled={busy !== undefined}
        onClick={() => begin(step)}
      >
        {step.title[part.language]}
      </Button>
    )
  })
  return [...refused, ...possible]
}

const ways = { on: ArrowRight, end: Check, back: Undo2 }
