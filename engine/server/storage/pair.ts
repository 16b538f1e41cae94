import type { Table } from './table.ts'

/** One table as the Model wants it, as it will be found after renaming, and as the database calls it now. */
export interface Pair {
  readonly wanted: Table
  readonly found: Table
  readonly nameNow: string
  columnNow(name: string): string
}
