import { createHash, createHmac } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'

/** What a ticket is for. Each purpose has a key of its own: no ticket serves two, and none is an access token. */
export type TicketPurpose = 'second-factor' | 'code' | 'identity'

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

/** Notes that a ticket is used, until it expires. Returns false if it has been used before, in any process. */
export async function takeTicket(queries: Queries, name: string, until: Date): Promise<boolean> {
  const { numAffectedRows } = await execute(
    queries,
    sql`
    insert into engine_used_ticket (digest, expires_at)
    values (${createHash('sha256').update(name).digest('base64url')}, ${until.toISOString()}::timestamptz)
    on conflict do nothing`,
  )
  return numAffectedRows === 1n
}

/** Deletes the notes of expired tickets and returns their number. */
export async function deleteExpiredTickets(queries: Queries, now: Date): Promise<number> {
  const { numAffectedRows } = await execute(
    queries,
    sql`delete from engine_used_ticket where expires_at < ${now.toISOString()}::timestamptz`,
  )
  return Number(numAffectedRows ?? 0)
}
