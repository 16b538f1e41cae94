import { type ReactNode, useMemo } from 'react'
import type { Resource, Step } from '../../model/model.ts'
import { collectionStepsOf, recordStepsOf } from '../../record/steps-of.ts'
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
export const useSteps = (part: ResourcePart, record: VersionValues): Steps => useStepsAmong(part, record, recordStepsOf)

const noRecord: VersionValues = {}

/** The actions that the user can run on the resource as a whole. */
export const useCollectionSteps = (part: ResourcePart): Steps => useStepsAmong(part, noRecord, collectionStepsOf)

function useStepsAmong(
  part: ResourcePart,
  record: VersionValues,
  stepsOf: (resource: Resource) => readonly Step[],
): Steps {
  const steps = useMemo(() => stepsOf(part.resource), [part.resource, stepsOf])
  const context = useEvaluationContext()
  const taking = useStepTaking(part)
  const open = useMemo(
    () => steps.filter(step => isAvailableStep(part, step, record, context())),
    [part, steps, record, context],
  )
  const barred = useMemo(
    () =>
      steps.flatMap(step => {
        const why = refusalOfStep(part, step, record, context())
        return why === undefined ? [] : [{ step, why }]
      }),
    [part, steps, record, context],
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
