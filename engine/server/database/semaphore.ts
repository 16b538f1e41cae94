import { Unanswered } from '../errors/database-errors.ts'

interface Waiting {
  readonly go: () => void
  readonly fail: (error: Error) => void
}

/** A first-in, first-out semaphore: at most this many holders at a time, each of which waits at most so long. */
export class Semaphore {
  readonly #waitAtMost: number
  #free: number
  #ended = false
  #queue: Waiting[] = []

  constructor(most: number, waitAtMost: number) {
    this.#free = most
    this.#waitAtMost = waitAtMost
  }

  /** Resolves once a place is acquired; rejects after the maximum wait, in milliseconds. */
  take(): Promise<void> {
    if (this.#ended) return Promise.reject(new Unanswered('unavailable', 'The database is closed.'))
    if (this.#free === 0) return this.#wait(this.#waitAtMost)
    this.#free -= 1
    return Promise.resolve()
  }

  give(): void {
    const next = this.#queue.shift()
    if (next) next.go()
    else this.#free += 1
  }

  /** Waits for a holder, rejects all waiting requests, and refuses new ones. */
  async end(): Promise<void> {
    this.#ended = true
    for (const { fail } of this.#queue.splice(0)) fail(new Unanswered('unavailable', 'The database is closing.'))
    if (this.#free === 0) await this.#wait(Number.POSITIVE_INFINITY)
  }

  #wait(atMost: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const clear = () => clearTimeout(timer)
      const waiting: Waiting = {
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
            reject(new Unanswered('busy', `All connections were in use for ${atMost} ms.`))
          }, atMost)
        : undefined
      this.#queue.push(waiting)
    })
  }
}
