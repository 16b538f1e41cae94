import Button from '@mui/material/Button'
import { useState } from 'react'
import { hasLines } from '../../fields/traits.ts'
import { contextOfPart } from '../../record/expressions.ts'
import { SheetDialog } from '../components/dialog.tsx'
import { SheetFault, SheetLoading, useDelayed } from '../components/sheet-state.tsx'
import { type ResourcePart, useResourcePart } from '../data/resource-part.ts'
import { useWholeRecord } from '../data/whole-record.ts'
import { displayOf } from '../record/display-of.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { DisconnectedBar } from './disconnected-bar.tsx'
import { EditedForm, SubmitButton, submitForm } from './edited-form.tsx'
import { EditingDialogs } from './editing-dialogs.tsx'
import { InvalidFields } from './invalid-fields.tsx'
import { useUnsaved } from './leave-guard.tsx'
import { newRecord } from './new-record.ts'
import { useRecordEditing } from './record-editing.ts'

type Values = Readonly<Record<string, unknown>>

export interface RecordFormDialogProps {
  readonly resource: string
  /** Initial values of a new record; `<field>Name` is the label of a reference, which saves a request. */
  readonly presets?: Values
  /** The record to edit; without it, a new one. */
  readonly id?: string
  /** Receives the record as the server stored it, and its label; must close the dialog. */
  onSaved(record: Values & { readonly id: string }, label: string): void
  onClose(): void
}

/** The form of `RecordFormDialog`, once its code is loaded. */
export function RecordDialogSheet(props: RecordFormDialogProps) {
  const { resource, id, presets, onClose } = props
  const translate = useTranslation(recordWords)
  const part = useResourcePart(resource)
  const stored = useWholeRecord(part.data, resource, id ?? '', { enabled: id !== undefined })
  const error = part.error ?? (id === undefined ? null : stored.error)
  const context = useEvaluationContext()
  const begun = () => part.data && newRecord(part.data.resource, contextOfPart(part.data.model, context()), presets)
  const record = id === undefined ? begun() : stored.data
  const isLate = useDelayed(300)
  if (part.data && record) return <Sheet {...props} part={part.data} record={record} />
  // If it loads quickly, only one dialog is shown: replacing the first would be visible.
  if (!error && !isLate) return null
  return (
    <SheetDialog
      title={part.data?.resource.title[part.data.language] ?? translate('state.loading')}
      width={800}
      onClose={onClose}
    >
      {error ? (
        <SheetFault error={error} retry={() => (part.data ? stored.refetch() : part.refetch())} />
      ) : (
        <SheetLoading />
      )}
    </SheetDialog>
  )
}

let opened = 0

function Sheet({ part, record, onSaved, onClose }: RecordFormDialogProps & { part: ResourcePart; record: Values }) {
  const { resource, model, language } = part
  const translate = useTranslation(recordWords)
  // A form of the same resource may be open below.
  const [form] = useState(() => `${resource.name}-dialog-${++opened}`)
  const editing = useRecordEditing(part, record, stored => onSaved(stored, displayOf(part, stored)))
  const { state, isNew, isDirty, isSaving, isDisconnected } = editing
  useUnsaved(isDirty)
  const isWide = resource.fields.some(hasLines)
  return (
    <SheetDialog
      title={translate(isNew ? 'form.newTitle' : 'form.editTitle', { resource: resource.title[language] })}
      {...(isNew ? {} : { help: displayOf(part, record) })}
      width={isWide ? 1000 : 800}
      isUnsaved={isDirty}
      isBusy={isSaving && !isDisconnected}
      onSave={() => submitForm(form)}
      onClose={onClose}
      foot={close => (
        <>
          <InvalidFields state={state} resource={resource} model={model} language={language} form={form} />
          <Button variant="outlined" color="inherit" onClick={close}>
            {translate('form.cancel')}
          </Button>
          <SubmitButton form={form} isMain isSaving={isSaving}>
            {translate('form.save')}
          </SubmitButton>
        </>
      )}
    >
      {isDisconnected && <DisconnectedBar isBusy={isSaving} onRetry={editing.retry} />}
      <EditedForm id={form} part={part} editing={editing} />
      <EditingDialogs part={part} editing={editing} />
    </SheetDialog>
  )
}
