/** An error of a record: a path such as `['lines', 2, 'price']` and its message. */
export interface RecordError {
  readonly path: readonly (string | number)[]
  readonly message: string
}
