import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { copiedValues, type LookUp } from '../../record/copied-values.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import type { FormState } from './form-state.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Shows in a form the values that the server will copy from the selected records. The server decides what is stored.
 */
export function useCopies({ resource, model }: ResourcePart, state: FormState): void {
  const { session } = useEngine()
  const queries = useQueryClient()
  useEffect(() => {
    const hasCopies = Object.values(model.resources).some(({ fields }) => fields.some(({ copy }) => copy))
    if (!hasCopies) return
    let isOver = false
    const lookUp: LookUp = (of, reference, id) => {
      const queryKey = [of.name, 'copied', reference, id]
      const found = queries.getQueryData<Values>(queryKey)
      if (found) return found
      const path = `/api/engine/copied/${of.name}/${reference}`
      void queries
        .fetchQuery({ queryKey, queryFn: () => session.call<Values>(path, { query: { id } }), staleTime: 60_000 })
        // Without a connection the form shows no value, and the server sets it.
        .then(follow, () => undefined)
      return undefined
    }
    const follow = () => {
      if (isOver) return
      const copied = copiedValues(model, resource, state.values(), state.initial(), lookUp)
      for (const [name, value] of Object.entries(copied)) state.set(name, value)
    }
    follow()
    const end = state.watch(follow)
    return () => {
      isOver = true
      end()
    }
  }, [model, resource, state, session, queries])
}
