import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Language } from '../../model/model.ts'
import { type Acknowledged, acknowledgedHeader } from '../../model/warning.ts'
import { addressBlock } from '../auth/address-block.ts'
import type { SignedIn } from '../auth/authenticator.ts'
import { isNamed } from '../auth/custom-scope.ts'
import type { Contexts, RequestContext } from '../auth/request-context.ts'
import { failed, failureOf, sentences } from '../errors/failure.ts'
import { assureKnownNames } from '../errors/known-names.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { assureClean, readJson } from './clean-input.ts'
import { knownMethods } from './known-methods.ts'
import { languageOfBytes, languageOfRequest } from './language.ts'
import type { Limits } from './limits.ts'
import { type CallKind, kindOf, unitsOf } from './operation-cost.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { isSecure } from './request-parts.ts'
import { createSlots, type Slots } from './slots.ts'
import { endSlowConnections } from './slow-connections.ts'

declare module 'fastify' {
  interface FastifyRequest {
    language: Language
    /** The user of the request; null without sign-in, which only open endpoints allow. */
    signedIn: SignedIn | null
    /** Made once, after authentication. Reading it without sign-in is refused. */
    readonly ctx: RequestContext
    madeContext: RequestContext | null
    /** It took units of its account or address, so that there is a limit to the number of such requests. */
    isCharged: boolean
  }
  interface FastifyContextConfig {
    /** The endpoint needs no token; a valid one is still read. */
    open?: boolean
    /** The endpoint checks a token of its own, which belongs to no session. */
    ownToken?: boolean
    /** The endpoint is also for users who must change their password. */
    anyPassword?: boolean
    /** The endpoint is about the account of a person: not for service tokens. */
    ownAccount?: boolean
    /** The endpoint is also for a session that its user locked. */
    whileLocked?: boolean
    /** The endpoint matches paths that it may not serve, so its methods say nothing about a path. */
    fallback?: boolean
    /** A token in the query string is accepted too, for downloads by a plain link. */
    tokenInQuery?: boolean
    /** What the endpoint does, which decides what it costs; by default, by its method. */
    kind?: CallKind | ((request: FastifyRequest) => CallKind)
    /** The endpoint of the engine changes something, and reads its query string. */
    readsQuery?: boolean
    /** The session's cookie for files is accepted too, for images and links in a page. An invalid one is ignored. */
    tokenInCookie?: boolean
  }
}

export type App = FastifyInstance

/** Maximum size of a request body in bytes, except for files. */
export const bodyLimit = 1_048_576

/** Authenticates a request: null without credentials; throws if they are invalid. */
export type Authenticate = (request: FastifyRequest) => Promise<SignedIn | null>

/** The dependencies of the HTTP server. */
export interface AppParts {
  readonly authenticate: Authenticate
  readonly contexts: Contexts
  /** Proxies from whose requests the address of the client is read. */
  readonly trustedProxies: readonly string[]
  readonly limits: Limits
}

