import { statusOf } from './request-fault.ts'
import { newRequestKey } from './request-key.ts'

type Values = Readonly<Record<string, unknown>>

/** A record as the server stored it. */
export type Stored = Values & { readonly id: string }

/** A request as it was sent. A retry has the same key, so that the server executes it once. */
export type Sent<PendingRequest> = PendingRequest & { readonly key: string }

/** Sends requests one at a time, and keeps the one without a response. */
export interface Submission<PendingRequest, Answer> {
  /** The request without a response; its outcome is unknown. */
  unanswered(): Sent<PendingRequest> | undefined
  /** Sends a request. An unanswered one must be settled before. */
  send(request: PendingRequest): Promise<Answer>
  /** Retries the unanswered request with the same key. */
  settle(): Promise<Answer>
  /** Drops the unanswered request. */
  drop(): void
}

/** A submission without a pending request. Tests give their own keys. */
export function createSubmission<PendingRequest, Answer>(
  post: (sent: Sent<PendingRequest>) => Promise<Answer>,
  newKey: () => string = newRequestKey,
): Submission<PendingRequest, Answer> {
  let open: Sent<PendingRequest> | undefined
  const put = async (sent: Sent<PendingRequest>) => {
    open = sent
    try {
      const answer = await post(sent)
      open = undefined
      return answer
    } catch (error) {
      if (!hasNoResponse(error)) open = undefined
      throw error
    }
  }
  return {
    unanswered: () => open,
    send(request) {
      if (open) throw new Error('What was sent before is not settled yet.')
      return put({ ...request, key: newKey() })
    },
    settle() {
      if (!open) throw new Error('Nothing waits for an answer.')
      return put(open)
    },
    drop() {
      open = undefined
    },
  }
}

/** Whether the outcome of a failed request is unknown: no response, or one from a proxy in between. */
export function hasNoResponse(error: unknown): boolean {
  const status = statusOf(error)
  return status === 0 || (status !== undefined && status >= 502)
}

/** Whether two requests write the same content; id and version are ignored. */
export const hasSameContent = (one: Values, other: Values): boolean => contentOf(one) === contentOf(other)

const contentOf = ({ id: _, version: __, ...content }: Values) =>
  JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)))
