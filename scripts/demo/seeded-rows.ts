/** The result for one resource. */
export interface SeededRows {
  readonly resource: string
  readonly rows: number
  /** Lines that belong to these rows. */
  readonly lines: number
  /** Rows that could not be generated, and why the last one failed. */
  readonly givenUp: number
  readonly why?: string
}
