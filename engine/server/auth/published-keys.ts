import { createHash } from 'node:crypto'

/**
 * Whether a key is one that the public source code of the original platform contains: such a key signs tokens that this
 * server would accept. In any case, with spaces or signs, and in Base64, as that platform encodes its key.
 */
export const isPublishedKey = (key: string): boolean =>
  [key, Buffer.from(key, 'base64').toString()].some(one => publishedKeys.has(digestOf(one)))

/** Only digests: the keys themselves are not repeated here. */
const publishedKeys: ReadonlySet<string> = new Set([
  'MozHCbZq80bVG3hr1D4vSAd3aenXi9IYuyKbQTJvHO8',
  'hODA6vqpWjTCk_J4rFLkXOU3urXnUqAOaVmhOuEDtlo',
  '9b1guR3ZQkA0dJHwL_Yv2AH4N-iUCXix_Kuk7rucN88',
])

const digestOf = (key: string): string =>
  createHash('sha256')
    .update(key.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest('base64url')
