import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useEngine } from '../data/engine-context.ts'
import { RequestFault } from '../data/request-fault.ts'
import type { CallOptions } from '../data/session.ts'
import { useLanguage } from '../words/i18n.ts'

/** Rows of a page. */
export const pageSize = 20

/** A path below that of processes, or a whole one. */
const whole = (path: string) => (path.startsWith('/') ? path : `/api/engine/flow/${path}`)

/** The data of a call about processes; all of them are read again after a change. */
export function useFlowQuery<Data>(path: string, query: CallOptions['query'] = {}, isEnabled = true) {
  const { session } = useEngine()
  const language = useLanguage()
  return useQuery({
    queryKey: ['flow', path, query, language],
    queryFn: ({ signal }) => session.call<Data>(whole(path), { query, signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
}

/** A page of a list of the blade dialect. */
export function useBladePage<Row>(path: string, page: number) {
  const { data, ...query } = useFlowQuery<{ readonly records: readonly Row[]; readonly total: number }>(
    `/api/blade-flow/${path}`,
    { current: page, size: pageSize },
  )
  return { ...query, data: data && { rows: data.records, total: data.total } }
}

/** Uploads a file as a deployment; the answer is that of any call, but its body is no JSON. */
export function useUpload() {
  const { session } = useEngine()
  const queries = useQueryClient()
  return async (parts: Readonly<Record<'category' | 'tenantIds', string>> & { readonly files: File }) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(parts)) body.append(name, value)
    await session.send(async headers => {
      const response = await fetch('/api/blade-flow/manager/deploy-upload', { method: 'POST', headers, body })
      const answer = (await response.json()) as { readonly msg?: string }
      if (!response.ok) throw new RequestFault(answer.msg ?? 'notice.unknown', response.status, answer)
    })
    await queries.invalidateQueries({ queryKey: ['flow'] })
  }
}

interface FlowChange {
  readonly path: string
  readonly body?: unknown
  readonly query?: CallOptions['query']
}

/** Sends a change of processes; a refusal is shown as a notice, and what is on the screen is read again. */
export function useFlowChange<Answer = unknown>() {
  const { session } = useEngine()
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: ({ path, body, query }: FlowChange) =>
      session.call<Answer>(whole(path), {
        method: 'POST',
        ...(body !== undefined && { body }),
        ...(query && { query }),
      }),
    onError: error => notify(error.message, { type: 'error' }),
    onSettled: () =>
      queries.invalidateQueries({ predicate: ({ queryKey: [part] }) => part !== 'engine' && part !== 'auth' }),
  })
}
