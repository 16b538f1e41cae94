/** The server's response envelope. */
export interface ResponseEnvelope<Data = unknown> {
  readonly code: number
  readonly success: boolean
  readonly data: Data
  readonly msg: string
  /** Errors by field, in the user's language. */
  readonly errors?: Readonly<Record<string, string>>
  /** Of a 409: the warnings that the user has to acknowledge. */
  readonly warnings?: readonly WarningView[]
  /** Of a 401: why the session ended, where the server knows. */
  readonly reason?: string
  /** Of a sign-in: with which the code of the second factor is sent. */
  readonly ticket?: string
}

/** A warning in the user's language. */
export interface WarningView {
  readonly name: string
  readonly text: string
  readonly fields: readonly string[]
}

type Body = Partial<ResponseEnvelope> & { readonly errors?: Readonly<Record<string, string>> }

/**
 * An error response of the server, or a missing one (status 0). It has the shape of react-admin's
 * HttpError, which cannot be extended: it resets the prototype.
 */
export class RequestFault extends Error {
  readonly status: number
  /** The whole response body. */
  readonly body: Body
  /** The request id, to quote when asking for help. */
  readonly requestId?: string

  constructor(message: string, status: number, body: Body = {}, requestId?: string) {
    super(message)
    this.name = 'Fault'
    this.status = status
    this.body = body
    if (requestId) this.requestId = requestId
    const attempted = attemptedOf(this)
    if (attempted) byText.set(message, attempted)
  }
}

/** What was attempted, as the explanation of a right is asked for it. */
export type Attempted = Readonly<Record<string, string>>

/** What was attempted by the text of its refusal: a notice has the text alone. */
const byText = new Map<string, Attempted>()

/** What was refused: by a fault, by its text, or as it is given. */
export function attemptedOf(refusal: unknown): Attempted | undefined {
  if (typeof refusal === 'string') return byText.get(refusal)
  if (!(refusal instanceof Error)) return refusal === null ? undefined : (refusal as Attempted | undefined)
  if (!(refusal instanceof RequestFault)) return undefined
  return (refusal.body.data as { readonly attempted?: Attempted } | null | undefined)?.attempted
}

/** Whether the server was not reached at all. */
export const isOffline = (error: unknown): boolean => error instanceof RequestFault && error.status === 0

/** Why the server refused the request, where a retry would get the same response. */
export const refusalMessageOf = (error: unknown): string | undefined =>
  error instanceof RequestFault && error.status === 400 ? error.message : undefined

/** The HTTP status that an error carries, if it does. */
export function statusOf(error: unknown): number | undefined {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return typeof status === 'number' ? status : undefined
}
