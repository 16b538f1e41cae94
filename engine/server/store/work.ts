import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'

/** Gives out ids in time's order. */
export interface Ids {
  next(): string
}

/** Digests a password for keeping. */
export type HashPassword = (plain: string) => Promise<string>

/** A digest of a text that only this server can make: nobody tells from it, even by trying, what the text was. */
export type Seal = (text: string) => string

/** What one operation works with: who asks, and what it may run statements on. */
export interface Work {
  readonly ctx: RequestContext
  readonly queries: Queries
  readonly ids: Ids
  readonly hashPassword: HashPassword
  /** Missing where no call comes twice: nothing there has a key. */
  readonly seal?: Seal
  /** `queries` are those of a transaction. */
  readonly inTransaction?: true
  /** Notes that the transaction may change the rights of users. */
  authorityChanged(): void
  /** Runs in one transaction; within a transaction, in that one. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
}

export const workOn = (work: Work, queries: Queries): Work => ({
  ...work,
  queries,
  inTransaction: true,
  transaction: inner => inner(queries),
})
