import type { CallOptions, Session } from './session.ts'

/** Prefetched responses expire after so many milliseconds. */
const keptFor = 15_000

/** A session with prefetched requests. */
export interface Prefetch {
  /** Returns a prefetched response, or its refusal, once for the same request. */
  readonly session: Session
  /** Sends the request early. A failure is handled where the response is taken. */
  ask<Data>(path: string, query?: CallOptions['query']): Promise<Data>
}

/** Lets requests be sent before the code that needs them is loaded. */
export function prefetchOf(session: Session): Prefetch {
  const asked = new Map<string, Promise<unknown>>()
  const keyOf = (path: string, query: CallOptions['query'] = {}) => JSON.stringify([path, query])
  return {
    ask<Data>(path: string, query?: CallOptions['query']) {
      const answer = session.call<Data>(path, query && { query })
      answer.catch(() => undefined)
      const key = keyOf(path, query)
      asked.set(key, answer)
      setTimeout(() => asked.delete(key), keptFor)
      return answer
    },
    session: {
      ...session,
      call<Data>(path: string, options: CallOptions = {}) {
        const { method = 'GET', query } = options
        const key = keyOf(path, query)
        const answer = method === 'GET' ? asked.get(key) : undefined
        if (answer === undefined) return session.call<Data>(path, options)
        asked.delete(key)
        return answer as Promise<Data>
      },
      signOut() {
        asked.clear()
        return session.signOut()
      },
    },
  }
}
