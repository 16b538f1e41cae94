import { idOf } from '../../model/ids.ts'
import type { Model } from '../../model/model.ts'
import { platformTenant } from '../auth/actor.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { refusalOf } from '../errors/database-errors.ts'
import { Refusal } from '../errors/refuse.ts'
import { type DueRow, type DueStep, dueCount, dueRows, dueStepsOf, readsStaleValues } from '../store/due-rows.ts'
import { type DueSince, dueSince, storeDueSteps, storeSkipped } from '../store/due-since.ts'
import { makeDueStep } from '../store/due-step.ts'
import { type ClockGuard, createClockGuard } from './clock-guard.ts'
import type { EngineJob, EngineJobWork } from './job.ts'

export const dueStepsJob = 'due-steps'

/** Records of one step that one run selects. */
const maxRows = 1000

/** The job that makes the steps with `after`. One statement for each such step finds what is due. */
export function dueSteps(guard: ClockGuard = createClockGuard()): EngineJob {
  return {
    title: { zh: '到期自动办理', en: 'Steps that are due' },
    schedule: { seconds: 60, atStart: true },
    async run(work) {
      const steps = dueStepsOf(work.ctx.model)
      if (steps.length === 0) return 0
      await work.measureClock()
      const { now } = work.executionFor(platformTenant).ctx.clock
      await storeDueSteps(work.queries, work.ctx.model, now)
      const changed = await guard(work.queries, now)
      if (changed !== undefined) {
        work.report(
          { seconds: changed },
          'the clock of the database was changed; automatic steps wait for confirmation',
        )
        return 0
      }
      // A record makes at most one transition in a run.
      const done = new Set<string>()
      let made = 0
      for (const due of steps) {
        const present = presentStep(work.executionFor(platformTenant).ctx.model, due)
        if (present) made += await runStep(work, present, done)
      }
      return made
    },
  }
}

async function runStep(work: EngineJobWork, due: DueStep, done: Set<string>): Promise<number> {
  const { queries, signal } = work
  const { ctx } = work.executionFor(platformTenant)
  const known = signal.aborted ? undefined : await dueSince(queries, due)
  if (!known || !(await countSkipped(work, due, known))) return 0
  let made = 0
  for (const row of await dueRows(queries, ctx, due, known.since, maxRows)) {
    if (signal.aborted) break
    const record = `${due.resource.name} ${row.id}`
    if (done.has(record)) continue
    try {
      if (!(await makeOne(work, due, row))) continue
      made++
      done.add(record)
    } catch (error) {
      // The next run makes the others, by the present Model.
      if (error instanceof Refusal && error.code === 'tables-changed') break
      await storeFailure(work, due, row, error)
    }
  }
  return made
}

/** Stores the number of skipped records once; false while the stored values that decide it are computed. */
async function countSkipped(work: EngineJobWork, due: DueStep, { since, skipped }: DueSince): Promise<boolean> {
  if (skipped !== null) return true
  const { queries } = work
  const { ctx } = work.executionFor(platformTenant)
  if (await readsStaleValues(queries, ctx, due)) return false
  const count = since ? await dueCount(queries, ctx, due, since) : 0
  await storeSkipped(queries, due, count)
  const named = { resource: due.resource.name, step: due.step.name, due: count }
  if (count > 0) work.report(named, 'a new or changed automatic step skips the records that were due before')
  return true
}

/** Makes the step of one record by the present Model, if that still has it unchanged. */
async function makeOne(work: EngineJobWork, due: DueStep, { tenantId, id }: DueRow): Promise<boolean> {
  const execution = work.executionFor(tenantId)
  const { ctx } = execution
  const present = presentStep(ctx.model, due)
  if (!present) return false
  return makeDueStep(execution, present, id, queries => forgetFailure(queries, present, { tenantId, id }))
}

const presentStep = (model: Model, { resource, step, digest }: DueStep): DueStep | undefined =>
  dueStepsOf(model).find(
    one => one.resource.name === resource.name && one.step.name === step.name && one.digest === digest,
  )

async function forgetFailure(queries: Queries, { resource, step }: DueStep, { tenantId, id }: DueRow): Promise<void> {
  await runAll(
    queries,
    sql`delete from engine_step_failure where tenant_id = ${tenantId} and resource = ${idOf(resource)}
      and record_id = ${id}::bigint and step = ${idOf(step)}`,
  )
}

/** Stores why a step could not be made: it is tried again after a minute, then after twice as long, at most a day. */
async function storeFailure(
  work: EngineJobWork,
  { resource, step }: DueStep,
  { tenantId, id }: DueRow,
  error: unknown,
) {
  const refusal = refusalOf(error)
  if (!refusal) work.warn(error, `"${step.name}" of ${resource.name} ${id} failed`)
  const message = refusal?.text ?? { zh: '服务器内部错误，见日志', en: 'Internal error, see the log' }
  const now = work.executionFor(tenantId).ctx.clock.now.toISOString()
  await runAll(
    work.queries,
    sql`insert into engine_step_failure as failed (tenant_id, resource, record_id, step, failures, at, next_at, message)
      values (${tenantId}, ${idOf(resource)}, ${id}::bigint, ${idOf(step)}, 1, ${now}::timestamptz,
        ${now}::timestamptz + interval '1 minute', ${JSON.stringify(message)}::text::jsonb)
      on conflict (tenant_id, resource, record_id, step) do update set failures = failed.failures + 1,
        at = excluded.at, message = excluded.message,
        next_at = excluded.at + least(interval '1 day', interval '1 minute' * power(2, least(failed.failures, 12)))`,
  )
}

/**
 * Deletes failures of records whose step was not due any more when it should have been tried again. Those of steps that
 * the Model does not have are kept.
 */
export async function deleteOldFailures(queries: Queries, model: Model, now: Date): Promise<number> {
  const known = dueStepsOf(model).map(({ resource, step }) => `${idOf(resource)} ${idOf(step)}`)
  const old = sql`delete from engine_step_failure where next_at < ${now.toISOString()}::timestamptz - interval '2 days'
    and resource || ' ' || step = any(${known}::text[]) returning step`
  return (await runAll(queries, old)).length
}
