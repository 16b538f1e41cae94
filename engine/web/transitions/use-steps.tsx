import { type ReactNode, useMemo } from 'react'
import type { Step } from '../../model/model.ts'
import { recordStepsOf } from '../../record/steps-of.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import type { VersionValues } from '../history/versions.ts'
import { firstStep, isAvailableStep, refusalOfStep } from '../record/available-steps.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { StepDialogs } from './step-dialogs.tsx'
import { useStepTaking } from './step-taking.ts'

/** The transitions and actions that a record allows, the user's primary one, and how to run them. */
export interface Steps {
  readonly open: readonly Step[]
  /** Those that the record refuses for now, with the reason. */
  readonly barred: readonly BarredStep[]
  readonly forward: Step | undefined
  /** The running step. */
  readonly busy: string | undefined
  /** The dialogs of the step that was begun. */
  readonly dialog: ReactNode
  begin(step: Step): void
}

/** A step that a record refuses, and why. */
export interface BarredStep {
  readonly step: Step
  readonly why: string
}

/** The steps that the user can take on one record now, in a list's row and on its own page. */
export function useSteps(part: ResourcePart, record: VersionValues): Steps {
  const { resource } = part
  const context = useEvaluationContext()
  const taking = useStepTaking(part)
  const open = useMemo(
    () => recordStepsOf(resource).filter(step => isAvailableStep(part, step, record, context())),
    [part, resource, record, context],
  )
  const barred = useMemo(
    () =>
      recordStepsOf(resource).flatMap(step => {
        const why = refusalOfStep(part, step, record, context())
        return why === undefined ? [] : [{ step, why }]
      }),
    [part, resource, record, context],
  )
  return {
    open,
    barred,
    forward: firstStep(part, open),
    busy: taking.isBusy ? taking.begun?.step.name : undefined,
    begin: step => taking.begin(step, record),
    dialog: <StepDialogs part={part} taking={taking} />,
  }
}
