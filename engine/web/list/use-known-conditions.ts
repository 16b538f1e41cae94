import { useListContext, useNotify } from 'ra-core'
import { useEffect } from 'react'
import { fieldOf } from '../../model/system-fields.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { isQueryable, isSortable } from './view-search.ts'

/** A field removed from the descriptor is no longer filtered or sorted by: the server would refuse it. */
export function useKnownConditions({ resource }: ResourcePart): void {
  const { sort, setSort, filterValues, setFilters } = useListContext()
  const notify = useNotify()
  const { field, descending } = resource.sort
  const isKnown = isSortable(fieldOf(resource, sort.field))
  useEffect(() => {
    if (!isKnown) setSort({ field, order: descending ? 'DESC' : 'ASC' })
  }, [isKnown, setSort, field, descending])

  const asked = Object.entries(filterValues as Readonly<Record<string, unknown>>)
  const lost = asked.filter(([name]) => !isQueryable(resource, name)).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that something is lost
  useEffect(() => {
    if (lost === 0) return
    setFilters(Object.fromEntries(asked.filter(([name]) => isQueryable(resource, name))), {})
    notify('list.conditionsLost', { type: 'warning', messageArgs: { smart_count: lost } })
  }, [lost])
}
