/** A row of a file; `row` counts as a spreadsheet does, the first being row 1. */
export interface TableRow {
  readonly row: number
  readonly cells: readonly string[]
  /** Places of cells in which a workbook holds the error of a formula; its name is the cell's text. */
  readonly faults?: readonly number[]
}
