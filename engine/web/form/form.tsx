// The index of the package imports a validator that needs eval.
import Form from '@rjsf/core/lib/components/Form.js'
import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import { type KeyboardEvent, memo, type SyntheticEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import { isAwaiting } from '../../fields/unread-text.ts'
import { focusField, targetOf } from './field-focus.ts'
import type { FormContext, Values } from './form-context.ts'
import { type FormSchema, formSchema } from './form-schema.ts'
import { isLookedUp } from './look-up.ts'
import type { RecordError } from './record-error.ts'
import { RemovedBar } from './removed-bar.tsx'
import { fields, templates, widgets } from './rjsf-theme.tsx'
import { schemaValidator } from './schema-validator.ts'
import '../look/field.css'
import './form.css'

export interface RecordFormProps extends FormContext {
  /** The schemas of a hand-written form; without them, those of the resource. */
  readonly layout?: FormSchema
  /** The owner of the form looks up texts that were left before their options arrived. */
  readonly looksUp?: boolean
  /** Called with the values of shown fields once they have no errors. */
  onSubmit(values: Values): void
}

/**
 * The form of a record, of an input or of a hand-written schema. RJSF lays it out by its schema and uiSchema, with the
 * field types as widgets. Values and messages are in the form's state, to which each field subscribes, so RJSF gets an
 * empty record and renders once. With `rjsf-theme.tsx` the only file that imports RJSF, which is not in the first load.
 */
export const RecordForm = memo(function RecordForm(props: RecordFormProps) {
  const { id, resource, groups, model, language, sources, check, state, layout, looksUp = false, onSubmit } = props
  const { schema, uiSchema } = useMemo(
    () => layout ?? formSchema(resource, groups, model, language),
    [layout, resource, groups, model, language],
  )
  const context = useMemo<FormContext>(
    () => ({ id, model, resource, groups, language, sources, check, state }),
    [id, model, resource, groups, language, sources, check, state],
  )
  useEffect(() => sources.uploads.onArrival(state.arrive), [sources, state])
  const refuse = useCallback((first: RecordError) => focusField(targetOf(id, first), id), [id])
  useEffect(() => state.onRefused(refuse), [state, refuse])
  const latest = useRef(onSubmit)
  latest.current = onSubmit
  const waiting = useRef<() => void>(undefined)
  useEffect(() => () => waiting.current?.(), [])
  const submit = useCallback(() => {
    // The input of a hidden field does not look anything up.
    const isLookingUp = () => isAwaiting(check.shown(state.values(), state.initial()))
    waiting.current?.()
    const errors = state.attempt()
    const [first] = looksUp ? errors.filter(({ path }) => !isLookedUp(state.values(), path)) : errors
    if (!first) latest.current(check.shown(state.values(), state.initial()))
    else if (!isLookingUp()) refuse(first)
    // A choice was typed and left before its options arrived: the form is submitted once it is known.
    else
      waiting.current = state.watch(() => {
        if (!isLookingUp()) submit()
      })
  }, [state, check, looksUp, refuse])
  return (
    // The submit event of a field's dialog is not the form's.
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of its fields
    <div onSubmit={stop} onKeyDown={onEnter}>
      <RemovedBar state={state} language={language} />
      <Form<Values>
        id={id}
        idPrefix={id}
        schema={schema}
        uiSchema={uiSchema}
        validator={validator}
        formData={nothing}
        formContext={context}
        fields={fields}
        templates={templates}
        widgets={widgets}
        showErrorList={false}
        noHtml5Validate
        noValidate
        experimental_componentUpdateStrategy="shallow"
        experimental_defaultFormStateBehavior={defaults}
        onSubmit={submit}
      />
    </div>
  )
})

const stop = (event: SyntheticEvent) => event.stopPropagation()

/** Enter does not submit a form of several fields, although browsers do by default; it submits a single field. */
function onEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  if (event.currentTarget.querySelectorAll('.field').length > 1) event.preventDefault()
}

const nothing: Values = {}

// The defaults of a record are in its form's state.
const defaults = { emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' } } as const

/** Records are checked by `recordCheck`, as on the server; RJSF chooses between alternatives of a schema with this. */
const validator: ValidatorType<Values> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: (schema: RJSFSchema, value) => schemaValidator(schema)(value ?? null).length === 0,
  rawValidation: () => ({ errors: undefined }),
}
