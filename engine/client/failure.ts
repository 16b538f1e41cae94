/** Thrown when the server says no: its status, its sentence, and what is wrong with each field. */
export class Failure extends Error {
  readonly status: number
  readonly errors: Readonly<Record<string, string>>
  /** What helps to go on: `{ theirs }` of a conflict. */
  readonly data: unknown

  constructor(status: number, message: string, errors: Readonly<Record<string, string>>, data: unknown) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.errors = errors
    this.data = data
  }
}