/** The HTTP server without endpoints: limits, input checks, one error envelope, one log line per request. */
export async function createApp(log: Logger, parts: AppParts): Promise<App> {
  const { trustedProxies, limits } = parts
  const app: App = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    bodyLimit,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // For slow uploads; other bodies have less time.
    requestTimeout: 3_600_000,
    // Node ends a write only when a second timeout finds as many bytes waiting as the first.
    connectionTimeout: limits.responseTime / 2,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
      // Node would respond without a body; `assureHost` uses the envelope.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler,
    // A path that cannot be decoded does not reach any hook.
    frameworkErrors: (error, request, reply) => {
      const language = languageOfRequest(request.url, request.headers['accept-language'])
      const { status, body } = failureOf(error, language, request.id)
      reply.raw.setHeader('x-request-id', request.id)
      void (reply as unknown as FastifyReply).code(status).send(body)
    },
  }) as unknown as App
  const exemptUpload = endSlowConnections(app.server, limits)
  // Node would refuse an unknown `Expect` header without a body. Ignoring the header is harmless.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.decorateRequest('language', 'zh')
  app.decorateRequest('signedIn', null)
  app.decorateRequest('madeContext', null)
  app.decorateRequest('isCharged', false)
  app.decorateRequest('ctx', {
    getter(this: FastifyRequest) {
      if (!this.madeContext) throw refuse.signedOut()
      return this.madeContext
    },
  })
  readBodies(app)
  const methodsOf = knownMethods(app)
  const limiter = createRateLimiter(limits.rate)
  const charge = (request: FastifyRequest) => {
    const units = unitsOf[kindOf(request)]
    const seconds = limiter.take(clientKeyOf(request), units)
    if (seconds > 0) throw refuse.tooMany(seconds)
    request.isCharged = units > 0
  }
  const connections = createSlots<Socket>(1, limits.waiting)
  const clients = createSlots<string>(limits.requests, limits.waiting)
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
  app.addHook('onRequest', async (request, reply) => {
    request.language = languageOfRequest(request.url, request.headers['accept-language'])
    reply.raw.setHeader('x-request-id', request.id)
    reply.raw.setHeader('x-content-type-options', 'nosniff')
    if (isSecure(request)) reply.raw.setHeader('strict-transport-security', 'max-age=31536000')
    // Shared caches respect the header Authorization, but not the platform's own. Cacheable responses override this.
    reply.header('cache-control', 'no-store')
    if (isUpload(request)) exemptUpload(request.raw)
    // Each limit and each stream listens for the end of the response.
    reply.raw.setMaxListeners(20)
    // Node emits all requests that a client sends without reading a response, and buffers their responses.
    await turnIn(connections, request.raw.socket, reply)
    if (reply.sent) return
    assureHost(request)
    if (request.is404) return
    await recognise(request, parts).finally(() => charge(request))
    if (kindOf(request) !== 'free') await turnIn(clients, clientKeyOf(request), reply)
  })
  app.addHook('preValidation', async request => {
    assureClean(request.params)
    assureClean(request.query)
    assureClean(request.body)
    assureNoQuery(request)
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))
  stopWithLastAnswer(app, connections)
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(pathOf(request))
    const status = methods.length > 0 ? 405 : 404
    if (status === 405) reply.header('allow', methods.join(', '))
    return reply.code(status).send(failed(status, sentences[status]?.[request.language] ?? ''))
  })
  await app.register(cookie)
  await app.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'] })
  return app
}

/** Waits until a response may be computed. Of a request whose connection is lost meanwhile, none is. */
async function turnIn<Key>(slots: Slots<Key>, key: Key, reply: FastifyReply): Promise<void> {
  if (!(await slots.take(key, reply.raw))) throw refuse.tooManyWaiting()
  if (reply.request.raw.socket.destroyed) reply.hijack()
}

/** Request ids, unique across processes and restarts without a random number for each request. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${start}-${(count++).toString(36)}`
}

/** Refuses a request without a Host header, or with several, as HTTP/1.1 requires. */
function assureHost({ raw }: FastifyRequest): void {
  // `headers` has the first of several; a proxy may have used another.
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1)
    throw new Refusal('host-repeated', 400, {
      zh: '消息不能读取：请求头 Host 只能有一个',
      en: 'Invalid request: there is more than one Host header',
    })
  if (raw.httpVersion === '1.1' && hosts === 0)
    throw new Refusal('host-missing', 400, {
      zh: '消息不能读取：缺少请求头 Host',
      en: 'Invalid request: the Host header is missing',
    })
}

/** Refuses a query string that an endpoint of the engine which changes something would not read. */
function assureNoQuery({ method, query, routeOptions: { url = '', config } }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD' || config.readsQuery || !url.startsWith('/api/engine/')) return
  assureKnownNames(query as object, [])
}

async function recognise(request: FastifyRequest, { authenticate, contexts }: AppParts): Promise<void> {
  const { open, anyPassword, whileLocked, ownAccount } = request.routeOptions.config
  const recognised = await authenticate(request)
  const isLocked = recognised?.isLocked === true && !whileLocked
  if (isLocked && !open) throw refuse.sessionLocked()
  const signedIn = isLocked ? null : recognised
  if (signedIn?.mustChangePassword && !open && !anyPassword) throw refusePassword()
  if (signedIn?.mustEnrol && !open && !anyPassword) throw refuseEnrolment()
  if (ownAccount && signedIn?.limits)
    throw refuse.forbidden({ zh: '用服务令牌操作账号', en: 'Use of an account by a service token' })
  request.signedIn = signedIn
  if (!signedIn && !open) throw refuse.signedOut('缺失令牌,鉴权失败', 'Please sign in')
  if (!signedIn) return
  if (signedIn.closedPaths.some(one => isNamed(one, request.method, routedPath(request))))
    throw refuse.forbidden({ zh: '接口权限', en: 'API scope' })
  const client = { sessionId: signedIn.sessionId, address: request.ip }
  request.madeContext = contexts.of(signedIn.actor, request.language, request.id, acknowledgedIn(request), client)
}

