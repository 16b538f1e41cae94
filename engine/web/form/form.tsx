// Its index would bring a validator that needs eval.
import Form from '@rjsf/core/lib/components/Form.js'
import type {
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  Field as RjsfField,
  UiSchema,
  ValidatorType,
} from '@rjsf/utils'
import { type KeyboardEvent, memo, type SyntheticEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import { captionOf } from '../../fields/caption.ts'
import { requiresValue } from '../../fields/record-schema.ts'
import { hasLines } from '../../fields/traits.ts'
import { isAwaiting } from '../../fields/unread-text.ts'
import type { Field, FormGroup, Language, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { focusField, targetOf } from './field-focus.ts'
import type { FormContext, Values } from './form-context.ts'
import { FormField } from './form-field.tsx'
import { FormFrame } from './form-frame.tsx'
import { FormGroups } from './form-groups.tsx'
import { FormLines } from './form-lines.tsx'
import type { FormState } from './form-state.ts'
import type { RecordError } from './record-error.ts'
import '../look/field.css'
import './form.css'

export interface RecordFormProps extends FormContext {
  /** Called with the values once they have no errors. */
  onSubmit(values: Values): void
}

/**
 * The record's form, drawn by RJSF from the Model: groups on 24 columns, a field's own input in each place. RJSF
 * lays out; values and messages live in the form's state, which each field follows for itself.
 * The one file that knows RJSF, so that it stays out of the first load.
 */
export const RecordForm = memo(function RecordForm(props: RecordFormProps) {
  const { id, resource, groups, model, language, sources, check, state, onSubmit } = props
  const { schema, uiSchema } = useMemo(() => schemasOf(resource, groups, language), [resource, groups, language])
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
    const isLookingUp = () => isAwaiting(shownOf(state.values(), state.isShown))
    waiting.current?.()
    const [first] = state.attempt()
    if (!first) latest.current(state.values())
    else if (!isLookingUp()) refuse(first)
    // A choice was typed and left before its options arrived: the form is submitted once it is known.
    else
      waiting.current = state.watch(() => {
        if (!isLookingUp()) submit()
      })
  }, [state, refuse])
  return (
    // The submit event of a field's dialog is not the form's.
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its fields come by here
    <div onSubmit={stop} onKeyDown={onEnter}>
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
        showErrorList={false}
        noHtml5Validate
        noValidate
        experimental_componentUpdateStrategy="shallow"
        experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults' }}
        onSubmit={submit}
      />
    </div>
  )
})

const shownOf = (values: Values, isShown: (name: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isShown(name)))

const stop = (event: SyntheticEvent) => event.stopPropagation()

/** Enter in one of several fields saves nothing half-done, as browsers would have it; a single field it does submit. */
function onEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  if (event.currentTarget.querySelectorAll('.field').length > 1) event.preventDefault()
}

const nothing: Values = {}

/** Records are checked by `recordCheck`, as on the server; whatever RJSF asks of a validator has one answer. */
const validator: ValidatorType<Values> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: undefined }),
}
const fields: Readonly<Record<string, RjsfField>> = { engine: EngineField as RjsfField }
const templates = { FieldTemplate: Frame, ObjectFieldTemplate: Groups }

/** RJSF receives names and titles only. */
function schemasOf(resource: Resource, groups: readonly FormGroup[], language: Language) {
  const shown = groups.flatMap(group => group.fields).flatMap(name => fieldOf(resource, name) ?? [])
  const schema: RJSFSchema = {
    type: 'object',
    properties: Object.fromEntries(
      // An input shows its unit itself.
      shown.map(field => [field.name, { title: isGiven(field) ? captionOf(field, language) : field.title[language] }]),
    ),
    required: shown.filter(field => field.required && !field.readOnly).map(field => field.name),
  }
  const inputs = Object.fromEntries(
    shown.map(field => [
      field.name,
      { 'ui:field': 'engine', 'ui:readonly': isGiven(field), 'ui:help': field.help?.[language] },
    ]),
  )
  // The save button is in the sheet's foot.
  const uiSchema: UiSchema = { ...inputs, 'ui:submitButtonOptions': { norender: true } }
  return { schema, uiSchema }
}

const isGiven = (field: Field) => field.readOnly || field.compute !== undefined
const isNewIn = (state: FormState) => state.initial()['id'] === undefined
const isLines = (field: Field | undefined) => field !== undefined && hasLines(field)

function EngineField({ name, fieldPathId, readonly, registry }: FieldProps<unknown, RJSFSchema, FormContext>) {
  const { formContext } = registry
  const field = fieldOf(formContext.resource, name)
  if (!field) throw new Error(`The form asks for "${name}", which "${formContext.resource.name}" lacks.`)
  if (isLines(field)) return <FormLines id={fieldPathId.$id} field={field} context={formContext} />
  return <FormField id={fieldPathId.$id} field={field} isGiven={readonly === true} context={formContext} />
}

function Frame(props: FieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const { id, label, children, required, readonly, rawHelp, fieldPathId, registry } = props
  const { resource, language, state } = registry.formContext
  if (fieldPathId.path.length === 0) return children
  const name = String(fieldPathId.path.at(-1))
  const field = fieldOf(resource, name)
  return (
    <FormFrame
      id={id}
      name={name}
      field={field}
      language={language}
      label={isLines(field) ? undefined : label}
      isRequired={required === true && !readonly && field !== undefined && requiresValue(field, isNewIn(state))}
      help={rawHelp}
      state={state}
    >
      {children}
    </FormFrame>
  )
}

function Groups({ properties, registry }: ObjectFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const contents = new Map(properties.map(({ name, content }) => [name, content]))
  return <FormGroups contents={contents} context={registry.formContext} />
}
