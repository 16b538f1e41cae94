import { lazy, Suspense } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import type { StepTaking } from './step-taking.ts'

const MoveDialog = lazy(() => import('./move-dialog.tsx').then(found => ({ default: found.MoveDialog })))
const StaleStepDialog = lazy(() =>
  import('./stale-step-dialog.tsx').then(found => ({ default: found.StaleStepDialog })),
)
const WaitingStepDialog = lazy(() =>
  import('./waiting-step-dialog.tsx').then(found => ({ default: found.WaitingStepDialog })),
)

/** What a step asks, and what it may run into: a line that is cut, a record that somebody changed. */
export function StepDialogs({ part, taking }: { part: ResourcePart; taking: StepTaking }) {
  const { begun, isBusy, isCutOff, theirs } = taking
  if (!begun) return null
  const { step } = begun
  return (
    <Suspense>
      {step.ask && (
        <MoveDialog
          part={part}
          record={begun.record}
          step={step}
          serverErrors={taking.serverErrors}
          isBusy={isBusy}
          isCutOff={isCutOff}
          onRetry={taking.retry}
          onClose={taking.giveUp}
          onSubmit={taking.submit}
        />
      )}
      {!step.ask && isCutOff && (
        <WaitingStepDialog
          title={step.title[part.language]}
          isBusy={isBusy}
          onRetry={taking.retry}
          onClose={taking.giveUp}
        />
      )}
      {theirs && (
        <StaleStepDialog
          part={part}
          step={step}
          before={begun.known}
          theirs={theirs}
          onGoOn={taking.goOn}
          onClose={taking.goBack}
        />
      )}
    </Suspense>
  )
}
