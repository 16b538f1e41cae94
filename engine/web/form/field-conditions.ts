import { useMemo, useSyncExternalStore } from 'react'
import { requiresValue } from '../../fields/record-schema.ts'
import { isPicked } from '../../fields/traits.ts'
import type { Field } from '../../model/model.ts'
import type { FormContext } from './form-context.ts'
import { isGiven } from './form-schema.ts'

/** Why a field of the stored record cannot be changed now; undefined where it can. */
export function useLock(field: Field | undefined, { check, state }: FormContext): string | undefined {
  const before = useSyncExternalStore(state.watch, state.initial)
  return useMemo(() => field && check.lockOf(field, before), [check, field, before])
}

/** Whether the server chooses the value on save: of a field that users enter, where it is empty; else in a new record. */
export const isChosenOnSave = (field: Field, { state }: FormContext): boolean =>
  isPicked(field) && (!isGiven(field) || state.initial()['id'] === undefined)

/** Whether a value must be entered. A condition is followed while the record is typed. */
export function useRequired(field: Field | undefined, { check, state }: FormContext): boolean {
  return useSyncExternalStore(state.watch, () => {
    if (field === undefined || isGiven(field)) return false
    const isNew = state.initial()['id'] === undefined
    return requiresValue(field, isNew) || (field.requiredIf !== undefined && check.isRequired(field, state.values()))
  })
}
