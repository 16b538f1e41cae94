import { createHmac } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'

/** What a ticket is for. Each purpose has a key of its own: no ticket serves two, and none is an access token. */
export type TicketPurpose = 'second-factor' | 'lift' | 'identity'

const keyOf = (secret: Uint8Array, purpose: TicketPurpose): Uint8Array =>
  createHmac('sha256', secret).update(`ticket ${purpose}`).digest()

/** A signed ticket with the claims, which expires after so many seconds. */
export const signTicket = (
  secret: Uint8Array,
  purpose: TicketPurpose,
  claims: JWTPayload,
  seconds: number,
  now: Date,
): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + seconds * 1000))
    .sign(keyOf(secret, purpose))

/** The claims of a ticket; undefined when it has expired or was not signed for this purpose. */
export async function readTicket(
  secret: Uint8Array,
  purpose: TicketPurpose,
  ticket: string,
  now: Date,
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(ticket, keyOf(secret, purpose), { algorithms: ['HS256'], currentDate: now })
    return payload
  } catch (cause) {
    if (cause instanceof errors.JOSEError) return undefined
    throw cause
  }
}
