import { Unreachable } from '../errors/database-errors.ts'

interface Waiting {
  readonly go: () => void
  readonly fail: (error: Error) => void
}

/** A first-in, first-out mutex. */
export class Mutex {
  readonly #waitAtMost: number
  #taken = false
  #ended = false
  #queue: Waiting[] = []

  constructor(waitAtMost: number) {
    this.#waitAtMost = waitAtMost
  }

  /** Resolves once the lock is acquired; rejects after the maximum wait. */
  take(): Promise<void> {
    if (this.#ended) return Promise.reject(new Unreachable('The database is closed.'))
    if (!this.#taken) {
      this.#taken = true
      return Promise.resolve()
    }
    return this.#wait(this.#waitAtMost)
  }

  give(): void {
    const next = this.#queue.shift()
    if (next) next.go()
    else this.#taken = false
  }

  /** Waits for the holder, rejects all waiting requests, and refuses new ones. */
  async end(): Promise<void> {
    this.#ended = true
    for (const { fail } of this.#queue.splice(0)) fail(new Unreachable('The database is closing.'))
    if (this.#taken) await this.#wait(Number.POSITIVE_INFINITY)
    this.#taken = true
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
            reject(new Unreachable(`The embedded database was busy for ${atMost} ms.`))
          }, atMost)
        : undefined
      this.#queue.push(waiting)
    })
  }
}
