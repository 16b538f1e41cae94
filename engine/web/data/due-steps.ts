import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Bilingual } from '../../model/model.ts'
import { useEngine } from './engine-context.ts'

/** A new or changed automatic step that waits, or one that stopped after its first thousand records. */
export interface WaitingStep {
  readonly resource: string
  readonly step: string
  /** Its version. */
  readonly digest: string
  readonly resourceTitle: Bilingual
  readonly title: Bilingual
  /** Records that are due now. */
  readonly due: number
  /** Records for which it was made in the last hour. */
  readonly made: number
  readonly stoppedAt: string | null
}

const path = '/api/engine/due-steps'
const key = ['due-steps']
const pace = 5000

export function useWaitingSteps() {
  const { session } = useEngine()
  return useQuery({
    queryKey: key,
    queryFn: () => session.call<{ readonly waiting: readonly WaitingStep[] }>(path),
    refetchInterval: pace,
  })
}

/** Lets a step run on the records that are due. */
export function useStepConfirmation() {
  const { session } = useEngine()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ resource, step, digest }: WaitingStep) =>
      session.call<null>(`${path}/confirm`, { method: 'POST', body: { resource, step, digest } }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
