import { useMutation } from '@tanstack/react-query'
import { useListContext, useNotify, useResourceContext } from 'ra-core'
import { useEffect } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { figure } from '../words/figure.ts'

/** The range of the shown rows. While a page is loading or offline, it differs from the requested page. */
export function useRowsShown(): { readonly from: number; readonly to: number } {
  const { page, perPage, total = 0, meta } = useListContext()
  const shown = { page, perPage, ...(meta as Partial<Record<'page' | 'perPage', number>> | undefined) }
  return { from: (shown.page - 1) * shown.perPage + 1, to: Math.min(total, shown.page * shown.perPage) }
}

/** The number of rows as text: `10,000+` above the cap, exact after the user requests it. */
export function useExactTotal(): {
  text: string
  /** The number, for plural forms. */
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
