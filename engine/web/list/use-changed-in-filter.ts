import { useQuery } from '@tanstack/react-query'
import { type Identifier, useDataProvider, useListContext } from 'ra-core'
import { maxCounted, type RowChanges } from '../data/row-changes.ts'

/**
 * The number of changed rows that concern a list: those on the screen, and others that match its filter now, which one
 * query counts. Of an unfiltered list, of large changes and where the query fails, all that the user may see.
 */
export function useChangedInFilter(changes: RowChanges, seen: number, count: number): number {
  const { resource, filterValues, data: rows } = useListContext()
  const provider = useDataProvider()
  const isCounted = count > 0 && count < maxCounted && Object.keys(filterValues).length > 0 && !filterValues['id_in']
  const shown = new Set(rows?.map(({ id }: { readonly id: Identifier }) => String(id)))
  const ids = isCounted ? changes.ids(resource, seen) : []
  const others = ids.filter(id => !shown.has(id))
  const { data, error } = useQuery({
    queryKey: [resource, 'changed', filterValues, others],
    queryFn: ({ signal }) =>
      provider.getList(resource, {
        pagination: { page: 1, perPage: 1 },
        sort: { field: 'id', order: 'ASC' },
        filter: { ...filterValues, id_in: others.join(',') },
        signal,
      }),
    enabled: others.length > 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isCounted || (error && others.length > 0)) return count
  return ids.length - others.length + (others.length > 0 ? (data?.total ?? 0) : 0)
}
