import { statusOf } from '../data/fault.ts'

type Values = Readonly<Record<string, unknown>>

/** A record as the server stored it. */
export type Stored = Values & { readonly id: string }

/** One wish to save, as it was sent; sent again it is the same wish, and is stored once. */
export interface Attempt {
  readonly key: string
  readonly isNew: boolean
  readonly body: Values
}

/** Sends what a form wants saved, and remembers what was sent and not answered. */
export interface Submission {
  /** What was sent while the answer never came: it may be stored or not. */
  unanswered(): Attempt | undefined
  /** Sends a wish. One that is still unanswered has to be settled before. */
  send(wish: Omit<Attempt, 'key'>): Promise<Stored>
  /** Sends what is unanswered once more, by the same key. */
  settle(): Promise<Stored>
  /** Forgets what is unanswered. */
  drop(): void
}

/** Nothing sent yet. Keys are made outside, so that a test can tell them. */
export function createSubmission(
  post: (attempt: Attempt) => Promise<Stored>,
  newKey: () => string = newRandomKey,
): Submission {
  let open: Attempt | undefined
  const put = async (attempt: Attempt) => {
    open = attempt
    try {
      const stored = await post(attempt)
      open = undefined
      return stored
    } catch (error) {
      if (!isUnanswered(error)) open = undefined
      throw error
    }
  }
  return {
    unanswered: () => open,
    send(wish) {
      if (open) throw new Error('What was sent before is not settled yet.')
      return put({ ...wish, key: newKey() })
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
export const isSameWish = (one: Values, other: Values): boolean => contentOf(one) === contentOf(other)

const contentOf = ({ id: _, version: __, ...content }: Values) =>
  JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)))

// `randomUUID` is known on secure origins only; a bureau's intranet may have none.
const newRandomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
