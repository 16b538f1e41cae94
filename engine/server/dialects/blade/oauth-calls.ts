import type { FastifyReply, FastifyRequest } from 'fastify'
import { administratorAlias } from '../../../model/account-resources.ts'
import type { Model } from '../../../model/model.ts'
import { signAccess } from '../../auth/access-token.ts'
import { platformTenant } from '../../auth/actor.ts'
import { recordAct } from '../../auth/audit.ts'
import type { Authenticator } from '../../auth/authenticator.ts'
import { newCaptcha } from '../../auth/captchas.ts'
import { type Client, clientOf, webClientId } from '../../auth/clients.ts'
import { fileToken } from '../../auth/file-token.ts'
import { OauthFault } from '../../auth/oauth-fault.ts'
import { readRefreshToken } from '../../auth/refresh-token.ts'
import type { Contexts } from '../../auth/request-context.ts'
import { isFactorRequired } from '../../auth/second-factor.ts'
import { endSession, keepSession, reasonOfEnd, sessionLimits, tokenOf } from '../../auth/sessions.ts'
import type { SignInLock } from '../../auth/sign-in-lock.ts'
import type { Database } from '../../database/database.ts'
import { done } from '../../errors/envelope.ts'
import { failed } from '../../errors/failure.ts'
import { refuse } from '../../errors/refuse.ts'
import { type App, clientKeyOf } from '../../http/app.ts'
import { fileCookie, isUnattended } from '../../http/authenticate.ts'
import { originOf } from '../../http/log-hooks.ts'
import { createRateLimiter } from '../../http/rate-limiter.ts'
import { isSecure } from '../../http/request-parts.ts'
import { accountWithId, placeNames } from '../../services/accounts/accounts.ts'
import {
  assureCaptcha,
  openSession,
  refreshSession,
  refused,
  type SignedInto,
  type SignInRequest,
  signIn,
  signInByCode,
} from '../../services/accounts/sign-in.ts'
import { type Identity, identityOfTicket, signInByIdentity } from '../../services/accounts/sign-on.ts'
import type { LogWriter } from '../../services/logs/log-writer.ts'
import type { IdentityProviders } from '../../services/openid.ts'
import { filesPath } from '../../store/file-links.ts'
import type { Store } from '../../store/operations.ts'
import { mayRegister } from './registration-calls.ts'
import { accountOfCode, codeForClient, identityOfCode, renderProvider, shownProviders } from './sign-on-calls.ts'
import { sourceTypeOf, tokenAnswer } from './token-answer.ts'

/** The dependencies of sign-in. */
export interface SignInParts {
  readonly database: Database
  readonly secret: Uint8Array
  readonly authenticator: Authenticator
  readonly settings: {
    readonly captcha: boolean
    readonly tenantMode: boolean
    readonly switchMode: boolean
    readonly limits: { readonly errorLogs: Parameters<typeof createRateLimiter>[0] }
  }
  readonly lock: SignInLock
  readonly clock: () => Date
  readonly model: () => Model
  readonly logs: LogWriter
  readonly store: Store
  readonly contexts: Contexts
  readonly identities: IdentityProviders
  readonly publicUrl?: string
}

const path = '/api/blade-auth/oauth'
const cookieName = 'mingchu-refresh'
/** A cookie, readable by scripts, with the id of the user whose session can be resumed. It contains no secret. */
const markName = 'mingchu-session'
// A captcha is drawn and a password checked by functions that take long.
const open = { config: { open: true, kind: 'write' } } as const

