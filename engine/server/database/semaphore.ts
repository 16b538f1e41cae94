import { DatabaseUnavailable } from '../errors/database-errors.ts'

interface Waiting {
  readonly of: readonly string[]
  readonly go: () => void
  readonly fail: (error: Error) => void
}

/** What a holder takes a place of, where all holders take places of the same. */
const one = ['']

/**
 * A semaphore: of each subject, at most this many holders at a time. Who waits for several subjects takes none of them
 * before all have a place. First in, first out among holders of the same subjects; each waits at most so long.
 */
export class Semaphore {
  readonly #most: number
  readonly #waitAtMost: number
  readonly #taken = new Map<string, number>()
  #ended = false
  #queue: Waiting[] = []

  constructor(most: number, waitAtMost: number) {
    this.#most = most
    this.#waitAtMost = waitAtMost
  }

  /** Resolves once a place of each subject is acquired; rejects after the maximum wait, in milliseconds. */
  take(of: readonly string[] = one): Promise<void> {
    if (this.#ended) return Promise.reject(new DatabaseUnavailable('unavailable', 'The database is closed.'))
    if (!this.#isFree(of)) return this.#wait(this.#waitAtMost, of)
    this.#count(of, 1)
    return Promise.resolve()
  }

  give(of: readonly string[] = one): void {
    this.#count(of, -1)
    this.#queue = this.#queue.filter(waiting => {
      if (!this.#isFree(waiting.of)) return true
      this.#count(waiting.of, 1)
      waiting.go()
      return false
    })
  }

  /** Waits for a holder, rejects all waiting requests, and refuses new ones. */
  async end(): Promise<void> {
    this.#ended = true
    for (const { fail } of this.#queue.splice(0))
      fail(new DatabaseUnavailable('unavailable', 'The database is closing.'))
    if (!this.#isFree(one)) await this.#wait(Number.POSITIVE_INFINITY, one)
  }

  #isFree(of: readonly string[]): boolean {
    return of.every(subject => (this.#taken.get(subject) ?? 0) < this.#most)
  }

  #count(of: readonly string[], by: number): void {
    for (const subject of of) {
      const count = (this.#taken.get(subject) ?? 0) + by
      if (count > 0) this.#taken.set(subject, count)
      else this.#taken.delete(subject)
    }
  }

  #wait(atMost: number, of: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const clear = () => clearTimeout(timer)
      const waiting: Waiting = {
        of,
        go: () => {
          clear()
          resolve()
        },
        fail: error => {
          clear()
          reject(error)
        },
      }
      const timer = Number.isFinite(atMost)
        ? setTimeout(() => {
            this.#queue = this.#queue.filter(other => other !== waiting)
            reject(new DatabaseUnavailable('busy', `All connections were in use for ${atMost} ms.`))
          }, atMost)
        : undefined
      this.#queue.push(waiting)
    })
  }
}
