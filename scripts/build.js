import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { digestOfSources } from './digest.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')
process.env.NODE_ENV = 'production'
// Taken before: what is saved while the build runs makes it stale.
const digest = digestOfSources(root)

await mkdir(dist, { recursive: true })
await rm(join(dist, 'digest'), { force: true })
await buildServer()
await buildWeb()
await buildTemplate()
await writeFile(join(dist, 'digest.new'), digest)
await rename(join(dist, 'digest.new'), join(dist, 'digest'))

/** The server as one file that runs on a bare Node; packages stay where npm put them. */
async function buildServer() {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(dist, 'server'),
      emptyOutDir: true,
      sourcemap: true,
      rollupOptions: {
        input: {
          main: join(root, 'server/main.ts'),
          template: join(root, 'engine/server/database/template.ts'),
          // A thread of its own has an entry of its own.
          'pdf-worker': join(root, 'engine/server/pdf/pdf-worker.ts'),
          'xlsx-worker': join(root, 'engine/server/import/xlsx-worker.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

async function buildWeb() {
  if (!existsSync(join(root, 'index.html'))) return
  await build({ root, logLevel: 'warn', build: { outDir: join(dist, 'web'), emptyOutDir: true } })
}

/** An embedded database that is initialised already: a first start then takes a second instead of many. */
async function buildTemplate() {
  const { buildTemplate, templateFile } = await import(pathToFileURL(join(dist, 'server/template.js')).href)
  if (!existsSync(templateFile(root))) await buildTemplate(templateFile(root))
}
