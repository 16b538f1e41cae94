import type { FormGroup, Resource } from '../../model/model.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import type { FormState } from './form-state.ts'
import { isWritten } from './new-record.ts'
import type { RecordError } from './record-error.ts'

/** The id of the element in a form that an error is about. */
export const targetOf = (form: string, { path }: RecordError): string => [form, ...path].join('_')

/** Focuses the first editable field, unless the form has the focus already. */
export function focusFirst(form: string): void {
  const element = document.getElementById(form)
  if (!element || element.contains(document.activeElement)) return
  element
    .querySelector<HTMLElement>(
      'input:not([type=hidden], [type=file], :disabled), textarea:not([aria-hidden], :disabled)',
    )
    ?.focus({ preventScroll: true })
}

/** Focuses the first field that is shown, entered by users and empty; without one, the first field. */
export function focusFirstEmpty(
  form: string,
  groups: readonly FormGroup[],
  resource: Resource,
  state: FormState,
): void {
  const isOpen = (name: string) => {
    const field = resource.fields.find(one => one.name === name)
    return field !== undefined && isWritten(field) && state.isShown(name) && isEmptyValue(state.values()[name])
  }
  const name = groups.flatMap(group => group.fields).find(isOpen)
  if (name === undefined) focusFirst(form)
  else focusField(targetOf(form, { path: [name], message: '' }), form)
}

/** Focuses a field of the form by its id, or its first cell where it is a table of lines. */
export function focusField(target: string, form: string): void {
  // A line's error may be of a field that is no column: then its table is the nearest place.
  const [field = target] = /^.+?(?=_\d+_)/.exec(target) ?? []
  const element = document.getElementById(target) ?? document.getElementById(`${field}-label`)?.closest('.field')
  const inner = element?.matches('input, textarea, button, [tabindex]')
    ? element
    : (element?.querySelector('td[aria-invalid="true"]') ?? element?.querySelector('input, textarea, [tabindex="0"]'))
  const place = (inner ?? element ?? document.getElementById(form)) as HTMLElement | null
  place?.scrollIntoView({ block: 'center' })
  place?.focus({ preventScroll: true })
}
