import { idOf, resourceWithId } from '../../model/ids.ts'
import type { Bilingual, Model } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { expiry } from '../services/import/delete-imports.ts'
import { dueStepsOf } from '../store/due-rows.ts'
import { refreshJob, storedFormulasOf } from '../store/stale-values.ts'
import { dueStepsJob } from './due-steps.ts'

/** Work of a job for a name that the descriptors no longer have. */
export interface OrphanedWork {
  readonly job: string
  readonly resource: string
  /** The step or the field; null where the resource alone is named. */
  readonly name: string | null
  /** Number of its rows. */
  readonly count: number
  /** When the first of them is deleted; null of those that are kept. */
  readonly expires: string | null
  readonly message: Bilingual
}

export const importRecoveryJob = 'import-recovery'

/** The orphaned work of all tenants. */
export async function orphanedWork(queries: Queries, model: Model): Promise<readonly OrphanedWork[]> {
  const rows = await runAll(
    queries,
    sql`select ${dueStepsJob}::text as job, resource, step as name, count(*)::integer as count, null::timestamptz as expires
        from (select resource, step from engine_step_failure
          union all select resource, step from engine_due_step where due > 0) s
        group by resource, step
      union all select ${refreshJob}::text, resource, field, count(*)::integer, null from engine_stale_value group by resource, field
      union all select ${importRecoveryJob}::text, resource, null, count(*)::integer, min(${word(expiry)}) from engine_import
        where state = 'writing' group by resource
      order by job, resource, name`,
  )
  const known = namesOf(model)
  return rows.flatMap(row => {
    const [job, resource] = [String(row['job']), String(row['resource'])]
    const name = row['name'] === null ? null : String(row['name'])
    if (known.has([job, resource, name ?? ''].join(' '))) return []
    const present = resourceWithId(model, resource)
    const message = present && name !== null ? withoutName(present.name, name) : withoutResource(resource)
    const expires = row['expires'] === null ? null : new Date(row['expires'] as Date).toISOString()
    return [{ job, resource, name, count: Number(row['count']), expires, message }]
  })
}

/** Everything that the jobs may name, with the job. */
const namesOf = (model: Model): ReadonlySet<string> =>
  new Set([
    ...Object.values(model.resources).map(one => `${importRecoveryJob} ${idOf(one)} `),
    ...dueStepsOf(model).map(({ resource, step }) => `${dueStepsJob} ${idOf(resource)} ${idOf(step)}`),
    ...storedFormulasOf(model).map(({ resource, field }) => `${refreshJob} ${idOf(resource)} ${idOf(field)}`),
  ])

const withoutResource = (resource: string): Bilingual => ({
  zh: `描述文件中没有资源“${resource}”，不再处理`,
  en: `The descriptors have no resource "${resource}" any more; the work is not done.`,
})

const withoutName = (resource: string, name: string): Bilingual => ({
  zh: `描述文件中的资源“${resource}”没有“${name}”，不再处理`,
  en: `The resource "${resource}" of the descriptors has no "${name}" any more; the work is not done.`,
})
