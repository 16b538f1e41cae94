import { errors, jwtVerify, SignJWT } from 'jose'
import { refuse } from '../errors/refuse.ts'

/** The claims of an access token: its user and session. */
export interface AccessClaims {
  readonly userId: string
  readonly tenantId: string
  readonly sessionId: string
}

/** A signed token with the claims, valid for the given number of seconds. */
export function signAccess(secret: Uint8Array, claims: AccessClaims, seconds: number, now: Date): Promise<string> {
  return new SignJWT({ tid: claims.tenantId, sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(claims.userId)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + seconds * 1000))
    .sign(secret)
}

/**
 * The claims of a token and its expiry (seconds since 1970). Throws when the token is expired or was not signed with
 * the secret.
 */
export async function readAccess(
  secret: Uint8Array,
  token: string,
  now: Date,
): Promise<AccessClaims & { readonly expires: number }> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'exp'],
      currentDate: now,
    })
    return {
      userId: String(payload.sub),
      tenantId: String(payload['tid']),
      sessionId: String(payload['sid']),
      expires: Number(payload.exp),
    }
  } catch (cause) {
    if (cause instanceof errors.JWTExpired)
      throw refuse.signedOut('令牌已过期', 'Your session has ended; please sign in', 'expired')
    if (cause instanceof errors.JOSEError) throw refuse.signedOut()
    throw cause
  }
}
