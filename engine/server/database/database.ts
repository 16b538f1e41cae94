import type { PGlite } from '@electric-sql/pglite'
import type { Kysely, Transaction } from 'kysely'

/** Tables and columns come from descriptors at run time: there is no type to give before. */
// biome-ignore lint/suspicious/noExplicitAny: names are checked against the Model, not by the compiler
export type Tables = any

/** Something that runs statements: the database itself, or one transaction on it. */
export type Queries = Kysely<Tables> | Transaction<Tables>

/** One PostgreSQL dialect, spoken to a server or to the embedded PGlite. */
export interface Database {
  readonly kind: 'postgres' | 'embedded'
  readonly kysely: Kysely<Tables>
  /**
   * Runs the work in one transaction, again from its beginning when the database gave up on it for a
   * deadlock or a serialisation failure. Work must therefore do nothing outside that it cannot do twice.
   */
  transaction<Result>(work: (queries: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** Runs work on one connection of its own that knows no time limits: changes of tables, long reads. */
  patiently<Result>(work: (queries: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /** Answers when the database does, and throws a refusal (503) within two seconds when it does not. */
  ping(): Promise<void>
  /** Tells that tables may have changed: statements prepared before are not used again. */
  follow(revision: string): void
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** A PostgreSQL server; without it the embedded database is opened. */
  readonly url?: string
  /** Folder of the embedded database; without it, it lives in memory alone. */
  readonly dataDir?: string
  /** Zone of sessions (`APP_TZ`): what the driver hands back as text is in it. */
  readonly zone: string
  /** Connections to a server, at most. */
  readonly connections?: number
  /** Milliseconds that one statement may take on a server. */
  readonly statementTimeout?: number
  /** Milliseconds to wait for a connection. */
  readonly connectionTimeout?: number
  /** An initialised data folder as a tar, so that the first start need not make one; the build's unless given. */
  readonly template?: string
  /** An embedded database that already runs, to use instead of opening one; it is not closed with this one. */
  readonly instance?: PGlite
  /** Says what the operator must know. */
  readonly warn?: (sentence: string) => void
}
