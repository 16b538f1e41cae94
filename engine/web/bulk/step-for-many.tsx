import { lazy, Suspense } from 'react'
import { hasInput, isTransition } from '../../model/steps.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { finalState, stateOf } from '../record/available-steps.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { workWords } from '../words/work-words.ts'
import type { OfferedStep } from './selected-steps.ts'
import { type Asked, useQuestion } from './work-dialog.tsx'

const TransitionDialog = lazy(() =>
  import('../transitions/transition-dialog.tsx').then(found => ({ default: found.TransitionDialog })),
)

type Values = Readonly<Record<string, unknown>>

interface StepForManyProps extends Asked {
  readonly offered: OfferedStep
  /** The record, if only one is selected. */
  readonly record: Values | undefined
  /** The selected records that are loaded. */
  readonly records: readonly Values[]
  onClose(): void
  onSubmit(input: Values): void
}

const nothing: Values = {}

/** Dialog for the input of a step, once for all records; a step without input asks for a confirmation. */
export function StepForMany(props: StepForManyProps) {
  const { part, offered, count, record, records, onClose, onSubmit } = props
  const translate = useTranslation(recordWords, workWords)
  const { step, barred } = offered
  const kind = isTransition(step) ? 'transition' : 'action'
  const { below, isHeld } = useQuestion(props, { kind, name: step.name, input: {} }, { step })
  const title = step.title[part.language]
  const skips = barred > 0 ? translate('bulk.stepSkips', { smart_count: barred, step: title }) : ''
  const state = finalState(part, step, record ? [stateOf(part, record) ?? ''] : isTransition(step) ? step.from : [])
  const final = state === undefined ? '' : translate('step.final', { step: title, state })
  const submit = translate('bulk.stepSubmit', { count, step: title })
  if (!hasInput(step)) {
    return (
      <ConfirmDialog
        title={title}
        text={`${translate('bulk.stepSure', { count, step: title })}${final}${skips}`}
        confirm={submit}
        isHeld={isHeld}
        onConfirm={() => onSubmit({})}
        onClose={onClose}
      >
        {below}
      </ConfirmDialog>
    )
  }
  return (
    <Suspense>
      <TransitionDialog
        part={part}
        record={record ?? nothing}
        records={record ? undefined : records}
        step={step}
        help={`${translate('bulk.stepMany', { count })}${final}${skips}`}
        submit={submit}
        serverErrors={nothing as Readonly<Record<string, string>>}
        isBusy={false}
        isHeld={isHeld}
        onClose={onClose}
        onSubmit={onSubmit}
      >
        {below}
      </TransitionDialog>
    </Suspense>
  )
}
