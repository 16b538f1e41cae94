import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'

/** Generates ids in the order of time. */
export interface NewIds {
  next(): string
}

/** The digest of a password for storage. */
export type HashPassword = (plain: string) => Promise<string>

/** A keyed digest of a text, which only this server can compute: the text cannot be found from it, even by trying. */
export type Seal = (text: string) => string

/** The context of one operation: its request and its database access. */
export interface Work {
  readonly ctx: RequestContext
  readonly queries: Queries
  readonly ids: NewIds
  readonly hashPassword: HashPassword
  /** Missing where no request is repeated: nothing there has a key. */
  readonly seal?: Seal
  /** `queries` are those of a transaction. */
  readonly inTransaction?: true
  /** Records that the transaction may change the rights of users. */
  authorityChanged(): void
  /** Runs in one transaction. Within a transaction, in that one. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
}

/**
 * How rows are stored: `recorded` in the history and as an event, or `initial`: rows of seeds, of a first start and of
 * the descriptors, which no user wrote.
 */
export type Recording = 'recorded' | 'initial'

export const workOn = (work: Work, queries: Queries): Work => ({
  ...work,
  queries,
  inTransaction: true,
  transaction: inner => inner(queries),
})
