import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ResourceLimits, Worker } from 'node:worker_threads'

/**
 * Starts a worker thread from a source file below `engine/server/services`, named without its extension. The build
 * emits an entry for each next to the server's; when the server runs from its sources, the thread registers a
 * TypeScript loader first.
 */
export function startThread(source: string, workerData: unknown, resourceLimits: ResourceLimits): Worker {
  const options = { workerData, resourceLimits, execArgv: [] }
  const here = dirname(fileURLToPath(import.meta.url))
  if (!import.meta.url.endsWith('.ts')) return new Worker(join(here, `${source.split('/').at(-1)}.js`), options)
  const tsx = createRequire(import.meta.url).resolve('tsx/cjs/api')
  const file = join(here, `${source}.ts`)
  const code = `require(${JSON.stringify(tsx)}).register(); require(${JSON.stringify(file)})`
  return new Worker(code, { ...options, eval: true })
}
