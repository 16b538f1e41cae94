import type { AuthProvider } from 'ra-core'
import type { Uploads } from '../../fields/uploads.ts'
import type { Drafts } from './drafts.ts'
import type { ListMemory } from './list-memory.ts'
import type { PageStates } from './page-states.ts'
import { clearRecent } from './recent.ts'
import { statusOf } from './request-fault.ts'
import type { Credentials, Session } from './session.ts'
import { forgetToken } from './session-mark.ts'
import { clearShell } from './stored-shell.ts'
import type { StoredTabs } from './stored-tabs.ts'

interface AuthParts {
  readonly session: Session
  /** Settled once the first screen's code is loaded or has failed. */
  readonly prefetch: Promise<unknown>
  /** Clears what the next user must not find. */
  readonly lists: ListMemory
  readonly left: PageStates
  readonly drafts: Drafts
  readonly uploads: Uploads
  readonly tabs: StoredTabs
  /** The address of the sign-in page. */
  signIn(): Promise<string>
}

/** react-admin's auth provider, backed by the session. */
export const createAuthProvider = ({
  session,
  prefetch,
  lists,
  left,
  drafts,
  uploads,
  tabs,
  signIn,
}: AuthParts): AuthProvider => ({
  async login(credentials: Credentials) {
    await session.signIn(credentials)
    clearRecent(session.person()?.userId)
  },
  async logout() {
    // Only the signed-in user may discard their input.
    const person = session.isOpen() ? session.person() : undefined
    lists.clear()
    left.clear()
    clearShell()
    await session.signOut()
    forgetToken()
    tabs.clear()
    if (person) {
      clearRecent()
      drafts.clear(person)
      uploads.clear()
    }
    return signIn()
  },
  async checkAuth() {
    // So that the screen is rendered at once, without a fallback before it.
    await prefetch
    // No message before the first sign-in.
    if (!(await session.resume())) throw Object.assign(new Error('signed out'), { message: false })
  },
  async checkError(error) {
    // The page of a session that ended stays as it is until its user leaves it.
    if (statusOf(error) === 401 && !session.person())
      throw Object.assign(new Error('signed out'), { message: 'signIn.ended' })
  },
})
