import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FillProgress } from '../../model/fill-progress.ts'
import type { Bilingual } from '../../model/model.ts'
import { useEngine } from './engine-context.ts'

/** A new or changed automatic step that skips records, because they were due before it. */
export interface SkippingStep {
  readonly resource: string
  readonly step: string
  /** Its version. */
  readonly digest: string
  readonly resourceTitle: Bilingual
  readonly title: Bilingual
  /** The number of skipped records. */
  readonly due: number
}

interface JobsView {
  readonly skipped: readonly SkippingStep[]
  readonly filling: readonly FillProgress[]
}

const path = '/api/engine/due-steps'
const key = ['due-steps']
const pace = 5000

/** What jobs do, or skip, because the descriptors changed. */
export function useWorkOfJobs() {
  const { session } = useEngine()
  return useQuery({
    queryKey: key,
    queryFn: () => session.call<JobsView>(path),
    refetchInterval: pace,
  })
}

/** Lets a step run on the records that it skips. */
export function useSkippedRecords() {
  const { session } = useEngine()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ resource, step, digest }: SkippingStep) =>
      session.call<null>(`${path}/run`, { method: 'POST', body: { resource, step, digest } }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