/** The path as the router read it, whatever else the address has: a host before it, `#` after it, encoded letters. */
const routedPath = ({ routeOptions: { url = '' }, params }: FastifyRequest): string =>
  url.replace(/:(\w+)(\([^)]*\))?|\*$/g, (_part, name = '*') => String(Object(params)[name]))

function acknowledgedIn({ headers }: FastifyRequest): Acknowledged {
  const names = String(headers[acknowledgedHeader] ?? '').split(',')
  const named = names.map(name => name.trim()).filter(name => name !== '')
  return named.includes('all') ? 'all' : new Set(named)
}

const isUpload = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.kind === 'upload' || config.kind === 'import'

/** Whose units a request takes: those of the account, or of the address without sign-in. */
export const clientKeyOf = ({ signedIn, ip }: FastifyRequest): string =>
  signedIn ? `${signedIn.actor.tenantId}/${signedIn.actor.userId}` : addressBlock(ip)

const refusePassword = () =>
  new Refusal(
    'password-due',
    403,
    { zh: '首次登录请先修改密码', en: 'Please change your password first' },
    { reason: 'password-due' },
  )

const refuseEnrolment = () =>
  new Refusal(
    'second-factor-due',
    403,
    { zh: '管理员须先启用动态验证码', en: 'Administrators have to set up an authenticator first' },
    { reason: 'second-factor-due' },
  )

/**
 * Ends a graceful stop with the last response. Node itself waits up to a minute each for connections that become idle
 * after the stop began, and for connections that browsers open in advance and never use.
 */
function stopWithLastAnswer(app: App, connections: Slots<Socket>): void {
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => {
      if (connections.isIdle()) app.server.closeAllConnections()
    }, 20)
    app.server.once('close', () => clearInterval(sweep))
  })
}

/** The path of a request without its query string. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/'

function readBodies(app: App): void {
  app.removeAllContentTypeParsers()
  // The platform's clients send some JSON as text/plain.
  const types = ['application/json', 'text/plain']
  app.addContentTypeParser(types, { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    readJson(body),
  )
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfter, bug } = failureOf(error, request.language, request.id)
  if (bug) request.log.error({ err: error }, 'unexpected error in a request')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply.code(status).send(body)
}

// No query string, headers or body: they contain tokens, passwords and personal data. A ticket in a path grants access.
// Proxies check the health each second: what they find is not logged, unless it is a failure.
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const isCheck = pathOf(request).startsWith('/health/') && reply.statusCode < 400
  request.log[isCheck ? 'debug' : 'info'](
    {
      method: request.method,
      path: loggedPath(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.signedIn && { user: request.signedIn.actor.userId, tenant: request.signedIn.actor.tenantId }),
    },
    'request',
  )
}

/** The path of a request as logs may contain it. */
export function loggedPath(request: FastifyRequest): string {
  const { ticket } = Object(request.params) as { readonly ticket?: string }
  return ticket === undefined ? pathOf(request) : pathOf(request).replace(ticket, ':ticket')
}

/** An error of a request that was not read to its end. */
interface UnreadRequest extends Error {
  readonly code?: string
  /** The bytes at which the parser failed, as a Buffer. */
  readonly rawPacket?: unknown
  /** Known where the header was read. */
  readonly language?: Language
}

/** Responds to an error of the HTTP parser with the envelope of all other errors. */
function clientErrorHandler(error: UnreadRequest, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOfParser[error.code ?? ''] ?? 400
  // The client may go on sending.
  setTimeout(() => socket.destroy(), 1000).unref()
  const language = error.language ?? languageOfBytes(error.rawPacket)
  const body = JSON.stringify(failed(status, sentences[status]?.[language] ?? ''))
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const statusOfParser: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}
const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
