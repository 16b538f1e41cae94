import { useQuery } from '@tanstack/react-query'
import type { ImportView } from '../../model/import-view.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'

/** Rows per page. */
export const checkRowsSize = 50

/** The check whose rows are shown; `version` increases with each check. */
export interface CheckRowsOf {
  readonly part: ResourcePart
  readonly view: ImportView
  readonly version: number
}

/** A page of check results of one kind; the previous page while loading. */
export function useCheckRows<Page extends object>(
  { part, view, version }: CheckRowsOf,
  kind: 'additions' | 'changes',
  page: number,
): Partial<Page> {
  const { session } = useEngine()
  const { name } = part.resource
  const { data } = useQuery({
    queryKey: ['engine', 'import', view.id, kind, version, page],
    queryFn: () =>
      session.call<Page>(`/api/engine/import/${name}/${view.id}/${kind}`, {
        query: { current: page, size: checkRowsSize },
      }),
    placeholderData: before => before,
    gcTime: 0,
  })
  return data ?? {}
}
