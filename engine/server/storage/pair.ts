import { literal } from './sql-text.ts'
import type { Column, Table } from './table.ts'

/** A table of the Model, and the same table as found. */
export interface Pair {
  readonly wanted: Table
  readonly found: Table
}

/** Whether a row of a table of the engine is of the field of a column. */
export const ofField = ({ wanted }: Pair, { field = '' }: Column): string =>
  `"resource" = ${literal(wanted.mark.of)} and "field" = ${literal(field)}`
