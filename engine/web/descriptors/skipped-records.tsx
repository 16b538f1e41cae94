import Button from '@mui/material/Button'
import { Clock } from 'lucide-react'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { type SkippingStep, useSkippedRecords, useWorkOfJobs } from '../data/due-steps.ts'
import { descriptorWords } from '../words/descriptor-words.ts'
import { figure } from '../words/figure.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { DescriptorsPart } from './descriptors-part.tsx'
import { useOutcome } from './use-outcome.ts'

/** Automatic steps that skip the records that were due before them. Nothing where none does. */
export function SkippedRecords() {
  const translate = useTranslation(descriptorWords)
  const localized = useLocalized()
  const notify = useNotify()
  const { data } = useWorkOfJobs()
  const report = useOutcome()
  const { mutateAsync, isPending } = useSkippedRecords()
  const [chosen, setChosen] = useState<SkippingStep>()
  const skipped = data?.skipped ?? []
  if (skipped.length === 0) return null
  const nameOf = ({ resourceTitle, title }: SkippingStep) => `${localized(resourceTitle)} · ${localized(title)}`
  const run = (step: SkippingStep) =>
    report(
      () => mutateAsync(step),
      () => {
        setChosen(undefined)
        notify('descriptors.stepConfirmed', { type: 'success', messageArgs: { step: nameOf(step) } })
      },
    )
  return (
    <DescriptorsPart title={translate('descriptors.stepsTitle')} help={translate('descriptors.stepsHelp')}>
      <ul className="descriptors-losses boxed round-8 clip mt-12">
        {skipped.map(step => (
          <li key={`${step.resource} ${step.step}`} className="grid" data-mark="breaks-rows">
            <Clock aria-hidden />
            <div className="descriptors-loss">
              <p className="break line-20">
                <b>{nameOf(step)}</b>
              </p>
            </div>
            <span className="descriptors-count muted num line-20">
              {translate('descriptors.rows', { smart_count: step.due })}
            </span>
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
          onConfirm={() => run(chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </DescriptorsPart>
  )
}
