import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { bundleServer } from './bundle-server.js'
import { digestOfSources } from './digest.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')
process.env.NODE_ENV = 'production'
// Computed first: a file saved during the build makes it stale.
const digest = digestOfSources(root)

await mkdir(dist, { recursive: true })
await rm(join(dist, 'digest'), { force: true })
await bundleServer(root, join(dist, 'server'))
await buildWeb()
await buildTemplate()
await writeFile(join(dist, 'digest.new'), digest)
await rename(join(dist, 'digest.new'), join(dist, 'digest'))

async function buildWeb() {
  if (!existsSync(join(root, 'index.html'))) return
  await build({ root, logLevel: 'warn', build: { outDir: join(dist, 'web'), emptyOutDir: true } })
}

/** An initialised embedded database, with which a first start takes a second instead of many. */
async function buildTemplate() {
  const { buildTemplate, templateFile } = await import(pathToFileURL(join(dist, 'server/template.js')).href)
  if (!existsSync(templateFile(root))) await buildTemplate(templateFile(root))
}
