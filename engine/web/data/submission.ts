import { statusOf } from './fault.ts'
import { newRequestKey } from './request-key.ts'

type Values = Readonly<Record<string, unknown>>

/** A record as the server stored it. */
export type Stored = Values & { readonly id: string }

/** A wish as it was sent; sent again by the same key it is the same wish, and is fulfilled once. */
export type Sent<PendingRequest> = PendingRequest & { readonly key: string }

/** Sends what a person wants done, and remembers what was sent and not answered. */
export interface Submission<PendingRequest, Answer> {
  /** What was sent while the answer never came: it may be done or not. */
  unanswered(): Sent<PendingRequest> | undefined
  /** Sends a wish. One that is still unanswered has to be settled before. */
  send(request: PendingRequest): Promise<Answer>
  /** Sends what is unanswered once more, by the same key. */
  settle(): Promise<Answer>
  /** Forgets what is unanswered. */
  drop(): void
}

/** Nothing sent yet. Keys are made outside, so that a test can tell them. */
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
      if (!isUnanswered(error)) open = undefined
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

/** Whether a failed call leaves open what became of it: nobody answered, or something between us and the server did. */
export function isUnanswered(error: unknown): boolean {
  const status = statusOf(error)
  return status === 0 || (status !== undefined && status >= 502)
}

/** Whether two wishes would leave the same record; the version is how one gets there. */
export const hasSameContent = (one: Values, other: Values): boolean => contentOf(one) === contentOf(other)

const contentOf = ({ id: _, version: __, ...content }: Values) =>
  JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)))
