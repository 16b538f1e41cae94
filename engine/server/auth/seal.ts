import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** A keyed digest of a text, which only this server can compute: the text cannot be found from it, even by trying. */
export type Seal = (text: string) => string

/** The digests by a secret. The text begins with its purpose, so that no digest serves two. */
export const sealBy =
  (secret: Uint8Array): Seal =>
  text =>
    createHmac('sha256', secret).update(text).digest('base64url')

const cipherKey = (key: Uint8Array, purpose: string) => createHmac('sha256', key).update(purpose).digest()

/** A text that only this server can read again, for one purpose. */
export function encrypted(key: Uint8Array, purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key, purpose), nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

const formerKeys = new WeakMap<Uint8Array, Uint8Array>()

/** A key whose former one still reads secrets, until they are encrypted again. */
export function withFormerKey(key: Uint8Array, former: Uint8Array): Uint8Array {
  formerKeys.set(key, former)
  return key
}

/** The text of an encrypted one, with the key or its former one; throws if it is of another key. */
export function decrypted(key: Uint8Array, purpose: string, text: string): string {
  const former = formerKeys.get(key)
  return opened(former && !isOfKey(key, purpose, text) ? former : key, purpose, text)
}

/** Whether a text is encrypted with this key, not with the former one. */
export function isOfKey(key: Uint8Array, purpose: string, text: string): boolean {
  try {
    opened(key, purpose, text)
    return true
  } catch {
    return false
  }
}

function opened(key: Uint8Array, purpose: string, text: string): string {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(key, purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}

/** The purpose of secrets of fields with `strength: readable`. */
export const fieldSecrets = 'field secrets'

/** The purpose of secrets of second factors. */
export const factorSecrets = 'second factor'
