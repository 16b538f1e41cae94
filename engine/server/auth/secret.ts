import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The key that signs tokens: the given one, or the one stored in the data folder, which the first start creates. */
export async function tokenSecret(dataDir: string, given: string | undefined): Promise<Uint8Array> {
  return new TextEncoder().encode(given ?? (await storedSecret(dataDir)))
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
