/** The server's one envelope. */
export interface Envelope<Data = unknown> {
  readonly code: number
  readonly success: boolean
  readonly data: Data
  readonly msg: string
  /** What is wrong with each field, in the person's language. */
  readonly errors?: Readonly<Record<string, string>>
  /** Of a 401: why the session is over, where the server knows. */
  readonly reason?: string
}

type Body = Partial<Envelope> & { readonly errors?: Readonly<Record<string, string>> }

/**
 * What a call came to when the server said no, or did not answer: status 0. It has the shape of react-admin's
 * HttpError, which cannot be extended: it forgets whose it is.
 */
export class Fault extends Error {
  readonly status: number
  /** The server's answer, whole. */
  readonly body: Body
  /** What to quote when asking for help. */
  readonly requestId?: string

  constructor(message: string, status: number, body: Body = {}, requestId?: string) {
    super(message)
    this.name = 'Fault'
    this.status = status
    this.body = body
    if (requestId) this.requestId = requestId
  }
}

/** Whether the server was not reached at all. */
export const isOffline = (error: unknown): boolean => error instanceof Fault && error.status === 0

/** Why the server refused what it was asked, where asking again would get the same answer. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof Fault && error.status === 400 ? error.message : undefined

/** The HTTP status that an error carries, if it does. */
export function statusOf(error: unknown): number | undefined {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return typeof status === 'number' ? status : undefined
}
