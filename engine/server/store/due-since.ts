import { idOf } from '../../model/ids.ts'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type DueStep, dueStepsOf } from './due-rows.ts'

/** From when on a step with `after` acts in its present version. */
export interface DueSince {
  /** Records that were due before, and were not written since, are skipped; null: none. */
  readonly since: Date | null
  /** The number of skipped records; null until they are counted. */
  readonly skipped: number | null
}

/** Stores the time from which the new or changed steps of a Model act. */
export async function storeDueSteps(queries: Queries, model: Model, now: Date): Promise<void> {
  const steps = dueStepsOf(model)
  if (steps.length === 0) return
  const of = (read: (due: DueStep) => string) => sql`${steps.map(read)}::text[]`
  await runAll(
    queries,
    sql`insert into engine_due_step as stored (resource, step, digest, since)
      select resource, step, digest, ${now.toISOString()}::timestamptz
        from unnest(${of(({ resource }) => idOf(resource))}, ${of(({ step }) => idOf(step))}, ${of(({ digest }) => digest)})
          as given(resource, step, digest)
      on conflict (resource, step) do update set digest = excluded.digest, since = excluded.since, due = null
        where stored.digest <> excluded.digest or stored.since is null`,
  )
}

/** From when on a step acts; undefined where it is not stored in this version. */
export async function dueSince(queries: Queries, { resource, step, digest }: DueStep): Promise<DueSince | undefined> {
  const [row] = await runAll(
    queries,
    sql`select case when isfinite(since) then since end as since, due from engine_due_step
      where resource = ${idOf(resource)} and step = ${idOf(step)} and digest = ${digest} and since is not null`,
  )
  if (!row) return undefined
  const since = row['since'] === null ? null : new Date(row['since'] as string)
  return { since, skipped: row['due'] as number | null }
}

export async function storeSkipped(queries: Queries, { resource, step, digest }: DueStep, count: number) {
  await runAll(
    queries,
    sql`update engine_due_step set due = ${count}::integer
      where resource = ${idOf(resource)} and step = ${idOf(step)} and digest = ${digest}`,
  )
}

/** Lets all steps act on every record, as for rows that were written while the steps were there. */
export const includeAll = (queries: Queries) =>
  runAll(queries, sql`update engine_due_step set since = '-infinity', due = 0`)

/** A step in one version, by the ids of both names. */
export interface DueStepName {
  readonly resource: string
  readonly step: string
  readonly digest: string
}

/** Lets a step act on the skipped records, too. False where none is known of this version. */
export async function includeSkipped(queries: Queries, { resource, step, digest }: DueStepName): Promise<boolean> {
  const included = await runAll(
    queries,
    sql`update engine_due_step set since = '-infinity', due = 0
      where resource = ${resource} and step = ${step} and digest = ${digest} and due > 0 returning step`,
  )
  return included.length > 0
}
