import { lazy, Suspense, useState } from 'react'
import { hasInput, hasPreview, messageChoices } from '../../model/steps.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import type { VersionValues } from '../history/versions.ts'
import { finalState, stateOf } from '../record/available-steps.ts'
import { displayOf } from '../record/display-of.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { StepMessages, usePreview } from './step-messages.tsx'
import type { BegunStep, StepTaking } from './step-taking.ts'

const ConfirmDialog = lazy(() =>
  import('../components/confirm-dialog.tsx').then(found => ({ default: found.ConfirmDialog })),
)
const TransitionDialog = lazy(() =>
  import('./transition-dialog.tsx').then(found => ({ default: found.TransitionDialog })),
)
const StaleStepDialog = lazy(() =>
  import('./stale-step-dialog.tsx').then(found => ({ default: found.StaleStepDialog })),
)
const StepAnswerDialog = lazy(() => import('./step-answer.tsx').then(found => ({ default: found.StepAnswerDialog })))
const WaitingStepDialog = lazy(() =>
  import('./waiting-step-dialog.tsx').then(found => ({ default: found.WaitingStepDialog })),
)

/** The dialogs of a step: input, lost connection, a record that another user changed, and what it returned. */
export function StepDialogs({ part, taking }: { part: ResourcePart; taking: StepTaking }) {
  const { begun, answered } = taking
  return (
    <Suspense>
      {begun && <BegunDialogs part={part} taking={taking} begun={begun} />}
      {answered && <StepAnswerDialog part={part} answered={answered} onClose={taking.closeAnswer} />}
    </Suspense>
  )
}

interface BegunDialogsProps {
  readonly part: ResourcePart
  readonly taking: StepTaking
  readonly begun: BegunStep
}

function BegunDialogs({ part, taking, begun }: BegunDialogsProps) {
  const translate = useTranslation(recordWords)
  const { isBusy, isDisconnected, theirs } = taking
  const [templateId, setTemplateId] = useState<string>()
  const { step, record } = begun
  const state = finalState(part, step, [stateOf(part, record) ?? ''])
  const title = step.title[part.language]
  const preview = usePreview(part, step, String(record['id']))
  const code = templateId ?? preview.data?.[0]?.templateId ?? messageChoices(step)[0]
  const submit = (input: VersionValues) =>
    taking.submit(messageChoices(step).length > 0 ? { ...input, templateId: code } : input)
  const messages = hasPreview(step) && (
    <StepMessages part={part} preview={preview} chosen={code} onChoose={setTemplateId} />
  )
  const help = state === undefined ? undefined : translate('step.final', { step: title, state })
  return (
    <>
      {hasInput(step) && (
        <TransitionDialog
          part={part}
          record={record}
          step={step}
          {...(help !== undefined && { help })}
          serverErrors={taking.serverErrors}
          isBusy={isBusy}
          isDisconnected={isDisconnected}
          onRetry={taking.retry}
          onClose={taking.giveUp}
          onSubmit={submit}
        >
          {messages}
        </TransitionDialog>
      )}
      {taking.isAsking && (
        <ConfirmDialog
          title={title}
          text={`${translate('step.sure', { step: title, record: displayOf(part, record) })}${help ?? ''}`}
          confirm={title}
          onConfirm={() => submit({})}
          onClose={taking.giveUp}
        >
          {messages}
        </ConfirmDialog>
      )}
      {!hasInput(step) && isDisconnected && (
        <WaitingStepDialog title={title} isBusy={isBusy} onRetry={taking.retry} onClose={taking.giveUp} />
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
    </>
  )
}
