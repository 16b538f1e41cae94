import { lazy, Suspense, useState } from 'react'
import { hasInput, isTransition } from '../../model/steps.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import type { Selected } from '../data/bulk.ts'
import { useBulkPreview } from '../data/operations.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { finalState, stateOf } from '../record/available-steps.ts'
import { useTranslation } from '../words/i18n.ts'
import { BulkPreviewList } from './bulk-preview.tsx'
import { ConfirmAll } from './confirm-all.tsx'
import type { OfferedStep } from './selected-steps.ts'

const TransitionDialog = lazy(() =>
  import('../transitions/transition-dialog.tsx').then(found => ({ default: found.TransitionDialog })),
)

type Values = Readonly<Record<string, unknown>>

interface StepForManyProps {
  readonly part: ResourcePart
  readonly offered: OfferedStep
  readonly count: string
  /** The record, if only one is selected. */
  readonly record: Values | undefined
  /** The selected records that are loaded. */
  readonly records: readonly Values[]
  readonly selected: Selected
  /** The selection is larger than the page. */
  readonly isMany: boolean
  onClose(): void
  onSubmit(input: Values): void
}

const nothing: Values = {}

/** Dialog for the input of a step, once for all records; a step without input asks for a confirmation. */
export function StepForMany({
  part,
  offered,
  count,
  record,
  records,
  selected,
  isMany,
  onClose,
  onSubmit,
}: StepForManyProps) {
  const translate = useTranslation()
  const { step, barred } = offered
  const [isConfirmed, setConfirmed] = useState(!isMany)
  const kind = isTransition(step) ? 'transition' : 'action'
  const preview = useBulkPreview(part.resource.name, selected, { kind, name: step.name, input: {} })
  // The changes of an action are unknown before it runs, so no height is reserved for them.
  const shown = kind === 'action' && preview === 'loading' ? undefined : preview
  const below = (
    <>
      <BulkPreviewList part={part} preview={shown} step={step} />
      {isMany && <ConfirmAll count={count} isConfirmed={isConfirmed} onChange={setConfirmed} />}
    </>
  )
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
        isHeld={!isConfirmed}
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
        isHeld={!isConfirmed}
        onClose={onClose}
        onSubmit={onSubmit}
      >
        {below}
      </TransitionDialog>
    </Suspense>
  )
}
