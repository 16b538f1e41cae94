import type { Field } from '../model/model.ts'

/** The ARIA attributes of an input. */
export function ariaOf(props: {
  readonly field: Field
  readonly invalid: boolean
  readonly describedBy?: string
  readonly labelledBy?: string
}) {
  return {
    'aria-invalid': props.invalid || undefined,
    'aria-required': props.field.required || undefined,
    'aria-describedby': props.describedBy,
    'aria-labelledby': props.labelledBy,
  }
}
