import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { assureFreshBuild } from './fresh-build.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

assureFreshBuild(root)
await import(pathToFileURL(join(root, 'dist/server/main.js')).href)