/** `/api/blade-auth/oauth/…`: captchas, tokens, sign-out. */
export async function oauthCalls(app: App, parts: SignInParts): Promise<void> {
  await app.register(async within => {
    within.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    within.setErrorHandler((error, request, reply) => {
      if (!(error instanceof OauthFault)) throw error
      return sendFault(error, request, reply)
    })
    // Without captchas the response has no key, by which clients detect it.
    within.get(`${path}/captcha`, open, async request => {
      const { captcha, tenantMode } = parts.settings
      return {
        ...(captcha ? await newCaptcha(parts.database, parts.clock()) : { key: '', image: '' }),
        hasTenants: tenantMode,
        mayRegister: await mayRegister(parts.database.kysely, parts.model()),
        providers: await shownProviders(parts.database, parameter(request, 'tenantId')),
      }
    })
    within.post(`${path}/token`, open, (request, reply) => giveToken(parts, request, reply))
    within.post(`${path}/:kind/token`, open, (request, reply) => byTicket(parts, request, reply))
    within.get(`${path}/render/:source`, open, (request, reply) => renderProvider(parts, request, reply))
    within.post(`${path}/token/refresh`, open, async (request, reply) =>
      refresh(parts, await clientOf(parts.database, request.headers.authorization), request, reply),
    )
  })
  app.post(`${path}/code`, { config: { kind: 'write' } }, request => codeForClient(parts, request))
  app.get(`${path}/user-info`, { config: { open: true } }, request => userInfo(parts, request))
  const leaving = { config: { anyPassword: true, whileLocked: true, kind: 'free' } } as const
  const logs = createRateLimiter(parts.settings.limits.errorLogs)
  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    // A service token has no session.
    if (request.signedIn && !request.signedIn.limits) {
      await endSession(parts.database, request.signedIn.sessionId, 'signed-out')
      await recordAct(parts.database.kysely, request.ctx, { kind: 'sessionEnded', detail: 'signedOut' })
    }
    parts.authenticator.forget()
    return clearCookies(reply).send(bare)
  }
  app.get(`${path}/logout`, leaving, signOut)
  app.get(`${path}/clear-cache`, request => {
    if (!request.signedIn?.actor.administrator) throw refuse.forbidden({ zh: '清除缓存', en: 'Clear cache' })
    parts.authenticator.forget()
    return bare
  })
  // Clients send their error log here, also an empty one, or sign out without a body.
  for (const url of [`${path}/logout`, '/api/blade-auth/logout'])
    app.post(url, { ...leaving, bodyLimit: maxLogLength }, (request, reply) => {
      if (!request.body) return signOut(request, reply)
      const seconds = logs.take(clientKeyOf(request), 1)
      if (seconds > 0) throw refuse.tooMany(seconds)
      return takeErrorLog(parts.logs, request)
    })
}

const workOf = ({ database, clock, model, secret }: SignInParts) => ({
  database,
  model: model(),
  secret,
  now: clock(),
})

const bare = { success: 'true', msg: 'success' }

async function giveToken(parts: SignInParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const client = await clientOf(parts.database, request.headers.authorization)
  const grant = parameter(request, 'grant_type')
  if (!grants.includes(grant)) {
    throw new OauthFault('unsupported_grant_type', { zh: '不支持的授权类型', en: 'Unsupported grant type' })
  }
  // A code follows a password, which the client was allowed to send.
  if (grant === codeGrant) return byCode(parts, client, request, reply)
  if (!client.grants.includes(grant) || (grant === 'password' && parts.settings.captcha && client.isPublic)) {
    throw new OauthFault('unauthorized_client', {
      zh: '该应用不允许使用此授权类型',
      en: 'The client is not allowed to use this grant type',
    })
  }
  if (grant === 'refresh_token') return refresh(parts, client, request, reply)
  if (grant === 'social') return byIdentity(parts, client, await identityOfCode(parts, request, reply), request, reply)
  if (grant === 'authorization_code') return byClientCode(parts, client, request, reply)
  const credentials = signInRequest(parts, request)
  if (grant === 'captcha' && parts.settings.captcha) await assureCaptcha(workOf(parts), credentials)
  return answer(parts, client, await signIn(workOf(parts), client, credentials, parts.lock), request, reply)
}

const codeGrant = 'second_factor'
const grants: readonly string[] = ['captcha', 'password', 'refresh_token', 'social', 'authorization_code', codeGrant]

/** A ticket of a partner, in the address from which the user came: it needs no more than a known client. */
async function byTicket(parts: SignInParts, request: FastifyRequest, reply: FastifyReply) {
  const { kind = '' } = request.params as { readonly kind?: string }
  const client = await clientOf(parts.database, request.headers.authorization)
  const { tenantId } = signInRequest(parts, request)
  const ticket = parameter(request, 'ticket')
  const identity = await identityOfTicket(workOf(parts), tenantId || platformTenant, kind, ticket)
  return byIdentity(parts, client, identity, request, reply)
}

