import type { Session } from './session.ts'

/** An answer is kept this long for who asks for it; then it is old. */
const keptFor = 15_000

/**
 * A session whose first calls are on their way before anybody asks: who then asks the same, once, is handed that
 * answer, be it a refusal. Nothing is asked where nobody is signed in.
 */
export function askedAhead(session: Session, paths: readonly string[]): Session {
  const asked = new Map<string, Promise<unknown>>()
  let begun: Promise<boolean> | undefined = session.resume().then(isOpen => {
    begun = undefined
    if (!isOpen) return false
    for (const path of paths) {
      const answer = session.call(path)
      // Whoever takes it meets the failure.
      answer.catch(() => undefined)
      asked.set(path, answer)
    }
    setTimeout(() => asked.clear(), keptFor)
    return true
  })
  return {
    ...session,
    resume: () => begun ?? session.resume(),
    call<Data>(path: string, options: Parameters<Session['call']>[1] = {}) {
      const { method = 'GET', query } = options
      const answer = method === 'GET' && query === undefined ? asked.get(path) : undefined
      if (answer === undefined) return session.call<Data>(path, options)
      asked.delete(path)
      return answer as Promise<Data>
    },
    signOut() {
      asked.clear()
      return session.signOut()
    },
  }
}
