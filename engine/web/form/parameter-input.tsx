import { faultMessage } from '../../fields/fault.ts'
import type { InputProps } from '../../fields/field-web.ts'
import { typeOf } from '../../fields/index.ts'
import { isUnread } from '../../fields/unread-text.ts'
import { webOf } from '../../fields/web.ts'
import type { Parameter } from '../../model/model.ts'

/** The value of a parameter, by the input of its declared type and with its unit. The row contains the value as text. */
export function ParameterInput({ parameter, ...props }: InputProps<string> & { readonly parameter: Parameter }) {
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
