import type { Queries } from '../database/database.ts'
import type { Asking } from './asking.ts'

/** Gives out ids in time's order. */
export interface Ids {
  next(): string
}

/** Digests a password for keeping. */
export type HashPassword = (plain: string) => Promise<string>

/** What one operation works with: who asks, and what it may run statements on. */
export interface Work {
  readonly asking: Asking
  readonly queries: Queries
  readonly ids: Ids
  readonly hashPassword: HashPassword
  /** `queries` are those of a transaction. */
  readonly inTransaction?: true
  /** Runs in one transaction; within a transaction, in that one. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
}

export const workOn = (work: Work, queries: Queries): Work => ({
  ...work,
  queries,
  inTransaction: true,
  transaction: inner => inner(queries),
})
