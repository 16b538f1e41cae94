import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FillProgress } from '../../model/fill-progress.ts'
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

interface JobsView {
  readonly waiting: readonly WaitingStep[]
  readonly filling: readonly FillProgress[]
}

const path = '/api/engine/due-steps'
const key = ['due-steps']
const pace = 5000

/** What jobs do, or will do when it is confirmed, because the descriptors changed. */
export function useWorkOfJobs() {
  const { session } = useEngine()
  return useQuery({
    queryKey: key,
    queryFn: () => session.call<JobsView>(path),
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
