import { Button } from '@mui/material'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Step } from '../../model/model.ts'
import { contextOfPart, type RecordContext } from '../../record/expressions.ts'
import { SheetDialog } from '../components/dialog.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { afterPointerRelease } from '../form/after-pointer-release.ts'
import { DisconnectedBar } from '../form/disconnected-bar.tsx'
import { submitForm } from '../form/edited-form.tsx'
import { RecordForm } from '../form/form.tsx'
import { createFormState } from '../form/form-state.ts'
import { InvalidFields } from '../form/invalid-fields.tsx'
import { useUnsaved } from '../form/leave-guard.tsx'
import { defaultsOf } from '../form/new-record.ts'
import { useTargetContext } from '../record/use-target-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { askedResource, checkOfStep, sourcesOfStep } from './dialog-check.ts'

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
  const ofStep = part.sources.of(part.resource.name, step.name)
  const sources = useMemo(
    () => sourcesOfStep(ofStep, step, records ? undefined : record),
    [ofStep, step, record, records],
  )
  const translate = useTranslation()
  const context = useTargetContext(part.resource.name)
  const asked = useMemo(() => askedResource(part.resource, step), [part.resource, step])
  const check = useMemo(
    () => checkOfStep(part, asked, step, record, context, records),
    [part, asked, context, step, record, records],
  )
  const [state] = useState(() =>
    createFormState(asked, check, initialOf(step, record, contextOfPart(model, context())), afterPointerRelease),
  )
  const isDirty = useSyncExternalStore(state.watch, state.isDirty)
  useUnsaved(isDirty)
  useEffect(() => state.follow(asked, check), [state, asked, check])
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
        <RecordForm
          id={form}
          resource={asked}
          groups={asked.form}
          model={model}
          language={language}
          sources={sources}
          check={check}
          state={state}
          onSubmit={onSubmit}
        />
      </div>
      {children}
    </SheetDialog>
  )
}

const initialOf = ({ edit, input }: Step, record: Values, context: RecordContext): Values => ({
  ...Object.fromEntries(edit.flatMap(name => [name, `${name}Name`]).map(name => [name, record[name]])),
  ...defaultsOf(input, context),
})
