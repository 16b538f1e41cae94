import { useMutation } from '@tanstack/react-query'
import { useListContext, useNotify, useResourceContext } from 'ra-core'
import { useEffect } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { figure } from '../words/figure.ts'

/** From which row to which the list stands: that of the rows shown, which is not yet, or offline not, the page asked for. */
export function useRowsShown(): { readonly from: number; readonly to: number } {
  const { page, perPage, total = 0, meta } = useListContext()
  const shown = { page, perPage, ...(meta as Partial<Record<'page' | 'perPage', number>> | undefined) }
  return { from: (shown.page - 1) * shown.perPage + 1, to: Math.min(total, shown.page * shown.perPage) }
}

/** How many rows a list has, as text: `10,000+` where counting stopped, exact once the user requests it. */
export function useExactTotal(): {
  text: string
  /** The same as a number, by which a language takes one of its forms. */
  smart_count: number
  isCapped: boolean
  isCounting: boolean
  count: () => void
} {
  const { session } = useEngine()
  const notify = useNotify()
  const name = useResourceContext() ?? ''
  const { total, filterValues, meta } = useListContext()
  const module = useModelIndex()?.resources.find(one => one.name === name)?.module
  const counting = useMutation({
    mutationFn: () => session.call<number>(`/api/${module}/v1/${name}/exactTotal`, { query: filterValues }),
    onError: error => notify(error.message, { type: 'error' }),
  })
  const asked = JSON.stringify(filterValues)
  const { reset } = counting
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question makes the old count void
  useEffect(() => reset(), [asked, total, reset])
  const { capped, isBin } = (meta ?? {}) as { capped?: boolean; isBin?: boolean }
  const isCapped = capped === true && counting.data === undefined
  const shown = counting.data ?? total
  return {
    text: shown === undefined ? '' : `${figure(shown)}${isCapped ? '+' : ''}`,
    smart_count: shown ?? 0,
    // Deleted rows are counted no further than the cap.
    isCapped: isCapped && !isBin,
    isCounting: counting.isPending,
    count: () => counting.mutate(),
  }
}
