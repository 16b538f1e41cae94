import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPglite } from './database/embedded.ts'
import { removeFreeSegments } from './database/template.ts'
import { readSources } from './live/app-files.ts'
import { fillDatabase } from './open-work.ts'
import { readSteps } from './storage/steps.ts'

/**
 * Builds an embedded database with an app's tables and seeds, and replaces an older one. A first start copies it:
 * creating the tables and loading the seeds would take most of its time.
 */
export async function buildDatabase(dist: string, appDir: string, codeDigest: string, template: string): Promise<void> {
  const name = await nameOf(codeDigest, appDir)
  for (const other of await readdir(dist))
    if (other.startsWith(prefix) && other !== name) await rm(join(dist, other), { recursive: true })
  if (existsSync(join(dist, name))) return
  const unfinished = join(dist, `${name}.new`)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished)
  try {
    const pglite = await startPglite({ dataDir: unfinished, template })
    await fillDatabase(pglite, appDir)
    await removeFreeSegments(pglite)
    await pglite.close()
    await rename(unfinished, join(dist, name))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** The database that the build of this server made for an app, if its files are unchanged since. */
export async function builtDatabase(appDir: string, dist = bundleFolder): Promise<string | undefined> {
  if (!existsSync(join(dist, 'digest'))) return undefined
  const folder = join(dist, await nameOf(await readFile(join(dist, 'digest'), 'utf8'), appDir), 'postgres')
  return existsSync(folder) ? folder : undefined
}

/** Without a bundle, there is no `digest` here, and so no database of other code. */
const bundleFolder = join(dirname(fileURLToPath(import.meta.url)), '..')
const prefix = 'database-'

/** The name contains a digest of everything on which the content depends: code, descriptors, SQL files, seeds. */
async function nameOf(codeDigest: string, appDir: string): Promise<string> {
  const digest = createHash('sha256').update(codeDigest)
  for (const { file, text } of await readSources(appDir)) digest.update(`${file}\n${text.length}\n${text}`)
  for (const { name, text } of await readSteps(appDir)) digest.update(`${name}\n${text.length}\n${text}`)
  const seeds = join(appDir, 'seeds')
  const names = await readdir(seeds).catch(() => [])
  for (const name of names.filter(one => /\.csv(\.gz)?$/.test(one)).sort()) {
    digest.update(`${name}\n`)
    // The start reports a folder or a broken link of this name.
    const found = await stat(join(seeds, name)).catch(() => undefined)
    if (found?.isFile()) digest.update(await readFile(join(seeds, name)))
  }
  return prefix + digest.digest('hex').slice(0, 16)
}
