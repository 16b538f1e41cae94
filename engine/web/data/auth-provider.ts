import type { AuthProvider } from 'ra-core'
import type { Uploads } from '../../fields/uploads.ts'
import type { Drafts } from './drafts.ts'
import { statusOf } from './fault.ts'
import type { LeftScreens } from './left-screens.ts'
import type { ListMemory } from './list-memory.ts'
import type { Credentials, Session } from './session.ts'

interface AuthParts {
  readonly session: Session
  /** Settled once the first screen's code is there, or will not be. */
  readonly ahead: Promise<unknown>
  /** What the next person must not find. */
  readonly lists: ListMemory
  readonly left: LeftScreens
  readonly drafts: Drafts
  readonly uploads: Uploads
}

/** react-admin's questions about who is there, answered by the session. */
export const createAuthProvider = ({ session, ahead, lists, left, drafts, uploads }: AuthParts): AuthProvider => ({
  login: (credentials: Credentials) => session.signIn(credentials),
  async logout() {
    // A session that ended by itself leaves what was typed to who signs in again.
    const isWanted = session.isOpen()
    lists.clear()
    left.clear()
    await session.signOut()
    if (!isWanted) return
    drafts.clear()
    uploads.clear()
  },
  async checkAuth() {
    // So that the screen is drawn at once, and not a fallback before it.
    await ahead
    // No message: who has not signed in yet needs none.
    if (!(await session.resume())) throw Object.assign(new Error('signed out'), { message: false })
  },
  async checkError(error) {
    // A late answer to a call of an earlier session ends no later one.
    if (statusOf(error) === 401 && !session.isOpen())
      throw Object.assign(new Error('signed out'), { message: 'signIn.ended' })
  },
})