async function byIdentity(
  parts: SignInParts,
  client: Client,
  identity: Identity | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const work = { ...workOf(parts), store: parts.store, contexts: parts.contexts, language: request.language }
  const from = signInRequest(parts, request)
  const tenantId = identity?.source.tenantId ?? (from.tenantId || platformTenant)
  return answer(parts, client, await signInByIdentity(work, client, identity, { ...from, tenantId }), request, reply)
}

/** A code that a signed-in user brought to another application. */
async function byClientCode(parts: SignInParts, client: Client, request: FastifyRequest, reply: FastifyReply) {
  const found = await accountOfCode(parts, client, parameter(request, 'code'))
  const from = { ...signInRequest(parts, request), tenantId: found?.account.tenantId ?? platformTenant, ...found }
  if (!found) {
    const fault = new OauthFault('invalid_grant', {
      zh: '授权码无效或已过期',
      en: 'The code is not valid or has expired',
    })
    throw await refused(workOf(parts), from, undefined, fault)
  }
  return answer(parts, client, await openSession(workOf(parts), client, found.account, from), request, reply)
}

async function byCode(parts: SignInParts, client: Client, request: FastifyRequest, reply: FastifyReply) {
  const proof = { ticket: parameter(request, 'ticket'), code: parameter(request, 'code') }
  const into = await signInByCode(workOf(parts), client, proof, signInRequest(parts, request), parts.lock)
  return answer(parts, client, into, request, reply)
}

async function refresh(
  parts: SignInParts,
  client: Client,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const shown = client.id === webClientId ? request.cookies[cookieName] : parameter(request, 'refresh_token')
  const chosen = narrowing(parts, request)
  const into = shown ? await refreshSession(workOf(parts), client, shown, chosen) : undefined
  if (into) {
    // An access token of the same second is the same text.
    if (chosen.deptId !== '' || chosen.roleId !== '') parts.authenticator.forget()
    if (!isUnattended(request)) await keepSession(parts.database, parts.model(), into.session, parts.clock())
    return answer(parts, client, into, request, reply)
  }
  const session = shown && readRefreshToken(parts.secret, shown)
  const reason = session ? await reasonOfEnd(parts.database, session.sessionId, parts.clock()) : undefined
  // Clients end their session when they receive 401.
  const msg = request.language === 'en' ? 'Your session has ended; please sign in' : '令牌已失效'
  return clearCookies(reply)
    .code(401)
    .send({ ...failed(401, msg), error: 'invalid_grant', error_description: msg, ...(reason && { reason }) })
}

async function answer(
  parts: SignInParts,
  client: Client,
  { account, session }: SignedInto,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const claims = { userId: account.id, tenantId: account.tenantId, sessionId: session.id }
  const access = await signAccess(parts.secret, claims, client.accessSeconds, parts.clock())
  const refresh = tokenOf(parts.secret, session)
  const now = parts.clock()
  const tokens = {
    access,
    seconds: client.accessSeconds,
    mustEnrol:
      !account.hasSecondFactor &&
      account.roles.some(({ alias }) => alias === administratorAlias) &&
      (await isFactorRequired(parts.database.kysely, parts.model())),
    places: await placeNames(parts.database.kysely, parts.model(), account),
    idle: (await sessionLimits(parts.database.kysely, parts.model())).idle,
    ...(session.endsAt && { left: Math.round((session.endsAt.getTime() - now.getTime()) / 1000) }),
  }
  reply.header('cache-control', 'no-store')
  if (client.id !== webClientId) return reply.send(tokenAnswer(account, session, { ...tokens, refresh }))
  const cookie = {
    sameSite: 'strict',
    secure: isSecure(request),
    maxAge: client.refreshSeconds,
  } as const
  return reply
    .setCookie(cookieName, refresh, { ...cookie, path, httpOnly: true })
    .setCookie(markName, account.id, { ...cookie, path: '/' })
    .setCookie(fileCookie, fileToken(parts.secret, claims), { ...cookie, path: filesPath, httpOnly: true })
    .setCookie(deviceCookie, parts.lock.markOf(account), { ...cookie, maxAge: yearSeconds, path, httpOnly: true })
    .send(tokenAnswer(account, session, tokens))
}

