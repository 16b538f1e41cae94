import { createHmac, timingSafeEqual } from 'node:crypto'

/** A refresh token. It is not stored, but computed from the session, its turn and the secret. */
export function refreshToken(secret: Uint8Array, sessionId: string, turn: number): string {
  return `${sessionId}.${turn}.${seal(secret, sessionId, turn)}`
}

/** The session and the turn of a refresh token. Undefined when it was not signed with the secret. */
export function readRefreshToken(secret: Uint8Array, token: string): { sessionId: string; turn: number } | undefined {
  const [sessionId = '', turnText = '', given = ''] = token.split('.')
  const turn = Number(turnText)
  if (!Number.isSafeInteger(turn) || turn < 0) return undefined
  const right = Buffer.from(seal(secret, sessionId, turn))
  const shown = Buffer.from(given)
  return right.length === shown.length && timingSafeEqual(right, shown) ? { sessionId, turn } : undefined
}

const seal = (secret: Uint8Array, sessionId: string, turn: number): string =>
  createHmac('sha256', secret).update(`refresh ${sessionId} ${turn}`).digest('base64url')
