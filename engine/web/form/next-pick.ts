import { useEffect, useState, useSyncExternalStore } from 'react'
import { readBy } from '../../fields/reference/use-options.ts'
import { isPicked } from '../../fields/traits.ts'
import type { Field } from '../../model/model.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import type { FormContext } from './form-context.ts'
import { isGiven } from './form-schema.ts'

/** Milliseconds without a change after which the choice is requested. */
const pause = 200

/**
 * The label of the record that the server would choose on save for a reference with `pick`: where the field is empty,
 * or cannot be entered and a field that its `where` reads has changed. Undefined where there is none, or none is known.
 */
export function useNextPick(field: Field | undefined, { state, sources }: FormContext): string | undefined {
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
