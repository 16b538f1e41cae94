import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['engine', 'server', 'src', 'generated', 'scripts/demo']
const files = [
  'package.json',
  'package-lock.json',
  'index.html',
  'vite.config.ts',
  'scripts/build.js',
  'scripts/bundle-server.js',
  'scripts/compressed-files.ts',
  'scripts/preload-links.ts',
  'scripts/web-chunks.ts',
]

/**
 * Digest of all inputs of a build. By content, because a checkout gives every file a new time.
 * @param {string} root
 */
export function digestOfSources(root) {
  const digest = createHash('sha256')
  for (const file of [...files, ...folders.flatMap(folder => filesIn(root, folder))].sort()) {
    digest.update(`${file}\n`).update(contentOf(join(root, file)))
  }
  return digest.digest('hex')
}

/**
 * @param {string} root
 * @param {string} folder
 */
function filesIn(root, folder) {
  /** @type {string[]} */
  let names = []
  try {
    names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  } catch (cause) {
    if (!isAbsent(cause)) throw cause
  }
  return names.map(name => join(folder, name)).filter(isBuilt)
}

/**
 * Excludes tests and descriptors.
 * @param {string} file
 */
const isBuilt = file => /\.(ts|tsx|js|css|svg|html|json)$/.test(file) && !/\.test\.tsx?$/.test(file)

/** @param {string} path */
function contentOf(path) {
  try {
    return readFileSync(path)
  } catch (cause) {
    if (isAbsent(cause)) return ''
    throw cause
  }
}

/** @param {unknown} cause */
const isAbsent = cause => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
