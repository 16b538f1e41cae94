import { type ReactNode, useMemo } from 'react'
import type { Step, Transition } from '../../model/model.ts'
import { recordStepsOf } from '../../record/steps-of.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import type { VersionValues } from '../history/versions.ts'
import { firstStep, isAvailableStep } from '../record/available-steps.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { StepDialogs } from './step-dialogs.tsx'
import { useStepTaking } from './step-taking.ts'

/** The transitions and actions that a record allows, the user's primary one, and how to run them. */
export interface Steps {
  readonly open: readonly Step[]
  readonly forward: Transition | undefined
  /** The running step. */
  readonly busy: string | undefined
  /** The dialogs of the step that was begun. */
  readonly dialog: ReactNode
  begin(step: Step): void
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
  return {
    open,
    forward: firstStep(part, open),
    busy: taking.isBusy ? taking.begun?.step.name : undefined,
    begin: step => taking.begin(step, record),
    dialog: <StepDialogs part={part} taking={taking} />,
  }
}
