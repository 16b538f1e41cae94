import Button from '@mui/material/Button'
import { Clock } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useStepConfirmation, useWorkOfJobs, type WaitingStep } from '../data/due-steps.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { figure } from '../words/figure.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { DescriptorsPart } from './descriptors-part.tsx'
import { useOutcome } from './use-outcome.ts'

/** Automatic steps that would act on existing records at once. Nothing where none waits. */
export function WaitingSteps() {
  const translate = useTranslation()
  const localized = useLocalized()
  const notify = useNotify()
  const { data } = useWorkOfJobs()
  const report = useOutcome()
  const { mutateAsync, isPending } = useStepConfirmation()
  const [chosen, setChosen] = useState<WaitingStep>()
  const waiting = data?.waiting ?? []
  if (waiting.length === 0) return null
  const nameOf = ({ resourceTitle, title }: WaitingStep) => `${localized(resourceTitle)} · ${localized(title)}`
  const confirm = (step: WaitingStep) =>
    report(
      () => mutateAsync(step),
      () => {
        setChosen(undefined)
        notify('descriptors.stepConfirmed', { type: 'success', messageArgs: { step: nameOf(step) } })
      },
    )
  return (
    <DescriptorsPart title={translate('descriptors.stepsTitle')} help={translate('descriptors.stepsHelp')}>
      <ul className="descriptors-losses">
        {waiting.map(step => (
          <li key={`${step.resource} ${step.step}`} data-mark="breaks-rows">
            <Clock aria-hidden />
            <div className="descriptors-loss">
              <p>
                <b>{nameOf(step)}</b>
              </p>
              {step.stoppedAt && <p>{translate('descriptors.stepStopped', { count: figure(step.made) })}</p>}
            </div>
            <span className="descriptors-count">{translate('descriptors.rows', { smart_count: step.due })}</span>
            <Button size="small" onClick={() => setChosen(step)}>
              {translate('descriptors.runStep')}
            </Button>
          </li>
        ))}
      </ul>
      {chosen && (
        <ConfirmDialog
          title={translate('descriptors.runStepTitle', { step: nameOf(chosen) })}
          text={translate('descriptors.runStepSure', { count: figure(chosen.due) })}
          confirm={translate('descriptors.runStep')}
          isBusy={isPending}
          onConfirm={() => confirm(chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </DescriptorsPart>
  )
}
