import type { Bilingual, Model } from '../../model/model.ts'
import { dayOf } from '../../rules/day.ts'
import { calendarOf, isWorkday } from '../../rules/workdays.ts'
import { platformTenant } from '../auth/actor.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { ReadStore, Store } from '../store/operations.ts'
import type { OwnData } from '../store/own-data.ts'
import type { StepExecution } from '../store/step.ts'
import type { Work } from '../store/work.ts'

/** Runs every so many seconds, or at a time of day (`HH:MM`) in the zone of the system. */
export type Schedule =
  | {
      readonly seconds: number
      /** Also due when a server starts. */
      readonly atStart?: true
    }
  | {
      readonly at: string
      /**
       * The days on which it runs; by default each day. Working days are those of the calendar. Days of a term are those of
       * them within a term of the platform's tenant, and all of them while it has no term.
       */
      readonly each?: 'day' | 'workday' | 'termDay' | 'week' | 'month'
      /** The day of the week from 1 (Monday) to 7, or of the month from 1; a month that is shorter has its last day. */
      readonly on?: number
    }

/** Whether a job that is due runs on a day (`YYYY-MM-DD`), by the calendar and the terms of that time. */
export async function isRunDay(queries: Queries, schedule: Schedule, model: Model, day: string): Promise<boolean> {
  const each = 'at' in schedule ? schedule.each : undefined
  if (each !== 'workday' && each !== 'termDay') return true
  if (!isWorkday(calendarOf(model), dayOf(day) ?? 0)) return false
  const term = each === 'termDay' && model.resources['bladeTerm']
  if (!term) return true
  const found = await runAll(
    queries,
    sql`select 1 from ${word(`"${term.table}"`)} where tenant_id = ${platformTenant} and is_deleted = 0
      having count(*) = 0 or bool_or(${day}::date between "begin" and "end")`,
  )
  return found.length > 0
}

/** Work that the server does on a schedule: in one process at a time, each step of a run exactly once. */
interface Scheduled<Run> {
  readonly title: Bilingual
  readonly schedule: Schedule
  /**
   * Does one run, and returns the number of effects that its steps have not counted. A run that fails is repeated after
   * a minute, then after twice as long each time, at most a day; steps that were committed are skipped.
   */
  run(work: Run): Promise<number | undefined>
}

/** A job of the product. */
export type Job = Scheduled<JobWork>

/** Jobs of the product by name. The name is stored: a renamed job is a new one. */
export type Jobs = Readonly<Record<string, Job>>

/** What the run of any job works with. */
interface RunWork {
  /** Id of the run. It stays the same when another process continues the run. */
  readonly runId: string
  /** Aborted when the server stops or the lease is lost: begin nothing new. */
  readonly signal: AbortSignal
  /** Reports what administrators should know. */
  report(what: object, message: string): void
  /** Reports a fault that does not end the run. */
  warn(error: unknown, message: string): void
}

/**
 * What one run of a product's job works with: the guarded store, as the server itself with the job as its declared
 * reason, which every history entry contains. It has no conditions on rows and fields, and grants no rights.
 */
export interface JobWork extends RunWork, TenantWork {
  /** The work in another tenant. Names of steps are unique in a run, whatever their tenant. */
  inTenant(tenantId: string): TenantWork
}

/** The work of a product's job in one tenant; by default in the platform's. */
export interface TenantWork {
  readonly ctx: RequestContext
  /** Reads outside steps. */
  readonly store: ReadStore
  /**
   * Commits an effect together with the mark that it is done, unless the run has a step of this name already. Returns
   * whether the effect was made now; it returns the number of rows it concerns. The effect may run again from its
   * beginning after a deadlock, and so must not do anything outside the database.
   */
  step(name: string, effect: (step: StepWork) => Promise<number>): Promise<boolean>
}

/** What an effect works with: all of it in the transaction of its step. */
export interface StepWork {
  /** The server itself in the tenant of the step. It grants no rights. */
  readonly ctx: RequestContext
  /** Reads and writes rows in the transaction of the step. */
  readonly store: Store
  readonly own: OwnData
}

/** A job of the engine itself. */
export interface EngineJob extends Scheduled<EngineJobWork> {
  /** A condition in SQL under which it is due before its time. */
  readonly dueIf?: Fragment
}

/** Jobs of a server by name. */
export type EngineJobs = Readonly<Record<string, EngineJob>>

/** What one run of the engine's own job works with. */
export interface EngineJobWork extends RunWork {
  /** The server itself in the platform's tenant. */
  readonly ctx: RequestContext
  /** Reads and writes rows, each operation in a transaction of its own. */
  readonly store: Store
  /** For reads and for effects that may be repeated; a step runs on its own transaction. */
  readonly queries: Queries
  /** Work in a tenant as the server itself, outside steps. It grants and takes no rights. */
  workFor(tenantId: string): Work
  /** Work in a tenant with the authority of the operator, for rows with any rights. */
  operatorWorkFor(tenantId: string): Work
  /** As for jobs of the product. */
  step(name: string, effect: (step: StepWork) => Promise<number>, tenantId?: string): Promise<boolean>
  /** The execution of steps in a tenant as the server itself, with the present Model and time. */
  executionFor(tenantId: string): StepExecution
  /** Measures the clock of the database, by which contexts have their time. */
  measureClock(): Promise<void>
}
