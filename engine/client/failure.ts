/** Thrown when the server rejects a request: its status, its message, and errors by field. */
export class Failure extends Error {
  readonly status: number
  readonly errors: Readonly<Record<string, string>>
  /** Data for continuing: `{ theirs }` of a conflict. */
  readonly data: unknown
  /** Of a status 401: why the session ended. */
  readonly reason: string | undefined

  constructor(
    status: number,
    message: string,
    errors: Readonly<Record<string, string>> = {},
    data: unknown = null,
    reason?: string,
  ) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.errors = errors
    this.data = data
    this.reason = reason
  }
}
