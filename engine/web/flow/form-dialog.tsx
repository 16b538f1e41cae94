import Button from '@mui/material/Button'
import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { SheetDialog } from '../components/dialog.tsx'
import { RequestFault } from '../data/request-fault.ts'
import { submitForm } from '../form/edited-form.tsx'
import { EngineForm } from '../form/engine-form.tsx'
import type { Values } from '../form/form-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { type FlowChange, useFlowChange } from './flow-calls.ts'
import { type FlowWord, type FlowWords, useFlowWords } from './flow-words.ts'
import { PeopleWidget } from './pickers.tsx'

export interface FormDialogProps {
  readonly title: string
  readonly help?: string
  /** What is asked, as the properties of a JSON Schema. Those in `people` are persons. */
  readonly form?: Pick<RJSFSchema, 'properties' | 'required'>
  readonly values?: Values
  readonly people?: readonly string[]
  readonly isDestructive?: boolean
  /** The notice afterwards. */
  readonly done?: FlowWord
  change(values: Values): FlowChange
  onDone?(): void
  onClose(): void
}

/** What a dialog asks before a task is urged or its process withdrawn. */
export const starterDialog = (words: FlowWords, word: 'urge' | 'withdraw', of: string, task = '') => ({
  title: words(word),
  help: word === 'urge' ? task : words('withdrawHelp'),
  isDestructive: word === 'withdraw',
  done: word === 'urge' ? ('urged' as const) : ('withdrawn' as const),
  change: () => ({ path: `${word === 'urge' ? 'tasks' : 'instances'}/${encodeURIComponent(of)}/${word}`, body: {} }),
})

/** A dialog that asks for what a change of processes needs, or only whether it is wanted, and sends the change. */
export function FormDialog({
  title,
  help,
  form,
  values,
  people,
  isDestructive,
  done = 'saved',
  ...props
}: FormDialogProps) {
  const { change, onDone, onClose } = props
  const words = useFlowWords()
  const translate = useTranslation(recordWords)
  const notify = useNotify()
  const { mutate, isPending, error } = useFlowChange()
  const [asked] = useState(() => ({
    schema: { type: 'object' as const, ...form },
    uiSchema: peopleUi(people),
  }))
  const send = (input: Values) =>
    mutate(change(input), {
      onSuccess() {
        notify(words(done), { type: 'success' })
        onClose()
        onDone?.()
      },
    })
  const id = 'flow-dialog-form'
  return (
    <SheetDialog
      title={title}
      help={help}
      width={480}
      isBusy={isPending}
      onClose={onClose}
      foot={close => (
        <>
          <Button variant="outlined" color="inherit" autoFocus={!form} onClick={close}>
            {translate('form.cancel')}
          </Button>
          <Button
            variant="contained"
            color={isDestructive ? 'error' : 'primary'}
            loading={isPending}
            onClick={() => (form ? submitForm(id) : send({}))}
          >
            {title}
          </Button>
        </>
      )}
    >
      <div className="flow-form">
        {form && (
          <EngineForm
            id={id}
            {...asked}
            {...(values && { formData: values })}
            extraErrors={(error instanceof RequestFault && error.body.errors) || noErrors}
            onSubmit={send}
          >
            {false}
          </EngineForm>
        )}
      </div>
    </SheetDialog>
  )
}

const noErrors = {}

/** The uiSchema of properties that are users. */
export const peopleUi = (names: readonly string[] = []): UiSchema =>
  Object.fromEntries(names.map(name => [name, { 'ui:widget': PeopleWidget }]))
