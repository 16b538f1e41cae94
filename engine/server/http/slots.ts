import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'

/** Limits concurrent responses by key, in the memory of this process. */
export interface Slots {
  /** Takes a slot until the response has ended. False if all of the key are taken. */
  take(key: string, response: ServerResponse): boolean
}

/** Slots for concurrent responses, `most` for each key; a response that ends releases its own. */
export function createSlots(most: number): Slots {
  const taken = new Map<string, number>()
  return {
    take(key, response) {
      const count = taken.get(key) ?? 0
      if (count >= most) return false
      taken.set(key, count + 1)
      finished(response, () => {
        const rest = (taken.get(key) ?? 1) - 1
        if (rest > 0) taken.set(key, rest)
        else taken.delete(key)
      })
      return true
    },
  }
}
