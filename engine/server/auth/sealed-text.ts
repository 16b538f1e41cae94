import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Seal } from './seal.ts'

const algorithm = 'aes-256-gcm'
const lengths = { nonce: 12, tag: 16 }

/** The key of secrets that this server sends to other systems; it is derived from the key of the tokens. */
const keyOf = (seal: Seal): Buffer => Buffer.from(seal('secrets of other systems'), 'base64url')

/** Encrypts a secret for a column. */
export function sealedText(seal: Seal, text: string): string {
  const nonce = randomBytes(lengths.nonce)
  const cipher = createCipheriv(algorithm, keyOf(seal), nonce)
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')
}

/** The secret; undefined if it was encrypted with another key. */
export function openedText(seal: Seal, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  const start = lengths.nonce + lengths.tag
  if (bytes.length < start) return undefined
  const decipher = createDecipheriv(algorithm, keyOf(seal), bytes.subarray(0, lengths.nonce))
  decipher.setAuthTag(bytes.subarray(lengths.nonce, start))
  try {
    return decipher.update(bytes.subarray(start), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
