import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { digestOfSources } from './digest.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const server = join(root, 'dist/server/main.js')

if (!isFresh()) {
  console.log('Building, which takes a moment …')
  // In a process of its own, whose memory goes with it.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.js')], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
await import(pathToFileURL(server).href)

/** Whether what was built is what the sources say. */
function isFresh() {
  const file = join(root, 'dist/digest')
  return existsSync(server) && existsSync(file) && readFileSync(file, 'utf8') === digestOfSources(root)
}
