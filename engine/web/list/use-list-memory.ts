import { useListContext } from 'ra-core'
import { useEffect } from 'react'
import { useEngine } from '../data/engine-context.ts'

/** Stores the list's state at each response, for the return to it and for the neighbours of a record. */
export function useListMemory(name: string): void {
  const { lists } = useEngine()
  const { data, page, perPage, sort, filterValues, total = 0, meta, isPlaceholderData, isPending } = useListContext()
  const isCapped = (meta as { capped?: boolean } | undefined)?.capped === true
  const { field, order } = sort
  const asked = JSON.stringify(filterValues)
  useEffect(() => {
    if (isPending || isPlaceholderData || !data) return
    lists.keep(name, {
      page,
      perPage,
      sort: { field, order: order === 'ASC' ? 'ASC' : 'DESC' },
      filter: JSON.parse(asked),
      total,
      capped: isCapped,
      ids: data.map(({ id }) => String(id)),
    })
  }, [lists, name, data, page, perPage, field, order, asked, total, isCapped, isPending, isPlaceholderData])
}
