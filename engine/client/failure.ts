/** Thrown when the server rejects a request: its status, its message, and errors by field. */
export class Failure extends Error {
  readonly status: number
  readonly errors: Readonly<Record<string, string>>
  /** Data for continuing: `{ theirs }` of a conflict. */
  readonly data: unknown
  /** Of a status 401: why the session ended. */
  readonly reason: string | undefined
  /** What the user has to acknowledge: the request is sent again with these names. */
  readonly warnings: readonly FailureWarning[]

  constructor(
    status: number,
    message: string,
    errors: Readonly<Record<string, string>> = {},
    data: unknown = null,
    reason?: string,
    warnings: readonly FailureWarning[] = [],
  ) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.errors = errors
    this.data = data
    this.reason = reason
    this.warnings = warnings
  }
}

/** A warning of a change, in the language of the request. */
export interface FailureWarning {
  readonly name: string
  readonly text: string
  /** `quantity`, or `lines.0.price` for a field of a line. */
  readonly fields: readonly string[]
}
