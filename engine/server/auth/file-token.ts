import { createHmac, timingSafeEqual } from 'node:crypto'

/** The session that a file token names. */
export interface FileClaims {
  readonly tenantId: string
  readonly sessionId: string
}

/**
 * A token that reads files and nothing else, for the cookie that a browser sends with images. It is valid as long as
 * its session, so it contains no time: whether the session has ended is in the database.
 */
export const fileToken = (secret: Uint8Array, { tenantId, sessionId }: FileClaims): string =>
  `${tenantId}.${sessionId}.${sealOf(secret, `session ${tenantId} ${sessionId}`)}`

/** The session of a file token. Undefined when it was not signed with the secret. */
export function readFileToken(secret: Uint8Array, token: string): FileClaims | undefined {
  const [tenantId = '', sessionId = '', shown = ''] = token.split('.')
  return isSeal(secret, `session ${tenantId} ${sessionId}`, shown) ? { tenantId, sessionId } : undefined
}

/** Seconds for which a signed link is valid. */
export const linkSeconds = 300

/** A link that reads one file without a session until it expires: for clients that send neither header nor cookie. */
export function signedLink(
  secret: Uint8Array,
  file: { readonly link: string; readonly key: string },
  now: Date,
): string {
  const expires = Math.floor(now.getTime() / 1000) + linkSeconds
  return `${file.link}?expires=${expires}&signature=${sealOf(secret, `link ${expires} ${file.key}`)}`
}

/** Whether the parameters of a link were signed for the file with this key and have not expired. */
export function isSignedLink(
  secret: Uint8Array,
  key: string,
  { expires, signature }: { readonly expires?: unknown; readonly signature?: unknown },
  now: Date,
): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires)) return false
  return Number(expires) * 1000 > now.getTime() && isSeal(secret, `link ${expires} ${key}`, signature)
}

const sealOf = (secret: Uint8Array, text: string): string =>
  createHmac('sha256', secret).update(`file ${text}`).digest('base64url')

function isSeal(secret: Uint8Array, text: string, shown: string): boolean {
  const [right, given] = [Buffer.from(sealOf(secret, text)), Buffer.from(shown)]
  return right.length === given.length && timingSafeEqual(right, given)
}
