import { createHmac } from 'node:crypto'

/** A keyed digest of a text, which only this server can compute: the text cannot be found from it, even by trying. */
export type Seal = (text: string) => string

/** The digests by a secret. The text begins with its purpose, so that no digest serves two. */
export const sealBy =
  (secret: Uint8Array): Seal =>
  text =>
    createHmac('sha256', secret).update(text).digest('base64url')
