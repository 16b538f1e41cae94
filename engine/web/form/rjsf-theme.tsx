import type {
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RegistryWidgetsType,
  RJSFSchema,
  Field as RjsfField,
  UiSchema,
  WidgetProps,
} from '@rjsf/utils'
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { fieldTypes } from '../../fields/index.ts'
import { readBy } from '../../fields/reference/use-options.ts'
import { hasLines, isPicked } from '../../fields/traits.ts'
import type { Field } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { AgainstValue } from '../record/against-value.tsx'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { isChosenOnSave, useLock, useRequired } from './field-conditions.ts'
import { type FormContext, useErrors, useValue } from './form-context.ts'
import { FormField } from './form-field.tsx'
import { FormFrame } from './form-frame.tsx'
import { FormGroups } from './form-groups.tsx'
import { FormLines } from './form-lines.tsx'
import { isGiven } from './form-schema.ts'

type Values = Readonly<Record<string, unknown>>

const isLines = (field: Field | undefined) => field !== undefined && hasLines(field)

interface FieldPlace {
  readonly id: string
  readonly name: string
  readonly registry: { readonly formContext: FormContext }
}

/** The input of a field type, or its value where it is not editable. */
function TypeWidget({ id, name, registry: { formContext } }: FieldPlace) {
  const field = fieldOf(formContext.resource, name)
  if (!field) throw new Error(`The form has a widget for "${name}", which "${formContext.resource.name}" lacks.`)
  if (isLines(field)) return <FormLines id={id} field={field} context={formContext} />
  return <FormField id={id} field={field} context={formContext} />
}

function UntypedField({ fieldPathId, name, registry }: FieldProps<unknown, RJSFSchema, FormContext>) {
  return <TypeWidget id={fieldPathId.$id} name={name} registry={registry} />
}

/** Every field type as a widget under its name. */
export const widgets: RegistryWidgetsType<Values, RJSFSchema, FormContext> = Object.fromEntries(
  Object.keys(fieldTypes).map(type => [type, TypeWidget]),
)

/** For values of any type: RJSF chooses widgets by type. */
export const fields: Readonly<Record<string, RjsfField>> = { untyped: UntypedField as RjsfField }

export const templates = { FieldTemplate: Frame, ObjectFieldTemplate: Groups }

function Frame(props: FieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const { id, label, children, rawHelp, fieldPathId, registry } = props
  const { resource, language, state } = registry.formContext
  const name = String(fieldPathId.path.at(-1))
  const field = fieldPathId.path.length === 0 ? undefined : fieldOf(resource, name)
  const isRequired = useRequired(field, registry.formContext)
  const lock = useLock(field, registry.formContext)
  const translate = useTranslation(recordWords)
  const next = useNextPick(field, registry.formContext)
  const isChosen = field !== undefined && isChosenOnSave(field, registry.formContext)
  const chosen = isChosen ? translate('form.chosenOnSave') : undefined
  const choice = next === undefined ? undefined : translate('form.choosesOnSave', { label: next })
  if (fieldPathId.path.length === 0) return children
  return (
    <FormFrame
      id={id}
      name={name}
      field={field}
      language={language}
      label={isLines(field) ? undefined : label}
      isRequired={isRequired && lock === undefined}
      help={lock ?? choice ?? rawHelp ?? field?.help?.[language] ?? chosen}
      state={state}
    >
      {children}
      {field && resource.against && (
        <AgainstField field={field} by={resource.against.record} context={registry.formContext} />
      )}
    </FormFrame>
  )
}

interface AgainstFieldProps {
  readonly field: Field
  /** The field with the id of the record that is compared. */
  readonly by: string
  readonly context: FormContext
}

function AgainstField({ field, by, context: { resource, sources, state } }: AgainstFieldProps) {
  const [id, value] = [useValue(state, by), useValue(state, field.name)]
  return <AgainstValue resource={resource} field={field} id={id} value={value} addressOf={sources.addressOf} />
}

function Groups({ properties, registry }: ObjectFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const contents = new Map(properties.map(({ name, content }) => [name, content]))
  return <FormGroups contents={contents} context={registry.formContext} />
}

type OwnWidget = ComponentType<WidgetProps<unknown, RJSFSchema, FormContext>>

const bound = new WeakMap<OwnWidget, OwnWidget>()

/** A uiSchema whose widgets are components of a developer, each with the value and the messages of the form's state. */
export const boundWidgets = (uiSchema: UiSchema): UiSchema =>
  Object.fromEntries(
    Object.entries(uiSchema).map(([name, ui]) => {
      const Own = ui?.['ui:widget']
      return [name, typeof Own === 'function' ? { ...ui, 'ui:widget': boundWidget(Own) } : ui]
    }),
  )

/** A developer's own widget with the value and the messages of the form's state; the same component each time. */
function boundWidget(Own: OwnWidget): OwnWidget {
  const known = bound.get(Own)
  if (known) return known
  const Bound: OwnWidget = props => {
    const { state } = props.registry.formContext
    const value = useValue(state, props.name)
    const rawErrors = useErrors(state, props.name).map(({ message }) => message)
    useSyncExternalStore(state.watch, state.values)
    return (
      <Own
        {...props}
        value={value}
        rawErrors={rawErrors}
        onChange={next => state.set(props.name, next)}
        onBlur={() => state.leave(props.name)}
      />
    )
  }
  bound.set(Own, Bound)
  return Bound
}

/** Milliseconds without a change after which the choice is requested. */
const pause = 200

/**
 * The label of the record that the server would choose on save for a reference with `pick`: where the field is empty,
 * or cannot be entered and a field that its `where` reads has changed. Undefined where there is none, or none is known.
 */
function useNextPick(field: Field | undefined, { state, sources }: FormContext): string | undefined {
  const read = useSyncExternalStore(state.watch, () => (field && isPicked(field) ? readNow(field, state) : undefined))
  const [label, setLabel] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the field's name and the values that it reads matter
  useEffect(() => {
    setLabel(undefined)
    if (field === undefined || read === undefined) return
    let isCurrent = true
    const timer = setTimeout(
      () =>
        sources.nextPick(field, JSON.parse(read)).then(
          option => isCurrent && setLabel(option?.label),
          // Without a connection the server still chooses on save.
          () => undefined,
        ),
      pause,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [sources, field?.name, read])
  return label
}

/** The values that the choice depends on, as JSON; undefined where nothing is chosen on save. */
function readNow(field: Field, state: FormContext['state']): string | undefined {
  const [initial, values] = [state.initial(), state.values()]
  const read = JSON.stringify(readBy(field, values))
  if (isEmptyValue(values[field.name])) return read
  const isStored = isGiven(field) && initial['id'] !== undefined
  return isStored && read !== JSON.stringify(readBy(field, initial)) ? read : undefined
}
