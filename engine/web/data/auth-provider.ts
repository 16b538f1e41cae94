import type { AuthProvider } from 'ra-core'
import { statusOf } from './fault.ts'
import type { Credentials, Session } from './session.ts'

/** react-admin's questions about who is there, answered by the session; `forget` drops what the next one must not find. */
export const createAuthProvider = (session: Session, forget: () => void): AuthProvider => ({
  login: (credentials: Credentials) => session.signIn(credentials),
  logout: () => {
    forget()
    return session.signOut()
  },
  async checkAuth() {
    // No message: who has not signed in yet needs none.
    if (!(await session.resume())) throw Object.assign(new Error('signed out'), { message: false })
  },
  async checkError(error) {
    if (statusOf(error) === 401) throw Object.assign(new Error('signed out'), { message: 'signIn.ended' })
  },
  getPermissions: async () => undefined,
})
