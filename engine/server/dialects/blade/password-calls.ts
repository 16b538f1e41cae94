import type { FastifyRequest } from 'fastify'
import { fault, faultMessage, faultWordings } from '../../../fields/fault.ts'
import { passwordFault } from '../../../fields/password/policy.ts'
import { parameterValue } from '../../auth/parameter-value.ts'
import { isDigest, isPassword, storedPassword } from '../../auth/password.ts'
import { endSessionsOf } from '../../auth/sessions.ts'
import { doneWithMessage, success } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import { signedInOf } from '../../http/request-parts.ts'
import { accountWithId, isFormerPassword, setPassword } from '../../services/accounts/accounts.ts'
import { assureParameters, type BladeParts, parameter } from './blade-parts.ts'

/** Changes the actor's own password; all other sessions of the user end. */
export function passwordCalls(app: App, parts: BladeParts): void {
  const options = { config: { anyPassword: true, ownAccount: true } } as const
  const change = (request: FastifyRequest) => changePassword(parts, request)
  app.post('/api/blade-user/update-password', options, change)
  app.put('/api/blade/v1/bladeUser/updatePassword', options, change)
}

async function changePassword(parts: BladeParts, request: FastifyRequest) {
  const { database, authenticator, lock } = parts
  const { ctx } = request
  const { actor, sessionId } = signedInOf(request)
  assureParameters(request, ['oldPassword', 'newPassword', 'newPassword1'])
  const [old, fresh, again] = ['oldPassword', 'newPassword', 'newPassword1'].map(name => parameter(request, name))
  if (!old) throw refuse.input({ oldPassword: sentences.old })
  if (!fresh) throw refuse.input({ newPassword: faultMessage(fault('value.enter'), newPassword) })
  if (fresh !== again) throw refuse.input({ newPassword1: faultWordings['password.differ']() })
  await assureStrong(fresh)
  const account = await accountWithId(database, actor.tenantId, actor.userId)
  if (!account) throw refuse.signedOut()
  // The old password is tried as at a sign-in.
  const attempt = { tenantId: actor.tenantId, account: account.account, address: request.ip }
  const seconds = await lock.secondsLocked(attempt)
  if (seconds > 0) throw refuse.lockedOut(seconds)
  if (!(await isPassword(old, account.password ?? undefined))) throw refuse.input({ oldPassword: sentences.wrong })
  await lock.succeeded(attempt)
  if (await isFormerPassword(database, account, fresh)) throw refuse.input({ newPassword: sentences.same })
  const work = { ...parts, ctx }
  await setPassword(work, [actor.userId], await storedPassword(fresh), false)
  await endSessionsOf(database.reserved.kysely, actor.tenantId, [actor.userId], 'password-changed', sessionId)
  authenticator.forget()
  return doneWithMessage(success, request.language)

  async function assureStrong(password: string): Promise<void> {
    // The strength of a digest cannot be checked: the operator may allow digests for clients that send nothing else.
    if (isDigest(password)) {
      const allowed = await parameterValue(database.kysely, ctx.model, 'account.digestPassword')
      if (allowed === 'true') return
      throw refuse.input({ newPassword: sentences.digest })
    }
    const weak = passwordFault(password)
    if (weak) throw refuse.input({ newPassword: faultMessage(weak, newPassword) })
  }
}

const newPassword = { zh: '新密码', en: 'New password' }

const sentences = {
  old: { zh: '请输入旧密码', en: 'Please enter old password' },
  wrong: { zh: '原密码不正确!', en: 'The old password is incorrect' },
  same: { zh: '新密码不能与最近三次用过的密码相同', en: 'The new password must differ from the last three' },
  digest: {
    zh: '无法检查加密后密码的强度，请在浏览器打开本系统的 /login 页面，登录后修改密码',
    en: 'The strength of a hashed password cannot be checked. Open /login of this server in a browser, sign in and change the password there.',
  },
} as const
