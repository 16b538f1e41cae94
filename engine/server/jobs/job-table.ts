import type { Queries } from '../database/database.ts'
import { anyFragment, type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { idOfCode } from '../storage/derived-id.ts'
import { displayKeyOf } from '../storage/display-key.ts'
import type { EngineJob, EngineJobs, Schedule } from './job.ts'

/** Seconds after which a run whose process does not respond is continued by another. */
export const leaseSeconds = 15

/** The right to one run of a job, for as long as its lease is renewed. */
export interface Claim {
  readonly job: string
  readonly runId: string
  readonly holder: string
  /** The user who started it by hand. */
  readonly userId: string | null
}

/** Thrown by a step whose lease has passed to another process; its transaction is rolled back. */
export class LeaseLost extends Error {}

const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds}::integer)`
const mine = ({ job, runId, holder }: Claim): Fragment =>
  sql`name = ${job} and run_id = ${runId}::bigint and holder = ${holder}`

/** When a job is due next, by the clock of the database. */
function nextRun(schedule: Schedule, zone: string): Fragment {
  if ('seconds' in schedule)
    return sql`clock_timestamp() + make_interval(secs => ${schedule.seconds}::double precision)`
  const at = sql`(today + n + ${schedule.at}::time) at time zone ${zone}`
  return sql`(select min(${at}) from (select (now() at time zone ${zone})::date as today) present,
    generate_series(0, 62) n where ${at} > now() and ${isDay(schedule, sql`(today + n)`)})`
}

/** Whether a scheduled job runs on a day. Working days and days of a term are tested when it runs, by the calendar and the terms of that time. */
function isDay({ each = 'day', on = 1 }: Extract<Schedule, { at: string }>, day: Fragment): Fragment {
  const wanted = sql`${on}::integer`
  if (each === 'week') return sql`extract(isodow from ${day}) = ${wanted}`
  const last = sql`extract(day from date_trunc('month', ${day}) + interval '1 month - 1 day')`
  return each === 'month' ? sql`extract(day from ${day}) = least(${wanted}, ${last})` : sql`true`
}

/** Stores jobs that are new and schedules that changed. */
export async function registerJobs(queries: Queries, jobs: EngineJobs, zone: string): Promise<void> {
  for (const [name, { title, schedule }] of Object.entries(jobs)) {
    await runAll(
      queries,
      sql`insert into engine_job (name, id, title_zh, title_en, display_key, schedule, next_at)
        values (${name}, ${idOfCode(name)}::bigint, ${title.zh}, ${title.en}, ${displayKeyOf(title.zh)},
          ${JSON.stringify(schedule)}, ${nextRun(schedule, zone)})
        on conflict (name) do update set id = excluded.id, title_zh = excluded.title_zh, title_en = excluded.title_en,
          display_key = excluded.display_key, schedule = excluded.schedule,
          next_at = case when engine_job.schedule = excluded.schedule then engine_job.next_at else excluded.next_at end
        where (engine_job.id, engine_job.title_zh, engine_job.title_en, engine_job.display_key, engine_job.schedule)
          is distinct from (excluded.id, excluded.title_zh, excluded.title_en, excluded.display_key, excluded.schedule)`,
    )
    if ('atStart' in schedule) await runNow(queries, name)
  }
}

/** Not rounded up: the column has milliseconds, and a job of the next one would not be due yet. */
const present = word("date_trunc('milliseconds', clock_timestamp())")

/** Makes a job due. One that is running is run again when it ends: it may have read before what it is to do now. */
export async function runNow(queries: Queries, name: string): Promise<void> {
  await runAll(
    queries,
    sql`update engine_job set next_at = least(next_at, ${present}), is_requested = true where name = ${name}`,
  )
}

/** Starts a job by hand, unless it is running. Returns whether it will run. */
export async function startByHand(
  queries: Queries,
  name: string,
  user: { readonly id: string; readonly name: string },
): Promise<boolean> {
  const started = await runAll(
    queries,
    sql`update engine_job set next_at = least(next_at, ${present}), user_id = ${user.id}::bigint, user_name = ${user.name}
      where name = ${name} and (lease_until is null or lease_until < clock_timestamp()) returning name`,
  )
  return started.length > 0
}

/** Frees all leases: on an embedded database, the processes that held them have ended. */
export async function freeLeases(queries: Queries): Promise<void> {
  await runAll(queries, sql`update engine_job set holder = null, lease_until = null where holder is not null`)
}

/** Whether a run was left after a step. A repeated run does not make it again, and reads nothing that it has read. */
const hasSteps = word('exists (select from engine_job_step s where s.run_id = engine_job.run_id)')

/** Claims a run that is due: a new one, or one that another process, or an earlier attempt, left unfinished. */
export async function claimRun(
  queries: Queries,
  { jobs, holder, nextId, tenantId }: { jobs: EngineJobs; holder: string; nextId: string; tenantId: string },
): Promise<Claim | undefined> {
  const early = Object.entries(jobs).flatMap(([name, { dueIf }]) => (dueIf ? [sql`(name = ${name} and ${dueIf})`] : []))
  const isDue = anyFragment([word('next_at <= clock_timestamp()'), ...early])
  const due = sql`select name from engine_job where name = any(${Object.keys(jobs)}::text[]) and ${isDue}
    and (lease_until is null or lease_until < clock_timestamp()) order by next_at limit 1 for update skip locked`
  const claimed = sql`update engine_job set holder = ${holder}, lease_until = ${leaseEnd}, run_id = coalesce(run_id, ${nextId}::bigint),
      is_requested = is_requested and ${hasSteps}
    where name = (${due}) returning name, run_id, user_id, user_name`
  const [row] = await runAll(
    queries,
    sql`with claimed as (${claimed})
      insert into engine_job_run (tenant_id, id, job, started, server, result, count, attempts, user_id, user_name)
      select ${tenantId}, run_id, name, clock_timestamp(), ${holder}, 'running', 0, 1, user_id, user_name from claimed
      on conflict (tenant_id, id) do update
        set server = excluded.server, result = 'running', ended = null, message = null, attempts = engine_job_run.attempts + 1
      returning job, id::text as "runId", user_id::text as "userId"`,
  )
  const userId = (row?.['userId'] ?? null) as string | null
  return row && { job: String(row['job']), runId: String(row['runId']), holder, userId }
}

/** Renews a lease, unless a step is under way, which renews it itself. */
export async function renewLease(queries: Queries, claim: Claim): Promise<void> {
  const own = sql`select name from engine_job where ${mine(claim)} for update skip locked`
  await runAll(queries, sql`update engine_job set lease_until = ${leaseEnd} where name = (${own})`)
}

/**
 * Begins a step in its transaction. No other process can claim the run until the transaction ends, however long it
 * takes. False where the run has made the step before.
 */
export async function beginStep(queries: Queries, claim: Claim, step: string): Promise<boolean> {
  await assureLease(queries, claim)
  const marked = await runAll(
    queries,
    sql`insert into engine_job_step (run_id, step) values (${claim.runId}::bigint, ${step}) on conflict do nothing returning step`,
  )
  return marked.length > 0
}

/** Ends a step in its transaction: counts its effects, and renews the lease. */
export async function endStep(queries: Queries, claim: Claim, count: number): Promise<void> {
  await runAll(queries, sql`update engine_job set lease_until = ${leaseEnd} where ${mine(claim)}`)
  await runAll(
    queries,
    sql`update engine_job_run set count = count + ${count}::integer where id = ${claim.runId}::bigint`,
  )
}

/**
 * Ends a run, in a transaction, and sets when the job is due next: at once if that was requested meanwhile. Returns the
 * number of its effects.
 */
export async function finishRun(
  queries: Queries,
  claim: Claim,
  { schedule }: EngineJob,
  zone: string,
  count: number,
): Promise<number> {
  await assureLease(queries, claim)
  await runAll(
    queries,
    sql`update engine_job set holder = null, lease_until = null, run_id = null, failures = 0, user_id = null, user_name = null,
      is_requested = false, next_at = case when is_requested then ${present} else ${nextRun(schedule, zone)} end
      where name = ${claim.job}`,
  )
  await runAll(queries, sql`delete from engine_job_step where run_id = ${claim.runId}::bigint`)
  const [run] = await runAll(
    queries,
    sql`update engine_job_run set ended = clock_timestamp(), result = 'done', count = count + ${count}::integer
      where id = ${claim.runId}::bigint returning count`,
  )
  return Number(run?.['count'])
}

/**
 * Leaves a run that failed, in a transaction, to be repeated: after a minute, then twice as long, at most a day; at once
 * if that was requested meanwhile and it begins from its start. Returns the number of consecutive failures.
 */
export async function failRun(queries: Queries, claim: Claim, message: string): Promise<number> {
  await assureLease(queries, claim)
  const [job] = await runAll(
    queries,
    sql`update engine_job set holder = null, lease_until = null, failures = failures + 1,
      next_at = case when is_requested and not ${hasSteps} then ${present}
        else clock_timestamp() + least(interval '1 day', interval '1 minute' * power(2, least(failures, 12))) end
      where name = ${claim.job} returning failures`,
  )
  await runAll(
    queries,
    sql`update engine_job_run set ended = clock_timestamp(), result = 'failed', message = ${message}
      where id = ${claim.runId}::bigint`,
  )
  return Number(job?.['failures'])
}

/** Leaves a run to the next process at once: this one stops. */
export async function releaseRun(queries: Queries, claim: Claim): Promise<void> {
  await runAll(queries, sql`update engine_job set holder = null, lease_until = null where ${mine(claim)}`)
}

async function assureLease(queries: Queries, claim: Claim): Promise<void> {
  const rows = await runAll(queries, sql`select name from engine_job where ${mine(claim)} for update`)
  if (rows.length === 0) throw new LeaseLost(`The run ${claim.runId} of the job "${claim.job}" has another holder.`)
}
