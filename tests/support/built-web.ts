import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { digestOfSources } from '../../scripts/digest.js'

/** Folder of the built web, built when its sources are new; the first process of a run that asks builds for the others. */
export async function builtWeb(): Promise<string> {
  const folder = resolve('node_modules', '.cache', 'mingchu', `web-${digestOfSources(resolve('.')).slice(0, 16)}`)
  if (existsSync(folder)) return folder
  const fresh = `${folder}.${process.ppid}`
  await mkdir(join(folder, '..'), { recursive: true })
  if (await isMade(fresh)) await build(fresh, folder)
  for (const until = performance.now() + 60_000; !existsSync(folder); await setTimeout(100))
    if (performance.now() > until) throw new Error(`The web was not built within a minute: ${folder}`)
  return folder
}

async function build(fresh: string, folder: string): Promise<void> {
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
    { env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (!existsSync(folder)) await rename(fresh, folder)
}

/** Making a folder is what one process alone can do. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false
    throw cause
  }
}
