import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'

// Segments of 1 MB instead of 16: the write-ahead log would be half of an empty database.
const clusterOptions = ['--wal-segsize=1', '--locale=C.UTF-8', '--encoding=UTF8']

/** Makes an initialised data folder, which takes seconds, and keeps it as a compressed tar. */
export async function buildTemplate(file: string): Promise<void> {
  const pglite = await PGlite.create('memory://', { initDbStartParams: clusterOptions })
  // Databases to copy others from: nobody makes another here, and two thirds of the files are theirs.
  for (const name of ['template0', 'template1']) {
    await pglite.exec(`update pg_database set datistemplate = false where datname = '${name}'`)
    await pglite.exec(`drop database ${name}`)
  }
  await pglite.exec('checkpoint')
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, gzipSync(Buffer.from(await dump.arrayBuffer()), { level: 6 }))
  await rename(unfinished, file)
}

/** An initialised data folder to start from, or undefined when none was built. */
export async function loadTemplate(file: string | undefined): Promise<Blob | undefined> {
  if (file === undefined) return undefined
  return new Blob([new Uint8Array(gunzipSync(await readFile(file)))])
}

/** Where the build puts the template, seen from the project's root. */
export const templateFile = (root: string): string => join(root, 'dist', templateName())

/** Named by version: files of another PostgreSQL cannot be opened. */
export function templateName(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')) as {
    version: string
  }
  return `embedded-${version}.tar.gz`
}

/** The template that the build left above this module, which may itself lie in a bundle. */
export function builtTemplate(): string | undefined {
  for (let here = dirname(fileURLToPath(import.meta.url)); here !== dirname(here); here = dirname(here))
    if (existsSync(templateFile(here))) return templateFile(here)
  return undefined
}

/** Makes an embedded database's files where there is no template to start from. */
export const initialise = { initDbStartParams: clusterOptions } as const
