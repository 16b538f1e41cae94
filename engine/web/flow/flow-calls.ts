import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useEngine } from '../data/engine-context.ts'
import type { CallOptions } from '../data/session.ts'
import { useLanguage } from '../words/i18n.ts'

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

export interface FlowChange {
  readonly path: string
  readonly body: unknown
}

/** Sends a change of processes; a refusal is shown as a notice, and what is on the screen is read again. */
export function useFlowChange<Answer = unknown>() {
  const { session } = useEngine()
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation<Answer, Error, FlowChange>({
    mutationFn: ({ path, body }) => session.call<Answer>(whole(path), { method: 'POST', body }),
    onError: error => notify(error.message, { type: 'error' }),
    onSettled: () =>
      queries.invalidateQueries({ predicate: ({ queryKey: [part] }) => part !== 'engine' && part !== 'auth' }),
  })
}
