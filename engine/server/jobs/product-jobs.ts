import { platformTenant } from '../auth/actor.ts'
import { readStoreOf } from '../store/operations.ts'
import type { EngineJobs, EngineJobWork, Jobs, JobWork, TenantWork } from './job.ts'

/** The jobs of a product as the runner runs them: each gets the guarded store, and no statements. */
export const productJobs = (jobs: Jobs): EngineJobs =>
  Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      { title: job.title, schedule: job.schedule, run: work => job.run(guardedWork(work)) },
    ]),
  )

function guardedWork(work: EngineJobWork): JobWork {
  const { runId, signal, report, warn } = work
  const inTenant = (tenantId: string) => tenantWork(work, tenantId)
  return { runId, signal, report, warn, ...inTenant(platformTenant), inTenant }
}

const tenantWork = (work: EngineJobWork, tenantId: string): TenantWork => ({
  ctx: work.workFor(tenantId).ctx,
  store: readStoreOf(work.store),
  step: (name, effect) => work.step(name, effect, tenantId),
})
