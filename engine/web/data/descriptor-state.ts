import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DifferenceLine } from '../../model/line-differences.ts'
import type { Bilingual } from '../../model/model.ts'
import { descriptorsKey as key } from './descriptors-key.ts'
import { useEngine } from './engine-context.ts'

/** A change of the descriptors that would break rows or lose data. */
export interface LossView {
  /** Its name in the plan: `drop:customer.fax`. */
  readonly loss: string
  readonly count: number
  readonly mark: 'breaks-rows' | 'data-losing'
  readonly what: Bilingual
  /** The resource of the rows. */
  readonly resource?: string
  readonly rows: readonly {
    readonly tenantId: string
    readonly id: string
    /** Its text that is no value after the change. */
    readonly value?: string | null
    /** The most similar texts that are values. */
    readonly candidates?: readonly string[]
  }[]
  /** What to write in the files instead. */
  readonly hint?: Bilingual
}

export interface PositionView {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Saved files that wait together. */
export interface PendingSetView {
  readonly revision: string
  readonly files: readonly string[]
  readonly changed: string
  readonly losses: readonly LossView[]
}

export interface PendingView {
  /** The sets of saved files that wait. */
  readonly pending: readonly PendingSetView[]
  /** Data that the served descriptors have left behind, and changed seeds. */
  readonly left: readonly LossView[]
  /** The served revision. */
  readonly served: string
  /** The files of `migrations/` that the next start runs. */
  readonly migrations: readonly string[]
}

export interface ProblemView {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: Bilingual
  readonly hint?: Bilingual
  readonly at?: PositionView
  readonly loss?: object
}

/** The served revision. */
export interface RevisionView {
  readonly revision: string
  /** Its position in the order of application. */
  readonly number: number
  readonly changed: string
  readonly appliedOn: number
  readonly of: number
}

/** What a revision changed. */
export interface RevisionDifferenceView {
  /** The number of the kept revision before it. */
  readonly before: number | null
  readonly changes: readonly Bilingual[]
  readonly files: readonly {
    readonly file: string
    readonly change: 'added' | 'removed' | 'changed'
    readonly lines: readonly DifferenceLine[]
  }[]
  /** Files on disk with texts that were never applied; null where the server reads no files. */
  readonly unapplied: readonly string[] | null
}

const path = '/api/engine'
/** Descriptors change outside of the browser: while the page is shown, it is refreshed at this interval. */
const pace = 3000

/** What waits for a confirmation, the problems of the files, and the served revision. */
export interface DescriptorState extends PendingView {
  readonly problems: readonly ProblemView[]
  readonly current: RevisionView
}

/** The state of the descriptors. Outside of their page it is read again only when the server reports a change. */
export function useDescriptorState({ isPage = true } = {}) {
  const { session } = useEngine()
  return useQuery({
    queryKey: key,
    queryFn: async (): Promise<DescriptorState> => {
      const [waiting, problems, current] = await Promise.all([
        session.call<PendingView>(`${path}/pending`),
        session.call<readonly ProblemView[]>(`${path}/problems`),
        session.call<RevisionView>(`${path}/revision`),
      ])
      return { ...waiting, problems, current }
    },
    refetchInterval: isPage && pace,
  })
}

/** Confirms losses as they were shown; the server refuses (409) if others wait by now. */
export function useConfirmation() {
  const { session } = useEngine()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { revision: string; allow: readonly { loss: string; count: number }[] }) =>
      session.call<null>(`${path}/pending`, { method: 'POST', body }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Writes the applied texts of files that wait. */
export function useDiscard(revision: string) {
  const { session } = useEngine()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      session.call<null>(`${path}/pending/${encodeURIComponent(revision)}/discard`, { method: 'POST', body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** What a revision changed, and the files whose texts a restore would replace at present. */
export function useRevisionDifference(revision: string) {
  const { session } = useEngine()
  return useQuery({
    queryKey: [...key, revision],
    queryFn: () => session.call<RevisionDifferenceView>(`${path}/revision/${encodeURIComponent(revision)}`),
  })
}

/** Writes the files of a revision; the server plans them as any saved files. */
export function useRestore(revision: string) {
  const { session } = useEngine()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (discard: readonly string[]) =>
      session.call<{ readonly outcome: string }>(`${path}/revision/${encodeURIComponent(revision)}/restore`, {
        method: 'POST',
        body: { discard },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
