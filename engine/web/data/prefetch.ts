import type { CallOptions, Session } from './session.ts'

/** Answers are kept this long for who asks for them; then they are old. */
const keptFor = 15_000

/** A session, and what was asked with it before anybody wanted to know. */
export interface Prefetch {
  /** Who asks with it what was asked ahead is handed that answer, be it a refusal, once. */
  readonly session: Session
  /** Sends the request early. A failure is handled where the response is taken. */
  ask<Data>(path: string, query?: CallOptions['query']): Promise<Data>
}

/** Lets calls be made before the code is there that wants their answers. */
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
