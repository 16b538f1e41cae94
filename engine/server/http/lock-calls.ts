import type { FastifyRequest } from 'fastify'
import { faultWordings } from '../../fields/fault.ts'
import type { Authenticator } from '../auth/authenticator.ts'
import { storedPassword } from '../auth/password.ts'
import { lockSession, unlockSession } from '../auth/sessions.ts'
import type { Database } from '../database/database.ts'
import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import { refuse } from '../errors/refuse.ts'
import type { App } from './app.ts'
import { signedInOf } from './request-parts.ts'

/** The dependencies of the lock. */
interface LockParts {
  readonly database: Database
  readonly authenticator: Authenticator
}

/** `POST /api/engine/lock` and `unlock`: the lock of a session, in all its tabs and for every program with its token. */
export function lockCalls(app: App, { database, authenticator }: LockParts): void {
  const config = { anyPassword: true, whileLocked: true, ownAccount: true, kind: 'write' } as const
  app.post('/api/engine/lock', { config }, async request => {
    const { sessionId, isLocked } = signedInOf(request)
    // Another password would unlock what the first one locked.
    if (isLocked) throw refuse.sessionLocked()
    await lockSession(database, sessionId, await storedPassword(passwordIn(request)))
    authenticator.forget()
    return done(null, request.language)
  })
  app.post('/api/engine/unlock', { config }, async request => {
    const isUnlocked = await unlockSession(database, signedInOf(request).sessionId, passwordIn(request))
    authenticator.forget()
    if (isUnlocked === undefined)
      throw refuse.signedOut('错误次数过多，请重新登录', 'Too many attempts; please sign in')
    if (!isUnlocked) throw refuse.input({ password: { zh: '锁屏密码不正确', en: 'The lock password is incorrect' } })
    return done(null, request.language)
  })
}

function passwordIn({ body }: FastifyRequest): string {
  const { password } = knownIn(body, ['password'])
  if (typeof password === 'string' && password.trim() !== '' && password.length <= 100) return password
  throw refuse.input({ password: faultWordings['lock.empty']() })
}
