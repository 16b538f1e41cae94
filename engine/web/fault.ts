import { HttpError } from 'ra-core'

/** The server's one envelope. */
export interface Envelope<Data = unknown> {
  readonly code: number
  readonly success: boolean
  readonly data: Data
  readonly msg: string
  /** What is wrong with each field, in the person's language. */
  readonly errors?: Readonly<Record<string, string>>
}

/** What a call came to when the server said no, or did not answer: status 0. The body is the server's, whole. */
export class Fault extends HttpError {
  declare readonly body: Partial<Envelope> & { readonly errors?: Readonly<Record<string, string>> }
  /** What to quote when asking for help. */
  readonly requestId?: string

  constructor(message: string, status: number, body: Partial<Envelope> = {}, requestId?: string) {
    super(message, status, body)
    this.name = 'Fault'
    if (requestId) this.requestId = requestId
  }
}

/** Whether the server was not reached at all. */
export const isOffline = (error: unknown): boolean => error instanceof Fault && error.status === 0

/** The HTTP status that an error carries, if it does. */
export function statusOf(error: unknown): number | undefined {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return typeof status === 'number' ? status : undefined
}
