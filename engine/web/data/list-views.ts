import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEngine } from './engine-context.ts'
import { viewsPath } from './paths.ts'
import type { Session } from './session.ts'

/** A saved view of a list, restricted to what this user may use. */
export interface SavedView {
  readonly id: string
  readonly name: string
  readonly mine: boolean
  /** Whether this user may change and delete it. */
  readonly editable: boolean
  readonly owner: string
  readonly query: Readonly<Record<string, string>>
  readonly sort: { readonly field: string; readonly descending: boolean } | null
  readonly columns: readonly string[] | null
  /** The name of the kind of list that shows it; null for a table. */
  readonly kind: string | null
  readonly roles: readonly ViewRole[]
  /** How many conditions and columns were left out. */
  readonly dropped: number
}

export interface ViewRole {
  readonly id: string
  readonly name: string
}

/** A user's settings of a list: saved views, chosen columns, their widths, the default view. */
export interface ListViews {
  readonly views: readonly SavedView[]
  readonly columns: readonly string[] | null
  readonly widths: Readonly<Record<string, number>>
  readonly start: string | null
  /** How many rows a page has; null for as many as fit the window. */
  readonly pageSize: number | null
  /** Rows per page of a list within the record to which its rows refer. */
  readonly relatedSize: number | null
  /** Roles that this user may share with. */
  readonly roles: readonly ViewRole[]
}

/** The body of a request that saves or changes a view. */
export type ViewChange = Partial<Pick<SavedView, 'name' | 'query' | 'sort' | 'columns' | 'kind'>> & {
  readonly roleIds?: readonly string[]
}

const keyOf = (resource: string) => ['engine', 'views', resource] as const
const choicesPath = (resource: string) => `/api/engine/choices/${encodeURIComponent(resource)}`
const nothing: ListViews = {
  views: [],
  columns: null,
  widths: {},
  start: null,
  pageSize: null,
  relatedSize: null,
  roles: [],
}

/** The query of a user's settings of a list. */
export const viewsQuery = (session: Session, resource: string) => ({
  queryKey: keyOf(resource),
  queryFn: ({ signal }: { signal: AbortSignal }) => session.call<ListViews>(viewsPath(resource), { signal }),
  staleTime: 60_000,
  gcTime: 3_600_000,
})

/** The user's settings of a list; if they cannot be loaded, the defaults are used. */
export function useListViews(resource: string): { data: ListViews | undefined; isSettled: boolean } {
  const { session } = useEngine()
  const { data, isError } = useQuery({ ...viewsQuery(session, resource), enabled: resource !== '' })
  return { data: data ?? (isError ? nothing : undefined), isSettled: data !== undefined || isError }
}

/** Creates, changes and deletes saved views, and sets the default one. */
export function useViewChanges(resource: string) {
  const { session } = useEngine()
  const change = useChange(resource)
  const put = (view: SavedView) =>
    change(held => ({
      ...held,
      views: held.views.some(({ id }) => id === view.id)
        ? held.views.map(one => (one.id === view.id ? view : one))
        : [...held.views.filter(({ mine }) => mine), view, ...held.views.filter(({ mine }) => !mine)],
    }))
  const path = viewsPath(resource)
  return {
    save: useMutation({
      mutationFn: (view: ViewChange) => session.call<SavedView>(path, { method: 'POST', body: view }),
      onSuccess: put,
    }),
    update: useMutation({
      mutationFn: ({ id, ...view }: ViewChange & { readonly id: string }) =>
        session.call<SavedView>(`${path}/${id}`, { method: 'PUT', body: view }),
      onSuccess: put,
    }),
    remove: useMutation({
      mutationFn: (id: string) => session.call<null>(`${path}/${id}`, { method: 'DELETE' }),
      onSuccess: (_none, id) =>
        change(held => ({
          ...held,
          views: held.views.filter(one => one.id !== id),
          start: held.start === id ? null : held.start,
        })),
    }),
    begin: useMutation({
      mutationFn: (start: string | null) =>
        session.call<null>(choicesPath(resource), { method: 'PUT', body: { start } }),
      onSuccess: (_none, start) => change(held => ({ ...held, start })),
    }),
  }
}

/**
 * Changes the columns, their widths or the page size of the user. The change applies at once, and remains on this page
 * if the request fails.
 */
export function useListChoice(resource: string) {
  const { session } = useEngine()
  const change = useChange(resource)
  return useMutation({
    mutationFn: (body: Partial<Pick<ListViews, 'columns' | 'widths' | 'pageSize' | 'relatedSize'>>) =>
      session.call<null>(choicesPath(resource), { method: 'PUT', body }),
    onMutate: chosen => change(held => ({ ...held, ...chosen })),
    // Changes in quick succession are sent in their order.
    scope: { id: `choices ${resource}` },
  })
}

function useChange(resource: string): (now: (before: ListViews) => ListViews) => void {
  const queries = useQueryClient()
  return now => void queries.setQueryData(keyOf(resource), now(heldIn(queries, resource)))
}

const heldIn = (queries: QueryClient, resource: string): ListViews =>
  queries.getQueryData<ListViews>(keyOf(resource)) ?? nothing
