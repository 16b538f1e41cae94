import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { BulkPreview, OperationRow, OperationView, UndoCounts, UndoState } from '../../model/operation-view.ts'
import { operationsPage } from './addresses.ts'
import type { BulkRequest, Selected } from './bulk.ts'
import { useEngine } from './engine-context.ts'
import type { Session } from './session.ts'

const path = '/api/engine/operations'

interface RowsPage {
  readonly rows: readonly OperationRow[]
  readonly hasMore: boolean
}

/** Interval in milliseconds at which the progress of a running operation is fetched. */
const pace = 2000

export function useOperation(id: string) {
  const { session } = useEngine()
  return useQuery({
    queryKey: ['operations', 'one', id],
    queryFn: () => session.call<OperationView>(`${path}/${id}`),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pace : false),
  })
}

/** Whether an operation can be undone now. */
export const undoStateOf = async (session: Session, id: string): Promise<UndoState> =>
  (await session.call<OperationView>(`${path}/${id}`)).undo

/** The results of records, a page at a time. */
export function useOperationRows(id: string, which: 'all' | 'failed') {
  const { session } = useEngine()
  return useInfiniteQuery({
    queryKey: ['operations', 'rows', id, which],
    queryFn: ({ pageParam }) => {
      const query = { which, ...(pageParam !== '' && { after: pageParam }) }
      return session.call<RowsPage>(`${path}/${id}/rows`, { query })
    },
    initialPageParam: '',
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? rows.at(-1)?.id : undefined),
  })
}

/** How many records an undo would revert and leave unchanged, at most the first ten thousand. */
export function useUndoCounts(id: string) {
  const { session } = useEngine()
  return useQuery({
    queryKey: ['operations', 'undo', id],
    queryFn: () => session.call<UndoCounts>(`${path}/${id}/undo`),
    gcTime: 0,
  })
}

/** How many records something would change, and from what to what; undefined where that cannot be known. */
export function useBulkPreview(
  resource: string,
  selected: Selected,
  bulkOperation: BulkRequest | undefined,
): BulkPreview | 'loading' | undefined {
  const { session } = useEngine()
  const body = bulkOperation && { select: selected, do: bulkOperation }
  const { data, isLoading } = useQuery({
    queryKey: ['operations', 'preview', resource, body],
    queryFn: () => session.call<BulkPreview>(`/api/engine/bulk/${resource}/preview`, { method: 'POST', body }),
    enabled: bulkOperation !== undefined,
    gcTime: 0,
  })
  return isLoading ? 'loading' : data
}

/** The address of the operations on records of one resource. */
export const operationsAddress = (resource: string, kind = ''): string =>
  `${operationsPage}?${new URLSearchParams({ resource_in: resource, ...(kind !== '' && { kind }) })}`
