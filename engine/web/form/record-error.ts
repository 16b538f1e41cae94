/** One thing wrong with a record as typed: `['lines', 2, 'price']` and what to say. */
export interface RecordError {
  readonly path: readonly (string | number)[]
  readonly message: string
}
