import type { PGlite } from '@electric-sql/pglite'
import type { Kysely, Transaction } from 'kysely'
import type { ReportedFault } from './report-faults.ts'

/** Tables and columns come from descriptors at run time, so there is no static type. */
// biome-ignore lint/suspicious/noExplicitAny: names are checked against the Model, not by the compiler
export type Tables = any

/** An executor of statements: the database, or a transaction on it. */
export type Queries = Kysely<Tables> | Transaction<Tables>

/** A PostgreSQL database: a server, or the embedded PGlite. */
export interface Database {
  readonly kind: 'postgres' | 'embedded'
  readonly kysely: Kysely<Tables>
  /**
   * Runs the work in one transaction, and retries it after a deadlock or a serialisation failure. The work must
   * therefore have no other effects that cannot be repeated. With a version of the names of tables and columns, it is
   * refused where that is no longer the present one, which then remains until the end of the transaction.
   */
  transaction<Result>(work: (queries: Transaction<Tables>) => Promise<Result>, namesVersion?: number): Promise<Result>
  /** Connections of their own for sessions, sign-in, health and the Model: other statements do not delay theirs. */
  readonly reserved: Database
  /** Connections of their own for work whose statements may take longer: exports, imports, bulk operations, jobs. */
  readonly background: Database
  /** Connections for statements on some tables: those on any one table are at most three quarters of those for all. */
  share(tables: readonly string[]): Database
  /** Runs work on a connection of its own without time limits: changes of tables, long reads. */
  patiently<Result>(work: (queries: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /** Resolves if the database responds; throws an error that is refused with 503 within two seconds if it does not. */
  ping(): Promise<void>
  /** Of the embedded database: its data folder as a compressed tar archive, read while nothing else runs. */
  dump?(work: (queries: Kysely<Tables>) => Promise<void>): Promise<Blob>
  /** Reports that tables may have changed: earlier prepared statements are not used again. */
  follow(revision: string): void
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** The URL of a PostgreSQL server; without it the embedded database is opened. */
  readonly url?: string
  /** Folder of the embedded database; without it, the database is in memory. */
  readonly dataDir?: string
  /** Time zone of sessions (`APP_TZ`): times that the driver returns as text are in it. */
  readonly zone: string
  /** Maximum number of connections to a server for statements of calls. */
  readonly connections?: number
  /** Timeout of a statement of a call on a server, and of the wait for a connection, in milliseconds. */
  readonly statementTimeout?: number
  /** Timeout for a connection, in milliseconds. */
  readonly connectionTimeout?: number
  /** An initialised data folder as a tar archive, which shortens the first start; by default the build's. */
  readonly template?: string
  /** Returns a data folder of which the first start makes a copy instead; undefined if there is none that fits. */
  readonly prepared?: () => Promise<string | undefined>
  /** An embedded database that already runs, to use instead of opening one; it is not closed with this one. */
  readonly instance?: PGlite
  /** Called with errors that are refused because of the database, at most once a second for each code. */
  readonly refused?: (fault: ReportedFault) => void
  /** Called with each statement and its duration in milliseconds. */
  readonly ran?: (text: string, ms: number) => void
  /** Called with a warning for the operator. */
  readonly warn?: (sentence: string) => void
}
