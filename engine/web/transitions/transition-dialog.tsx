import { Button } from '@mui/material'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import type { Step } from '../../model/model.ts'
import { SheetDialog } from '../components/dialog.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { DisconnectedBar } from '../form/disconnected-bar.tsx'
import { submitForm } from '../form/edited-form.tsx'
import { InvalidFields } from '../form/invalid-fields.tsx'
import { useUnsaved } from '../form/leave-guard.tsx'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { StepForm, useStepForm } from './step-form.tsx'

type Values = Readonly<Record<string, unknown>>

export interface TransitionDialogProps {
  readonly part: ResourcePart
  readonly record: Values
  /** Of a step of several records, those that are loaded. */
  readonly records?: readonly Values[]
  readonly step: Step
  readonly serverErrors: Readonly<Record<string, string>>
  readonly isBusy: boolean
  /** It was sent and not answered. */
  readonly isDisconnected?: boolean
  /** One line under the title. */
  readonly help?: string
  /** The button's text, where it is not the step's title. */
  readonly submit?: string
  /** Something else has to be confirmed first. */
  readonly isHeld?: boolean
  /** What is below the fields. */
  readonly children?: ReactNode
  onRetry?(): void
  onClose(): void
  onSubmit(input: Values): void
}

/** Dialog for the input of a transition or an action, with the same form as a record. */
export function TransitionDialog(props: TransitionDialogProps) {
  const {
    part,
    record,
    records,
    step,
    serverErrors,
    isBusy,
    isDisconnected = false,
    help,
    submit,
    onRetry,
    onClose,
    onSubmit,
  } = props
  const { isHeld = false, children } = props
  const { model, language } = part
  const translate = useTranslation(recordWords)
  const stepForm = useStepForm(part, step, record, records)
  const { asked, state } = stepForm
  const isDirty = useSyncExternalStore(state.watch, state.isDirty)
  useUnsaved(isDirty)
  useEffect(() => state.setServerErrors(serverErrors), [state, serverErrors])
  const form = `${asked.name}-${step.name}-form`

  return (
    <SheetDialog
      title={step.title[language]}
      help={help}
      width={480}
      isUnsaved={isDirty}
      isBusy={isBusy && !isDisconnected}
      onSave={() => isBusy || isDisconnected || isHeld || submitForm(form)}
      onClose={onClose}
      foot={close => (
        <>
          <InvalidFields
            state={state}
            resource={part.resource}
            asked={asked}
            model={model}
            language={language}
            form={form}
          />
          <Button variant="outlined" color="inherit" onClick={close}>
            {translate('form.cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="contained"
            color="primary"
            loading={isBusy}
            disabled={isDisconnected || isHeld}
          >
            {submit ?? step.title[language]}
          </Button>
        </>
      )}
    >
      {isDisconnected && onRetry && (
        <DisconnectedBar
          text={translate('step.cutOff', { step: step.title[language] })}
          isBusy={isBusy}
          onRetry={onRetry}
        />
      )}
      <div className="transition-form" inert={isBusy || isDisconnected}>
        <StepForm id={form} form={stepForm} onSubmit={onSubmit} />
      </div>
      {children}
    </SheetDialog>
  )
}
