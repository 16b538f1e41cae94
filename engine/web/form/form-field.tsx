import { lazy, Suspense, useMemo, useSyncExternalStore } from 'react'
import { faultMessage } from '../../fields/fault.ts'
import type { InputProps } from '../../fields/field-web.ts'
import { typeOf } from '../../fields/index.ts'
import { isNumber, typedNumber } from '../../fields/read-text.ts'
import { isUnread } from '../../fields/unread-text.ts'
import { webOf } from '../../fields/web.ts'
import type { Field, Parameter } from '../../model/model.ts'
import { parameterOfRow, parameterValueField } from '../../model/parameter-rows.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { useLock, useRequired } from './field-conditions.ts'
import { type FormContext, useErrors, useValue } from './form-context.ts'
import { isGiven } from './form-schema.ts'

const RevealButton = lazy(() => import('../record/reveal-button.tsx').then(found => ({ default: found.RevealButton })))

interface FormFieldProps {
  readonly id: string
  readonly field: Field
  readonly context: FormContext
}

/** One field of a record, by its type's own input; without one where the user cannot change it. */
export function FormField({ id, field: declared, context }: FormFieldProps) {
  const { model, resource, language, sources, state } = context
  const lock = useLock(declared, context)
  const isRequired = useRequired(declared, context)
  const field = useMemo(
    () => (declared.requiredIf === undefined ? declared : { ...declared, required: isRequired }),
    [declared, isRequired],
  )
  const { name } = field
  const { Input, Cell, Whole = Cell } = webOf(field)
  const value = useValue(state, name)
  const isWrong = useErrors(state, name).length > 0
  // Only a field that depends on others is rendered again when they change; the name of a reference was read with it.
  const record = useSyncExternalStore(state.watch, field.reads?.length ? state.values : state.initial)
  if (lock !== undefined || isGiven(field)) {
    return (
      <div
        id={id}
        className="field-given sunken row muted num clip boxed round-6 px-12 min-h-36"
        {...(lock !== undefined && { 'aria-describedby': `${id}-note` })}
      >
        {isEmptyValue(value) ? (
          '—'
        ) : (
          <Whole field={field} model={model} language={language} record={record} sources={sources} value={value} />
        )}
        {field.mask === 'revealable' && !isEmptyValue(value) && (
          <Suspense>
            <RevealButton resource={resource.name} id={String(record['id'])} field={field} />
          </Suspense>
        )}
      </div>
    )
  }
  const write = (next: unknown) => {
    const changes =
      isUnread(next) && isNumber(field)
        ? typedNumber(next, field, state.values(), { model, fields: resource.fields })
        : { [name]: next }
    for (const [one, value] of Object.entries(changes)) state.set(one, value)
  }
  const props = {
    id,
    field,
    model,
    language,
    record,
    sources,
    value: isUnread(value) ? null : value,
    ...(isUnread(value) && { unread: value }),
    disabled: false,
    invalid: isWrong,
    describedBy: `${id}-note`,
    onChange: write,
    onBlur: () => setTimeout(() => isUnderDialog(id) || state.leave(name)),
  }
  const parameter = name === parameterValueField ? parameterOfRow(model, resource.name, record) : undefined
  // Dated values are entered as text, one on each line.
  if (parameter?.value === undefined) return <Input {...props} />
  return <ParameterInput {...props} value={props.value as string | null} parameter={parameter} />
}

/** A dialog that the field opened took the focus and will return it, so the field was not left. */
function isUnderDialog(id: string): boolean {
  const dialog = document.activeElement?.closest('[role=dialog]')
  return dialog != null && !dialog.contains(document.getElementById(id))
}

/** The value of a parameter, by the input of its declared type and with its unit. The row contains the value as text. */
function ParameterInput({ parameter, ...props }: InputProps<string> & { readonly parameter: Parameter }) {
  const { name, title } = props.field
  const { options } = parameter.field
  const unit = parameter.unit && { unit: parameter.unit }
  const field = { ...parameter.field, name, title, options: { ...options, ...unit } }
  const { Input } = webOf(field)
  const read = typeof props.value === 'string' ? typeOf(field).parse(props.value, field, props.model) : { value: null }
  const unread =
    'fault' in read
      ? { unread: props.value ?? '', message: faultMessage(read.fault, title), candidates: [] }
      : props.unread
  return (
    <Input
      {...props}
      field={field}
      value={'value' in read ? read.value : null}
      {...(unread && { unread })}
      onChange={next => props.onChange(isUnread(next) || next === null ? next : String(next))}
    />
  )
}
