import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ArrowRight, Check, ChevronDown, Undo2 } from 'lucide-react'
import { DisabledReason } from '../components/disabled-reason.tsx'
import { useMenu } from '../components/use-menu.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { directionOf } from '../record/available-steps.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { StepGlyph } from './step-glyph.tsx'
import type { BarredStep, Steps } from './use-steps.tsx'

interface StepButtonsProps {
  readonly part: ResourcePart
  readonly steps: Steps
}

/** The steps that have a button. */
const most = 2

/** The transitions and actions that are possible for a record: the primary one, one more, and a menu of the others. */
export function StepButtons({ part, steps: { open, barred, forward, busy, begin } }: StepButtonsProps) {
  const translate = useTranslation(recordWords)
  const { opener, menu, choose } = useMenu()
  const possible = [...(forward ? [forward] : []), ...open.filter(step => step !== forward)]
  const all: readonly (Partial<BarredStep> & Pick<BarredStep, 'step'>)[] = [
    ...possible.map(step => ({ step })),
    ...barred,
  ]
  const others = all.slice(most)
  // The forward step is last, where reading ends.
  const buttons = forward ? all.slice(0, most).toReversed() : all.slice(0, most)
  return (
    <>
      {others.length > 0 && (
        <Button
          variant="outlined"
          color="inherit"
          endIcon={<ChevronDown size={16} aria-hidden />}
          loading={others.some(({ step }) => step.name === busy)}
          {...opener}
        >
          {translate('step.others', { smart_count: others.length })}
        </Button>
      )}
      <Menu {...menu}>
        {others.map(({ step, why }) => (
          <MenuItem
            key={step.name}
            disabled={busy !== undefined || why !== undefined}
            onClick={choose(() => begin(step))}
          >
            <StepGlyph part={part} step={step} /> {step.title[part.language]} <DisabledReason text={why} />
          </MenuItem>
        ))}
      </Menu>
      {buttons.map(({ step, why }) => {
        const way = why === undefined && directionOf(part, step)
        const Icon = way && ways[way]
        const button = (
          <Button
            key={step.name}
            variant={step === forward ? 'contained' : 'outlined'}
            color={step === forward ? 'primary' : 'inherit'}
            startIcon={Icon && <Icon size={16} aria-hidden />}
            loading={busy === step.name}
            disabled={busy !== undefined || why !== undefined}
            aria-description={why}
            onClick={() => begin(step)}
          >
            {step.title[part.language]}
          </Button>
        )
        const barredButton = (
          <span key={step.name} data-hint={why}>
            {button}
          </span>
        )
        return why === undefined ? button : barredButton
      })}
    </>
  )
}

const ways = { on: ArrowRight, end: Check, back: Undo2 }
