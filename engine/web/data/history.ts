import { useInfiniteQuery } from '@tanstack/react-query'
import type { Bilingual } from '../../model/model.ts'
import type { RecordedWarning } from '../../model/warning.ts'
import { useEngine } from './engine-context.ts'

/** One change of one record, as the server sends it. */
export interface ViewedEntry {
  readonly id: string
  /** The version that the change made; null where nothing was written. */
  readonly version: number | null
  /** `save`, `update`, `remove`, `restore`, or the name of a transition or an action. */
  readonly operation: string
  readonly userId: string | null
  readonly userName: string | null
  /** Of a change by the system, itself or on behalf of the user, or by a program with the user's account. */
  readonly actorKind?: 'system' | 'service'
  /** The reason of such a change. */
  readonly reason?: Bilingual
  /** With the texts that the user acknowledged, or that were recorded without a user. */
  readonly warnings?: readonly RecordedWarning[]
  readonly at: string
  readonly changes: ViewedChanges
  /** The input that the user gave. */
  readonly input: Readonly<Record<string, unknown>> | null
  /** The records that the step created or changed. */
  readonly effects?: readonly ViewedLink[]
  /** Of an effect of a step: the record of the step. */
  readonly cause?: ViewedLink
}

/** Another record that a change names. */
export interface ViewedLink {
  readonly resource: string
  readonly id: string
  readonly name: string
  /** `save` for a record that was created, `link` for one that an earlier step had created, else the step. */
  readonly operation: string
}

export type ViewedChanges = Readonly<Record<string, ViewedChange | ViewedLineChanges | ViewedLinkChanges>>

export interface ViewedChange {
  readonly from: unknown
  readonly to: unknown
}

/** The changes of a record's lines. */
export interface ViewedLineChanges {
  readonly lines: readonly LineChange[]
}

/** The changes of a bind: ids of records. */
export interface ViewedLinkChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export interface LineChange {
  readonly id: string
  readonly operation: 'save' | 'update' | 'remove'
  readonly changes: Readonly<Record<string, ViewedChange>>
}

/** Entries per request. */
const aPart = 30

/** The history of a record, latest first, in pages; refetched with each version. */
export function useHistory(resource: string, id: string, version: unknown) {
  const { session } = useEngine()
  const query = useInfiniteQuery({
    queryKey: [resource, 'history', id, version],
    queryFn: ({ pageParam, signal }) =>
      session.call<readonly ViewedEntry[]>(`/api/engine/history/${resource}/${encodeURIComponent(id)}`, {
        query: { size: aPart, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: part => (part.length < aPart ? undefined : part.at(-1)?.id),
    // The old entries stay while those of the next version are fetched.
    placeholderData: before => before,
  })
  return {
    entries: query.data?.pages.flat(),
    error: query.data ? null : query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  }
}
