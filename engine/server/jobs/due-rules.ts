import { platformTenant } from '../auth/actor.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { DueStep } from '../store/due-rows.ts'
import { sendNotice } from '../store/outbox.ts'
import type { NewIds } from '../store/work.ts'

/** The steps of one rule that the job makes within an hour, unless an administrator allows more. */
export const usualAllowance = 1000

/** Thrown in the transaction of a step that the rule may no longer make; it is rolled back. */
export class StepLimitReached extends Error {}

/** The decision about a step in its present version. */
export interface DueRule {
  readonly isConfirmed: boolean
  readonly isStopped: boolean
}

/**
 * The decision about a step. One that is new or changed is stored with the number of records that are due at once; if
 * there are any, it waits for an administrator. While they cannot be counted, it is not run.
 */
export async function dueRule(
  queries: Queries,
  { resource, step, digest }: DueStep,
  now: Date,
  count: () => Promise<number | undefined>,
): Promise<DueRule & { readonly waiting?: number }> {
  const [known] = await runAll(
    queries,
    sql`select confirmed_at is not null as "isConfirmed", stopped_at is not null as "isStopped" from engine_due_step
      where resource = ${resource.name} and step = ${step.name} and digest = ${digest}`,
  )
  if (known) return { isConfirmed: known['isConfirmed'] === true, isStopped: known['isStopped'] === true }
  const due = await count()
  if (due === undefined) return { isConfirmed: false, isStopped: false }
  const at = now.toISOString()
  await runAll(
    queries,
    sql`insert into engine_due_step (resource, step, digest, first_seen, due, confirmed_at, hour, allowed)
      values (${resource.name}, ${step.name}, ${digest}, ${at}::timestamptz, ${due}::integer,
        ${due === 0 ? at : null}::timestamptz, ${at}::timestamptz, ${usualAllowance}::integer)
      on conflict (resource, step) do update set digest = excluded.digest, first_seen = excluded.first_seen,
        due = excluded.due, confirmed_at = excluded.confirmed_at, confirmed_by = null, confirmed_name = null,
        hour = excluded.hour, made = 0, allowed = excluded.allowed, stopped_at = null`,
  )
  return { isConfirmed: due === 0, isStopped: false, ...(due > 0 && { waiting: due }) }
}

/**
 * Counts one step in its transaction; throws where the rule has made as many as it may within an hour. Of a negative
 * count, confirmed records are left: they are made however long that takes.
 */
export async function countStep(queries: Queries, { resource, step, digest }: DueStep, now: Date): Promise<void> {
  const at = now.toISOString()
  const counted = await runAll(
    queries,
    sql`update engine_due_step set
        made = case when ${isContinued(at)} then made + 1 else 1 end,
        hour = case when ${isContinued(at)} then hour else ${at}::timestamptz end
      where resource = ${resource.name} and step = ${step.name} and digest = ${digest}
        and confirmed_at is not null and stopped_at is null
        and (made < allowed or not ${isContinued(at)})
      returning step`,
  )
  if (counted.length === 0) throw new StepLimitReached(`"${step.name}" of "${resource.name}" may not be made now.`)
}

const isContinued = (at: string) => sql`(made < 0 or hour > ${at}::timestamptz - interval '1 hour')`

/**
 * Stops a rule that has used its allowance, with the number of records that are left, until an administrator confirms
 * more. Returns whether it was running.
 */
export async function stopRule(
  queries: Queries,
  { resource, step, digest }: DueStep,
  now: Date,
  left: number,
): Promise<boolean> {
  const stopped = await runAll(
    queries,
    sql`update engine_due_step set stopped_at = ${now.toISOString()}::timestamptz, due = ${left}::integer
      where resource = ${resource.name} and step = ${step.name} and digest = ${digest} and made >= allowed and stopped_at is null
      returning step`,
  )
  return stopped.length > 0
}

/** A decision that an administrator makes. */
export interface Confirmation {
  readonly resource: string
  readonly step: string
  readonly digest: string
  /** The number of steps within an hour from now on. Without it, all records that were shown, besides the usual number. */
  readonly allow?: number
}

/** Lets a rule run that waits or has stopped. False where it does not wait in this version. */
export async function confirmRule(
  queries: Queries,
  { resource, step, digest, allow }: Confirmation,
  user: { readonly id: string | null; readonly name: string },
): Promise<boolean> {
  const confirmed = await runAll(
    queries,
    sql`update engine_due_step set confirmed_at = coalesce(confirmed_at, clock_timestamp()), confirmed_by = ${user.id}::bigint,
        confirmed_name = ${user.name}, stopped_at = null, made = case when ${allow ?? null}::integer is null then -due else 0 end,
        allowed = coalesce(${allow ?? null}::integer, allowed)
      where resource = ${resource} and step = ${step} and digest = ${digest} and (confirmed_at is null or stopped_at is not null)
      returning step`,
  )
  return confirmed.length > 0
}

/** Tells the administrators of the platform that a rule waits, or has stopped. */
export async function noticeOfRule(
  queries: Queries,
  ids: NewIds,
  { resource, step }: DueStep,
  state: { readonly waiting: number } | 'stopped',
): Promise<void> {
  const [zh, en] = [`${resource.title.zh}“${step.title.zh}”`, `"${step.title.en}" of ${resource.title.en}`]
  await sendNotice(queries, ids.next(), platformTenant, {
    to: { administrators: true },
    level: 'error',
    text:
      state === 'stopped'
        ? {
            zh: `${zh}一小时内已自动执行到上限，已停止，等待确认`,
            en: `${en} has reached its limit of automatic steps within an hour and waits for confirmation`,
          }
        : {
            zh: `${zh}是新的自动步骤，现有 ${state.waiting} 条记录到期，等待确认`,
            en: `${en} is a new automatic step, with ${state.waiting} records due now, and waits for confirmation`,
          },
  })
}
