import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Language } from '../../model/model.ts'
import type { Caller } from '../auth/caller.ts'
import type { SignedIn } from '../auth/callers.ts'
import { failed, failureOf, sentences } from '../errors/failure.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { assureClean, readJson } from './clean-input.ts'
import { knownMethods } from './known-methods.ts'
import { languageOf } from './language.ts'

declare module 'fastify' {
  interface FastifyRequest {
    language: Language
    /** Who asks; null where nobody signed in, which happens on calls that are open to everyone. */
    caller: Caller | null
    signedIn: SignedIn | null
  }
  interface FastifyContextConfig {
    /** The call needs no token; a good one is still read. */
    open?: boolean
    /** The call is for people too whose password somebody else knows. */
    anyPassword?: boolean
    /** A token in the query string is read too: downloads by a plain link. */
    tokenInQuery?: boolean
  }
}

export type App = FastifyInstance

/** Largest body of a request, files aside. */
export const bodyLimit = 1_048_576

/** Finds out who asks: null when nobody says so, a refusal when it cannot be believed. */
export type Authenticate = (request: FastifyRequest) => Promise<SignedIn | null>

/** The HTTP server without a single call: limits, readable input, one shape of failure, one log line a request. */
export async function createApp(log: Logger, authenticate: Authenticate): Promise<App> {
  const app: App = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    bodyLimit,
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
      // Node would answer without a body; `assureHost` does it in the envelope.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler,
    // A path that cannot even be decoded meets no hook.
    frameworkErrors: (error, request, reply) => {
      const language = languageOf(request.headers['accept-language'])
      const { status, body } = failureOf(error, language, request.id)
      reply.raw.setHeader('x-request-id', request.id)
      void (reply as unknown as FastifyReply).code(status).send(body)
    },
  }) as unknown as App
  // Node would refuse an expectation that it does not know, without a body. Nothing is lost by not heeding it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.decorateRequest('language', 'zh')
  app.decorateRequest('caller', null)
  app.decorateRequest('signedIn', null)
  readBodies(app)
  const methodsOf = knownMethods(app)
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
  app.addHook('onRequest', async (request, reply) => {
    request.language = languageOf(request.headers['accept-language'])
    reply.raw.setHeader('x-request-id', request.id)
    reply.raw.setHeader('x-content-type-options', 'nosniff')
    // Caches between know the header Authorization, not the platform's own. What may be kept says so itself.
    reply.header('cache-control', 'no-store')
    assureHost(request)
    if (!request.is404) await recognise(request, authenticate)
  })
  app.addHook('preValidation', async request => {
    assureClean(request.params)
    assureClean(request.query)
    assureClean(request.body)
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))
  stopWithLastAnswer(app)
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(pathOf(request))
    const status = methods.length > 0 ? 405 : 404
    if (status === 405) reply.header('allow', methods.join(', '))
    return reply.code(status).send(failed(status, sentences[status]?.[request.language] ?? ''))
  })
  await app.register(cookie)
  await app.register(rateLimit, { global: false })
  await app.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'] })
  return app
}

/** Ids of requests: told apart across processes and starts, without asking for randomness each time. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${start}-${(count++).toString(36)}`
}

/** Refuses what HTTP/1.1 demands to be refused: a request that does not say which host it means. */
function assureHost({ raw }: FastifyRequest): void {
  if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
    throw new Refusal('host-missing', 400, {
      zh: '消息不能读取：缺少请求头 Host',
      en: 'The request cannot be read: it has no Host',
    })
}

async function recognise(request: FastifyRequest, authenticate: Authenticate): Promise<void> {
  const { open, anyPassword } = request.routeOptions.config
  const signedIn = await authenticate(request)
  if (!signedIn && !open) throw refuse.signedOut('缺失令牌,鉴权失败', 'Please sign in')
  if (signedIn?.mustChangePassword && !open && !anyPassword) throw refusePassword()
  request.signedIn = signedIn
  request.caller = signedIn?.caller ?? null
}

const refusePassword = () =>
  new Refusal('password-due', 403, { zh: '首次登录请先修改密码', en: 'Please change your password first' })

/**
 * Ends a stop with the last answer. Node itself waits for connections that fell idle after the stop began, and for
 * those that browsers open ahead and never asked anything on, for a minute each.
 */
function stopWithLastAnswer(app: App): void {
  let underWay = 0
  app.server.on('request', (_request, response) => {
    underWay++
    response.once('close', () => underWay--)
  })
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => {
      if (underWay === 0) app.server.closeAllConnections()
    }, 20)
    app.server.once('close', () => clearInterval(sweep))
  })
}

/** The path that was asked for, without what follows the question mark. */
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
  if (bug) request.log.error({ err: error }, 'a request met a bug')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply.code(status).send(body)
}

// Neither query string nor headers nor body: they hold tokens, passwords and people's data.
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.caller && { user: request.caller.userId, tenant: request.caller.tenantId }),
    },
    'request',
  )
}

/** Answers what the HTTP parser refused, in the envelope of all other failures. */
function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOfParser[error.code ?? ''] ?? 400
  const body = JSON.stringify(failed(status, sentences[status]?.zh ?? ''))
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
