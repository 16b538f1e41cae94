import type { FastifyRequest } from 'fastify'
import { recordAct } from '../auth/audit.ts'
import type { Authenticator } from '../auth/authenticator.ts'
import {
  beginFactor,
  confirmFactor,
  factorState,
  isFactorCode,
  isFactorRequired,
  removeFactors,
} from '../auth/second-factor.ts'
import type { SignInLock } from '../auth/sign-in-lock.ts'
import type { Database } from '../database/database.ts'
import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import { refuse } from '../errors/refuse.ts'
import type { App } from './app.ts'
import { signedInOf } from './request-parts.ts'

interface FactorParts {
  readonly database: Database
  readonly authenticator: Authenticator
  readonly secret: Uint8Array
  readonly lock: SignInLock
  readonly clock: () => Date
}

/** `/api/engine/second-factor`: the user's own second factor. */
export function factorCalls(app: App, { database, authenticator, secret, lock, clock }: FactorParts): void {
  const path = '/api/engine/second-factor'
  const queries = database.kysely
  const due = { config: { anyPassword: true, ownAccount: true, kind: 'write' } } as const
  const ownerOf = (request: FastifyRequest) => {
    const { tenantId, userId } = signedInOf(request).actor
    return { tenantId, userId }
  }
  const codeOf = ({ body }: FastifyRequest) => String(knownIn(body, ['code'])['code'] ?? '')
  /** A code is tried as at a sign-in. */
  const counted = async (request: FastifyRequest, isRight: () => Promise<unknown>) => {
    const { tenantId, account } = signedInOf(request).actor
    const attempt = { tenantId, account, address: request.ip }
    const seconds = await lock.secondsLocked(attempt)
    if (seconds > 0) throw refuse.lockedOut(seconds)
    const result = await isRight()
    if (!result) throw refuse.input({ code: sentences.wrong })
    await lock.succeeded(attempt)
    authenticator.forget()
    return result
  }
  const isRequired = async (request: FastifyRequest) =>
    request.ctx.actor.administrator && (await isFactorRequired(queries, request.ctx.model))

  app.get(path, { config: { anyPassword: true, ownAccount: true } }, async request =>
    done(
      { ...(await factorState(queries, ownerOf(request))), isRequired: await isRequired(request) },
      request.language,
    ),
  )
  app.post(path, due, async request => {
    knownIn(request.body, [])
    const { actor, model } = request.ctx
    const label = { issuer: issuerOf(model.title[request.language]), account: String(actor.account) }
    const begun = await beginFactor(queries, secret, ownerOf(request), label)
    if (!begun) throw refuse.conflict('second-factor.on', sentences.on)
    return done(begun, request.language)
  })
  app.post(`${path}/confirm`, due, async request => {
    const confirm = () => confirmFactor(queries, secret, ownerOf(request), codeOf(request), clock())
    const recovery = await counted(request, confirm)
    await recordAct(queries, request.ctx, { kind: 'secondFactor', detail: 'added' })
    return done({ recovery }, request.language)
  })
  app.post(`${path}/remove`, async request => {
    const owner = ownerOf(request)
    if (await isRequired(request)) throw refuse.conflict('second-factor.required', sentences.required)
    await counted(request, () => isFactorCode(queries, secret, owner, codeOf(request), clock()))
    await removeFactors(queries, owner.tenantId, [owner.userId])
    await recordAct(queries, request.ctx, { kind: 'secondFactor', detail: 'deleted' })
    return done(null, request.language)
  })
}

/** The beginning of a title that, with an account of 45 characters, fits into a QR code. */
function issuerOf(title: string): string {
  const characters = [...title]
  while (encodeURIComponent(characters.join('')).length > 54) characters.pop()
  return characters.join('')
}

const sentences = {
  wrong: { zh: '动态验证码不正确', en: 'The code is incorrect' },
  on: { zh: '动态验证码已启用', en: 'The second factor is in use already' },
  required: { zh: '管理员必须使用动态验证码', en: 'Administrators must have a second factor' },
} as const
