import { lazy, Suspense } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import { ConfirmDialog } from '../state/confirm-dialog.tsx'
import type { OfferedStep } from './selected-steps.ts'

const MoveDialog = lazy(() => import('../record/move-dialog.tsx').then(found => ({ default: found.MoveDialog })))

type Values = Readonly<Record<string, unknown>>

interface StepForManyProps {
  readonly part: ResourcePart
  readonly offered: OfferedStep
  readonly count: string
  /** Of a selection of one. */
  readonly record: Values | undefined
  onClose(): void
  onSubmit(input: Values): void
}

const nothing: Values = {}

/** Asks what a step needs to know, once for all records; a step that asks nothing is asked about itself. */
export function StepForMany({ part, offered, count, record, onClose, onSubmit }: StepForManyProps) {
  const say = useSay()
  const { step, barred } = offered
  const title = step.title[part.language]
  const skips = barred > 0 ? say('bulk.stepSkips', { smart_count: barred, step: title }) : ''
  const submit = say('bulk.stepSubmit', { count, step: title })
  if (!step.ask) {
    return (
      <ConfirmDialog
        title={title}
        text={`${say('bulk.stepSure', { count, step: title })}${skips}`}
        confirm={submit}
        onConfirm={() => onSubmit({})}
        onClose={onClose}
      />
    )
  }
  return (
    <Suspense>
      <MoveDialog
        part={part}
        record={record ?? nothing}
        step={step}
        help={`${say('bulk.stepMany', { count })}${skips}`}
        submit={submit}
        serverErrors={nothing as Readonly<Record<string, string>>}
        isBusy={false}
        onClose={onClose}
        onSubmit={onSubmit}
      />
    </Suspense>
  )
}
