import type { Field } from '../model/model.ts'

/** What an input says of itself to those who do not see it. */
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
