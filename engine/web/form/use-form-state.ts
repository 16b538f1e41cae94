import { useEffect, useState } from 'react'
import type { Resource } from '../../model/model.ts'
import { afterPointerRelease } from './after-pointer-release.ts'
import type { Values } from './form-context.ts'
import { createFormState, type FormState } from './form-state.ts'
import type { RecordCheck } from './record-check.ts'

/** The state of a form while it is shown; it follows the fields and the checks. */
export function useFormState(resource: Resource, check: RecordCheck, initial: () => Values): FormState {
  const [state] = useState(() => createFormState(resource, check, initial(), afterPointerRelease))
  useEffect(() => state.follow(resource, check), [state, resource, check])
  return state
}
