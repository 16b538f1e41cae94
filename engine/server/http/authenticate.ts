import type { FastifyRequest } from 'fastify'
import type { Authenticator, SignedIn } from '../auth/authenticator.ts'
import { isAllowedAddress } from '../auth/service-tokens.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import type { Authenticate } from './app.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'

/**
 * Reads the token from the platform's header or the standard one. `keep` notes that the session is in use, unless the
 * request says that its user caused none for a while. Without it, an open stream is authenticated again, which is no
 * request of a service token.
 */
export const authenticateBy =
  (authenticator: Authenticator, keep?: (signedIn: SignedIn) => Promise<void>): Authenticate =>
  async request => {
    if (request.routeOptions.config.ownToken) return null
    const token = tokenOf(request)
    if (token !== undefined) {
      const signedIn = admitted(await authenticator.of(token), request, keep !== undefined)
      if (!signedIn.limits && !isUnattended(request)) await keep?.(signedIn)
      return signedIn
    }
    const shown = cookieOf(request)
    if (shown === undefined) return null
    return authenticator
      .ofFileToken(shown)
      .then(signedIn => admitted(signedIn, request, false))
      .catch(asSignedOut)
  }

/** The requests of each service token in this process, by its limit. */
const limiters = new Map<string, { readonly perMinute: number; readonly limiter: RateLimiter }>()

/** A user, or a service within its addresses and, if this counts as one, its requests per minute. */
function admitted(signedIn: SignedIn, { ip }: FastifyRequest, isCounted: boolean): SignedIn {
  const { limits, sessionId } = signedIn
  if (!limits) return signedIn
  if (!isAllowedAddress(limits, ip))
    throw refuse.forbidden({ zh: '从该地址使用令牌', en: 'Use of the token from this address' })
  if (!isCounted) return signedIn
  const known = limiters.get(sessionId)
  const isSame = known?.perMinute === limits.requestsPerMinute
  const limiter = known && isSame ? known.limiter : createRateLimiter(limits.requestsPerMinute)
  if (!isSame) limiters.set(sessionId, { perMinute: limits.requestsPerMinute, limiter })
  const seconds = limiter.take(sessionId, 1)
  if (seconds > 0) throw refuse.tooMany(seconds)
  return signedIn
}

/** Whether a page sent a request by itself: its user has pressed no key and no button for a minute. */
export const isUnattended = ({ headers }: FastifyRequest): boolean => headers['session-idle'] !== undefined

/** The cookie with the file token of the web's session, or of the service token of a page. */
export const fileCookie = 'mingchu-files'

const cookieOf = (request: FastifyRequest): string | undefined =>
  request.routeOptions.config.tokenInCookie
    ? request.server.parseCookie(request.headers.cookie ?? '')[fileCookie]
    : undefined

function asSignedOut(error: unknown): null {
  if (error instanceof Refusal && (error.status === 401 || error.status === 403)) return null
  throw error
}

/** `Blade-Auth: bearer …`, `Authorization: Bearer …`; in the query string only for downloads by a plain link. */
function tokenOf(request: FastifyRequest): string | undefined {
  const named = request.headers['blade-auth']
  const header = typeof named === 'string' && named !== '' ? named : bearer(request.headers.authorization)
  if (header) return header.replace(/^bearer\s+/i, '').trim() || undefined
  if (!request.routeOptions.config.tokenInQuery) return undefined
  const query = request.query as Readonly<Record<string, unknown>>
  const given = query['Blade-Auth'] ?? query['blade-auth']
  return typeof given === 'string' && given !== '' ? given : undefined
}

const bearer = (header: string | undefined) => (/^bearer\s/i.test(header ?? '') ? header : undefined)
