import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'

/** Limits concurrent responses by key, in the memory of this process. */
export interface Slots<Key> {
  /** Takes a slot until the response has ended, and waits for one in order. False if too many of the key wait already. */
  take(key: Key, response: ServerResponse): Promise<boolean>
  /** No slot is taken. */
  isIdle(): boolean
}

interface Queue {
  taken: number
  readonly waiting: (() => void)[]
}

/** Slots for concurrent responses: `most` for each key, for which `mostWaiting` more may wait. */
export function createSlots<Key>(most: number, mostWaiting = 0): Slots<Key> {
  const queues = new Map<Key, Queue>()
  return {
    async take(key, response) {
      const queue = queues.get(key) ?? { taken: 0, waiting: [] }
      if (queue.taken >= most && queue.waiting.length >= mostWaiting) return false
      queues.set(key, queue)
      if (queue.taken < most) queue.taken++
      else await new Promise<void>(resolve => queue.waiting.push(resolve))
      const release = () => {
        const next = queue.waiting.shift()
        if (next) return next()
        queue.taken--
        if (queue.taken === 0) queues.delete(key)
      }
      // Node emits no event of a response that never was the first of its connection.
      if (response.req.socket.destroyed) release()
      else finished(response, release)
      return true
    },
    isIdle: () => queues.size === 0,
  }
}
