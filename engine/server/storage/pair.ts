import type { Table } from './table.ts'

/** A table of the Model, the same table as found and after renames, and its current name in the database. */
export interface Pair {
  readonly wanted: Table
  readonly found: Table
  readonly nameNow: string
  columnNow(name: string): string
}
