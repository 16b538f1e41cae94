import type { Bilingual } from '../../model/model.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import type { Fragment } from '../database/fragment.ts'
import type { Store } from '../store/operations.ts'
import type { StepExecution } from '../store/step.ts'
import type { Work } from '../store/work.ts'

/** Runs every so many seconds, or daily at a time of day (`HH:MM`) in the zone of the system. */
export type Schedule =
  | {
      readonly seconds: number
      /** Also due when a server starts. */
      readonly atStart?: true
    }
  | { readonly at: string }

/** Work that the server does on a schedule: in one process at a time, each step of a run exactly once. */
export interface Job {
  readonly title: Bilingual
  readonly schedule: Schedule
  /** A condition in SQL under which it is due before its time. */
  readonly dueIf?: Fragment
  /**
   * Does one run, and returns the number of effects that its steps have not counted. A run that fails is repeated after
   * a minute, then after twice as long each time, at most a day; steps that were committed are skipped.
   */
  run(work: JobWork): Promise<number | undefined>
}

/** Jobs by name. The name is stored: a renamed job is a new one. */
export type Jobs = Readonly<Record<string, Job>>

/** What one run of a job works with. */
export interface JobWork {
  /** Id of the run. It stays the same when another process continues the run. */
  readonly runId: string
  /** Aborted when the server stops or the lease is lost: begin nothing new. */
  readonly signal: AbortSignal
  /** The server itself in the platform's tenant. */
  readonly ctx: RequestContext
  /** For reads and for effects that may be repeated; a step runs on its own transaction. */
  readonly queries: Queries
  /** Work in a tenant as the server itself, outside steps. It grants and takes no rights. */
  workFor(tenantId: string): Work
  /** The same with the authority of the operator, for what must be possible whatever rights the rows carry. */
  operatorWorkFor(tenantId: string): Work
  /**
   * Commits an effect together with the mark that it is done, unless the run has a step of this name already. Returns
   * whether the effect was made now; it returns the number of rows it concerns. The effect may run again from its
   * beginning after a deadlock, and so must not do anything outside the database.
   */
  step(name: string, effect: (step: StepWork) => Promise<number>): Promise<boolean>
  /** The execution of steps in a tenant as the server itself, with the present Model and time. */
  executionFor(tenantId: string): StepExecution
  /** Measures the clock of the database, by which contexts have their time. */
  measureClock(): Promise<void>
  /** Reports what administrators should know. */
  report(what: object, message: string): void
  /** Reports a fault that does not end the run. */
  warn(error: unknown, message: string): void
}

/** What an effect works with: all of it in the transaction of its step. */
export interface StepWork {
  readonly queries: Queries
  /** The server itself in the platform's tenant. It grants no rights. */
  readonly ctx: RequestContext
  /** Reads and writes rows in the transaction of the step. */
  readonly store: Store
}