const clearCookies = (reply: FastifyReply): FastifyReply =>
  reply
    .clearCookie(cookieName, { path })
    .clearCookie(fileCookie, { path: filesPath })
    .clearCookie(markName, { path: '/' })

/** The department and role with which a user wants to act, where the setting allows it. */
const narrowing = ({ settings }: SignInParts, request: FastifyRequest): Pick<SignInRequest, 'deptId' | 'roleId'> =>
  settings.switchMode
    ? { deptId: header(request, 'dept-id'), roleId: header(request, 'role-id') }
    : { deptId: '', roleId: '' }

const signInRequest = (parts: SignInParts, request: FastifyRequest): SignInRequest => ({
  tenantId:
    parameter(request, 'tenantId') || header(request, 'tenant-id') || (parts.settings.tenantMode ? '' : platformTenant),
  account: parameter(request, 'username').trim(),
  password: parameter(request, 'password'),
  captchaKey: header(request, 'captcha-key'),
  captchaCode: header(request, 'captcha-code'),
  address: request.ip,
  agent: header(request, 'user-agent'),
  device: request.cookies[deviceCookie],
  ...narrowing(parts, request),
})

/** The cookie of a browser on which an account has signed in. */
const deviceCookie = 'mingchu-device'
const yearSeconds = 31_536_000

/** A parameter of a token request: in the query string, as on the platform, or in the body, which is not logged. */
function parameter({ query, body }: FastifyRequest, name: string): string {
  for (const source of [query, body]) {
    const value = typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[name] : undefined
    if (typeof value === 'string') return value
  }
  return ''
}

function header({ headers }: FastifyRequest, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

function sendFault(
  { code, text, more: { retryAfter, ticket, oauthId } }: OauthFault,
  { language }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const msg = text[language]
  const isClient = code === 'invalid_client'
  // RFC 6749, 5.2.
  if (isClient) reply.header('www-authenticate', 'Basic realm="oauth"')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const status = isClient ? 401 : retryAfter === undefined ? 400 : 429
  return reply.code(status).send({
    ...failed(status, msg),
    ...{ error: code, error_description: msg },
    ...(ticket !== undefined && { ticket }),
    ...(oauthId !== undefined && { oauth_id: oauthId }),
  })
}

async function userInfo({ database, model }: SignInParts, { signedIn, language }: FastifyRequest) {
  const { actor } = signedIn ?? {}
  const account = actor && (await accountWithId(database, actor.tenantId, actor.userId))
  if (!actor || !account) return done(null, language)
  return done(
    {
      user_id: account.id,
      account: account.account,
      user_name: account.account,
      name: account.name,
      nick_name: account.name,
      real_name: account.realName,
      avatar: account.avatar,
      tenant_id: account.tenantId,
      dept_id: signedIn?.deptIds.join(','),
      role_id: actor.roleIds.join(','),
      role_name: actor.roles.join(','),
      roles: actor.roles,
      oauth_id: account.oauthId ?? '',
      source_type: sourceTypeOf(account.sourceType, actor.roles),
      ...(await placeNames(database.kysely, model(), account)),
    },
    language,
  )
}

/** Bytes of an error log. */
const maxLogLength = 65_536
const maxEntries = 100
const maxEntryLength = 2_000

/** Stores errors that a browser uploads. An invalid token does not lead to 401 here. */
function takeErrorLog(logs: LogWriter, request: FastifyRequest) {
  const entries = Array.isArray(request.body) ? request.body.slice(0, maxEntries) : []
  for (const entry of entries) {
    const { url, type, message, stack } = Object(entry) as Record<string, unknown>
    const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, maxEntryLength) : '')
    logs.error({
      ...originOf(request),
      source: 'browser',
      kind: text(type) || 'error',
      path: text(url).split(/[?#]/, 1)[0] ?? '',
      message: text(message),
      stack: text(stack) || null,
    })
  }
  return done({ taken: entries.length }, request.language)
}
