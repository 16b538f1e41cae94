import type { Bilingual, Resource } from '../../model/model.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Seal } from '../auth/seal.ts'
import type { SignInInvariant } from '../auth/sign-in-invariants.ts'
import type { Queries } from '../database/database.ts'
import type { Row } from '../database/shape.ts'
import type { StoredRecord } from './plan-lines.ts'

/** Generates ids in the order of time. */
export interface NewIds {
  next(): string
}

/** The digest of a password for storage. */
export type HashPassword = (plain: string) => Promise<string>

/** The context of one operation: its request and its database access. */
export interface Work {
  readonly ctx: RequestContext
  readonly queries: Queries
  readonly ids: NewIds
  readonly hashPassword: HashPassword
  /** Missing in commands and seeds, where no request is repeated and no sign-in fails. */
  readonly seal?: Seal
  /** Encrypts a secret that the server reads again. Missing as `seal` is. */
  readonly encrypt?: (text: string) => string
  /** `queries` are those of a transaction. */
  readonly inTransaction?: true
  /** No client entered the values: those of a handler or of an undo. */
  readonly typed?: false
  /** Of a transaction: the automatic steps made in it, each at most once for a record. */
  readonly made?: Set<string>
  /**
   * Makes the steps with `auto` whose condition became true by a write of a record, in the current transaction. Returns
   * the record after them; undefined where none was made. Missing where no step is made: commands and seeds.
   */
  makeAuto?(work: Work, resource: Resource, cause: AutoCause): Promise<StoredRecord | undefined>
  /** Processes that decide about records. Missing in commands and seeds. */
  readonly processes?: RecordProcesses
  /** Records that the transaction may change the rights of users, and what is checked at its end for that reason. */
  authorityChanged(invariants?: readonly SignInInvariant[]): void
  /** Runs in one transaction. Within a transaction, in that one. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
}

/** What processes do at the writes of a resource with `approval`, in the transaction of each. */
export interface RecordProcesses {
  /**
   * The ids of the process that starts with a write of a record, for the fields in which the record has them. Without a
   * key, the process is the approval.
   */
  idsOfNext(work: Work, resource: Resource, key?: string): Promise<Row>
  /**
   * Starts the process of a written record, with the ids that it contains: its approval, or the process of a step. Refuses
   * values that the process does not accept, and (409) while another one runs.
   */
  start(work: Work, resource: Resource, record: Row, by?: ProcessStartBy): Promise<void>
  /**
   * Refuses a change by a user while the process of the approval runs, but for the fields that a task of the user may
   * edit; without fields, a deletion or an undo while any process runs.
   */
  assureEditable(work: Work, resource: Resource, ids: readonly string[], fields?: readonly string[]): Promise<void>
  /**
   * Completes the user's open task of the record instead of a step of the process. False if no process runs; a step that
   * the deployed process makes is refused then.
   */
  completeBy(work: Work, resource: Resource, id: string, step: string, input: unknown): Promise<boolean>
}

/** The process that a step starts, with the values of its variables: `isId` tells which are ids. */
export interface ProcessStartBy {
  readonly key: string
  values(isId: (variable: string) => boolean): Promise<Row>
}

/** A write that may cause automatic steps. */
export interface AutoCause {
  readonly id: string
  /** The record before the write; null of a new one. */
  readonly before: StoredRecord | null
  /** The history entry of the write. */
  readonly entryId?: string
  readonly title: Bilingual
}

/**
 * How rows are stored: `recorded` in the history and as an event; `pending`: new records in the history only, invisible
 * until they are published; or `initial`: rows of seeds, of a first start and of the descriptors, which no user wrote.
 */
export type Recording = 'recorded' | 'pending' | 'initial'

/** The work in a transaction, of which every further transaction is a part. */
export const workOn = (work: Work, queries: Queries): Work => ({
  ...work,
  queries,
  inTransaction: true,
  made: (work.inTransaction && work.made) || new Set(),
  transaction: inner => inner(queries),
})
