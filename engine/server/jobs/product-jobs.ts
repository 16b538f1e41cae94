import { platformTenant } from '../auth/actor.ts'
import { readStoreOf } from '../store/operations.ts'
import type { EngineJobs, EngineJobWork, Jobs, JobWork, TenantWork } from './job.ts'

/**
 * The jobs of a product beside those of the engine. A product's job gets the guarded store, and no statements. Throws where
 * both have a job of the same name.
 */
export function allJobs(engine: EngineJobs, jobs: Jobs): EngineJobs {
  const taken = Object.keys(jobs).find(name => name in engine)
  if (taken !== undefined) throw new Error(`A part has the job "${taken}", which is a job of the engine.`)
  const ofProduct: EngineJobs = Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      { title: job.title, schedule: job.schedule, run: work => job.run(guardedWork(work)) },
    ]),
  )
  return { ...ofProduct, ...engine }
}

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
