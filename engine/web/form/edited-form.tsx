import Button from '@mui/material/Button'
import { type ReactNode, useEffect } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import type { KeyNames } from '../frame/key-names.ts'
import { keysText } from '../frame/keys-shown.tsx'
import { RecordForm } from './form.tsx'
import type { RecordEditing } from './record-editing.ts'

interface EditedFormProps {
  readonly id: string
  readonly part: ResourcePart
  readonly editing: RecordEditing
  readonly className?: string
}

/**
 * The form of a record that is being edited. While it is being saved it takes no input, unless the connection is lost
 * or the next record has begun; keys without a modifier are then no shortcuts either, since they were meant for a field.
 */
export function EditedForm({ id, part, editing, className }: EditedFormProps) {
  const { resource, model, language, sources } = part
  const { groups, check, state, isInert, submit } = editing
  useEffect(() => {
    if (!isInert) return
    const ignore = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (isPlain && event.target === document.body) event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', ignore, { capture: true })
    return () => window.removeEventListener('keydown', ignore, { capture: true })
  }, [isInert])
  return (
    <div className={className} inert={isInert}>
      <RecordForm
        id={id}
        resource={resource}
        groups={groups}
        model={model}
        language={language}
        sources={sources}
        check={check}
        state={state}
        looksUp
        onSubmit={submit}
      />
    </div>
  )
}

interface SubmitButtonProps {
  /** The form's id. */
  readonly form: string
  /** The one filled button of a screen. */
  readonly isMain?: boolean
  readonly isSaving: boolean
  /** Keys that do the same, shown in the tooltip. */
  readonly keys?: KeyNames
  onPress?(): void
  readonly children: ReactNode
}

/** Submits a form from the foot below it. */
export function SubmitButton({ form, isMain = false, isSaving, keys, onPress, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      form={form}
      variant={isMain ? 'contained' : 'outlined'}
      color={isMain ? 'primary' : 'inherit'}
      loading={isMain ? isSaving : null}
      disabled={!isMain && isSaving}
      {...(keys && { title: keysText(keys) })}
      {...(onPress && { onClick: onPress })}
    >
      {children}
    </Button>
  )
}

/** Submits as its button does: the input of the focused field is committed first. */
export function submitForm(id: string): void {
  const form = document.getElementById(id)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}
