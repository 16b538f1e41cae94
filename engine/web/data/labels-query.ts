import type { FieldSources } from '../../fields/field-web.ts'

/** The query of React Query for the labels of records whose ids alone are known. */
export const labelsQuery = (sources: Pick<FieldSources, 'labels'>, resource: string, ids: readonly string[]) => ({
  queryKey: [resource, 'labels', ids],
  queryFn: () => sources.labels(resource, ids),
  staleTime: 60_000,
})
