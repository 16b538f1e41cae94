import { useQueryClient } from '@tanstack/react-query'
import { useInsertionEffect, useRef, useState } from 'react'
import type { Resource } from '../../model/model.ts'
import { useEngine } from '../data/engine-context.ts'
import { indexKey, type ModelIndex } from '../data/model-source.ts'
import type { PageStates } from '../data/page-states.ts'
import { useTab } from '../frame/tab-context.ts'
import type { FormState } from './form-state.ts'
import type { FormModel } from './removed-input.ts'

/** A form whose resource was renamed or removed while it had unsaved input. */
export interface CarriedForm {
  readonly form: FormModel
  readonly state: FormState
}

const what = 'carried form'

/** The form that a page had before its resource was renamed or removed. */
export const readCarried = (left: PageStates, page: string | undefined): CarriedForm | undefined =>
  left.read<CarriedForm>(page, what)

/** The state of the form on this page under the former name of its resource, once. */
export function useCarried({ renamedFrom, name }: Resource): FormState | undefined {
  const { left } = useEngine()
  const page = useTab()?.page
  const [state] = useState(() => {
    const carried = readCarried(left, page)
    const former = carried?.form.resource.name
    if (!carried || former === undefined || former === name || !renamedFrom?.includes(former)) return
    left.write(page, what, undefined)
    return carried.state
  })
  return state
}

/** Keeps the input of a form that is unmounted because its resource is not in the index any more. */
export function useCarrying(form: FormModel, state: FormState): void {
  const { left } = useEngine()
  const page = useTab()?.page
  const queries = useQueryClient()
  const latest = useRef(form)
  latest.current = form
  // Insertion effects are the only ones that React keeps while the tab is hidden.
  useInsertionEffect(
    () => () => {
      const index = queries.getQueryData<ModelIndex>(indexKey)
      const isListed = index?.resources.some(({ name }) => name === latest.current.resource.name) ?? true
      if (!isListed && state.isDirty()) left.write(page, what, { form: latest.current, state })
    },
    [left, page, queries, state],
  )
}
