/** A row of a file; `row` is the number that a spreadsheet shows, starting at 1. */
export interface TableRow {
  readonly row: number
  readonly cells: readonly string[]
  /** Indexes of cells with a formula error in a workbook; the text of the cell is the name of the error. */
  readonly faults?: readonly number[]
}
