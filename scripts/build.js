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
await buildDatabases()
await writeFile(join(dist, 'digest.new'), digest)
await rename(join(dist, 'digest.new'), join(dist, 'digest'))

async function buildWeb() {
  if (!existsSync(join(root, 'index.html'))) return
  await build({ root, logLevel: 'warn', build: { outDir: join(dist, 'web'), emptyOutDir: true } })
}

/** The embedded databases with which a first start takes seconds less: an empty one, and one with the app's tables and seeds. */
async function buildDatabases() {
  const { buildTemplate, templateFile } = await imported('template')
  const { buildDatabase } = await imported('built-database')
  const template = templateFile(root)
  if (!existsSync(template)) await buildTemplate(template)
  // What is wrong with a descriptor is for the server to report.
  await buildDatabase(dist, root, digest, template).catch(({ message }) => void process.stderr.write(`${message}\n`))
}

/** @param {string} entry */
function imported(entry) {
  return import(pathToFileURL(join(dist, 'server', `${entry}.js`)).href)
}
