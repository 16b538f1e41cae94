import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withFormerKey } from './seal.ts'

/**
 * The key that signs tokens: the given one, or the one stored in the data folder, which the first start creates. Secrets
 * that are encrypted with the former one are read as well.
 */
export async function tokenSecret(
  dataDir: string,
  given: string | undefined,
  former: string | undefined,
): Promise<Uint8Array> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const key = bytes(given ?? (await storedSecret(dataDir)))
  return former === undefined ? key : withFormerKey(key, bytes(former))
}

async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'token-secret')
  await mkdir(dataDir, { recursive: true })
  const fresh = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(fresh, randomBytes(48).toString('base64url'), { mode: 0o600 })
  try {
    // Linking fails where a secret exists already, so two processes that start at once use the same one.
    await link(fresh, file)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
  } finally {
    await unlink(fresh)
  }
  return (await readFile(file, 'utf8')).trim()
}
