/** A row of a file; `row` counts as a spreadsheet does, the first being row 1. */
export interface TableRow {
  readonly row: number
  readonly cells: readonly string[]
}
