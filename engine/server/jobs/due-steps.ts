import type { Model } from '../../model/model.ts'
import { platformTenant } from '../auth/actor.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { refusalOf } from '../errors/database-errors.ts'
import { Refusal } from '../errors/refuse.ts'
import { type DueRow, type DueStep, dueCount, dueRows, dueStepsOf, readsStaleValues } from '../store/due-rows.ts'
import { makeDueStep } from '../store/due-step.ts'
import { type ClockGuard, createClockGuard } from './clock-guard.ts'
import { countStep, dueRule, noticeOfRule, StepLimitReached, stopRule } from './due-rules.ts'
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
      const changed = await guard(work.queries, work.executionFor(platformTenant).ctx.clock.now)
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
  const { ctx, ids } = work.executionFor(platformTenant)
  if (signal.aborted || !(await mayRun(work, due))) return 0
  let made = 0
  for (const row of await dueRows(queries, ctx, due, maxRows)) {
    if (signal.aborted) break
    const record = `${due.resource.name} ${row.id}`
    if (done.has(record)) continue
    try {
      if (!(await makeOne(work, due, row))) continue
      made++
      done.add(record)
    } catch (error) {
      if (error instanceof StepLimitReached) {
        if (await stopRule(queries, due, ctx.clock.now, await dueCount(queries, ctx, due))) {
          work.report(named(due), 'an automatic step has reached its limit within an hour and waits for confirmation')
          await noticeOfRule(queries, ids, due, 'stopped')
        }
        break
      }
      // The next run makes the others, by the present Model.
      if (error instanceof Refusal && error.code === 'tables-changed') break
      await storeFailure(work, due, row, error)
    }
  }
  return made
}

const named = ({ resource, step }: DueStep) => ({ resource: resource.name, step: step.name })

/** Whether the step runs: in this version it has no record that was due at once, or is confirmed, and was not stopped. */
async function mayRun(work: EngineJobWork, due: DueStep): Promise<boolean> {
  const { queries } = work
  const { ctx, ids } = work.executionFor(platformTenant)
  const count = async () => ((await readsStaleValues(queries, ctx, due)) ? undefined : dueCount(queries, ctx, due))
  const { isConfirmed, isStopped, waiting } = await dueRule(queries, due, ctx.clock.now, count)
  if (waiting !== undefined) {
    work.report({ ...named(due), due: waiting }, 'a new or changed automatic step waits for confirmation')
    await noticeOfRule(queries, ids, due, { waiting })
  }
  return isConfirmed && !isStopped
}

/** Makes the step of one record by the present Model, if that still has it unchanged. */
async function makeOne(work: EngineJobWork, due: DueStep, { tenantId, id }: DueRow): Promise<boolean> {
  const execution = work.executionFor(tenantId)
  const { ctx } = execution
  const present = presentStep(ctx.model, due)
  if (!present) return false
  return makeDueStep(execution, present, id, async queries => {
    await countStep(queries, present, ctx.clock.now)
    await forgetFailure(queries, present, { tenantId, id })
  })
}

const presentStep = (model: Model, { resource, step, digest }: DueStep): DueStep | undefined =>
  dueStepsOf(model).find(
    one => one.resource.name === resource.name && one.step.name === step.name && one.digest === digest,
  )

async function forgetFailure(queries: Queries, { resource, step }: DueStep, { tenantId, id }: DueRow): Promise<void> {
  await runAll(
    queries,
    sql`delete from engine_step_failure where tenant_id = ${tenantId} and resource = ${resource.name}
      and record_id = ${id}::bigint and step = ${step.name}`,
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
      values (${tenantId}, ${resource.name}, ${id}::bigint, ${step.name}, 1, ${now}::timestamptz,
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
  const known = dueStepsOf(model).map(({ resource, step }) => `${resource.name} ${step.name}`)
  const old = sql`delete from engine_step_failure where next_at < ${now.toISOString()}::timestamptz - interval '2 days'
    and resource || ' ' || step = any(${known}::text[]) returning step`
  return (await runAll(queries, old)).length
}
