import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { bundleServer } from '../../scripts/bundle-server.js'
import { digestOfSources } from '../../scripts/digest.js'
import { isFresh } from '../../scripts/fresh-build.js'

/** Folder of the built web. */
export const builtWeb = (): Promise<string> => built('web', '', webInto)

/**
 * Folder of the built server: `main.js` as in production, `live-server.js` for tests, and commands that start a process
 * for each call. A bundle starts in a fifth of the time of its sources.
 */
export async function builtServer(): Promise<string> {
  const entries = {
    'live-server': resolve('tests/support/live-server.ts'),
    generate: resolve('scripts/generate.ts'),
    import: resolve('scripts/import.ts'),
    plan: resolve('scripts/plan.ts'),
    rescue: resolve('scripts/rescue.ts'),
  }
  const entrySources = await Promise.all(Object.values(entries).map(entry => readFile(entry, 'utf8')))
  const template = inject('embeddedTemplate')
  return built('server', entrySources.join(), async folder => {
    await bundleServer(resolve('.'), folder, entries)
    // As in a build, so that a first start does not initialise a database.
    await mkdir(join(folder, 'dist'))
    await copyFile(template, join(folder, 'dist', basename(template)))
  })
}

/** For processes that end within seconds: optimising the code of the embedded database costs them more than it saves. */
export const shortLived: readonly string[] = ['--liftoff-only']

/** The build of the current sources; the first process of a run builds, the others wait. */
async function built(what: string, content: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  // In the checkout itself: the build resolves packages and the engine's descriptors from its location.
  const all = resolve('dist', 'for-tests')
  const digest = createHash('sha256')
    .update(digestOfSources(resolve('.')))
    .update(content)
    .digest('hex')
  const folder = join(all, `${what}-${digest.slice(0, 16)}`)
  const fresh = `${folder}.${process.ppid}`
  await mkdir(all, { recursive: true })
  // After a failure each process tries in its turn, and so reports the error itself.
  for (; !existsSync(folder); await setTimeout(100)) {
    if (!(await isMade(fresh))) continue
    try {
      await forgetOld(all)
      // Another process may have finished between the two questions.
      if (!existsSync(folder)) await make(fresh)
      if (!existsSync(folder)) await rename(fresh, folder)
    } catch (cause) {
      await rm(fresh, { recursive: true, force: true })
      throw cause
    }
  }
  return folder
}

/** Copies the web of `npm run build`, if it is one of the current sources; otherwise builds it. */
async function webInto(folder: string): Promise<void> {
  if (isFresh(resolve('.'))) await cp(resolve('dist', 'web'), folder, { recursive: true })
  else await vite(folder)
}

const vite = (folder: string) =>
  promisify(execFile)(
    process.execPath,
    [
      join('node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      '--outDir',
      folder,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
    { env: { ...process.env, NODE_ENV: 'production' } },
  )

/** Removes old builds: every state of the sources has a folder of its own. */
async function forgetOld(all: string): Promise<void> {
  const dayAgo = Date.now() - 24 * 60 * 60 * 1000
  for (const name of await readdir(all)) {
    const folder = join(all, name)
    if ((await stat(folder)).mtimeMs < dayAgo) await rm(folder, { recursive: true, force: true })
  }
}

/** Creating a folder is atomic: only one process succeeds. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false
    throw cause
  }
}
