import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOfSources } from './digest.js'

/**
 * Builds unless `dist/` is up to date. Ends the process with the build's exit code where the build fails; the build has
 * printed the reason.
 * @param {string} root
 */
export function assureFreshBuild(root) {
  if (isFresh(root)) return
  console.log('Building; this takes a moment …')
  // In a process of its own, so that its memory is freed.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.js')], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Whether `dist/` is a build of the current sources.
 * @param {string} root
 */
export function isFresh(root) {
  const file = join(root, 'dist/digest')
  const isBuilt = existsSync(join(root, 'dist/server/main.js')) && existsSync(file)
  return isBuilt && readFileSync(file, 'utf8') === digestOfSources(root)
}
