import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'

// Segments of 1 MB instead of 16: otherwise the write-ahead log would be half of an empty database.
const clusterOptions = ['--wal-segsize=1', '--locale=C.UTF-8', '--encoding=UTF8']

/** Builds an initialised data folder, which takes seconds, and stores it as a compressed tar archive. */
export async function buildTemplate(file: string): Promise<void> {
  const pglite = await PGlite.create('memory://', { initDbStartParams: clusterOptions })
  // Template databases are two thirds of the files, and no further database is created here.
  for (const name of ['template0', 'template1']) {
    await pglite.exec(`update pg_database set datistemplate = false where datname = '${name}'`)
    await pglite.exec(`drop database ${name}`)
  }
  await removeFreeSegments(pglite)
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, gzipSync(Buffer.from(await dump.arrayBuffer()), { level: 6 }))
  await rename(unfinished, file)
}

/** Writes a checkpoint, and removes the segments of the write-ahead log that it keeps for reuse: up to half of the files. */
export async function removeFreeSegments(pglite: PGlite): Promise<void> {
  await pglite.exec('checkpoint')
  const { rows } = await pglite.query<{ used: string }>('select pg_walfile_name(pg_current_wal_insert_lsn()) as used')
  const { FS } = pglite.Module
  const folder = '/pglite/data/pg_wal'
  for (const name of FS.readdir(folder))
    if (/^[0-9A-F]{24}$/.test(name) && name !== rows[0]?.used) FS.unlink(`${folder}/${name}`)
}

/** An initialised data folder to start from, or undefined if none was built. */
export async function loadTemplate(file: string | undefined): Promise<Blob | undefined> {
  if (file === undefined) return undefined
  return new Blob([new Uint8Array(gunzipSync(await readFile(file)))])
}

/** The path where the build stores the template, from the project's root. */
export const templateFile = (root: string): string => join(root, 'dist', templateName())

/** The version is part of the name: files of another PostgreSQL version cannot be opened. */
export function templateName(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')) as {
    version: string
  }
  return `embedded-${version}.tar.gz`
}

/** The built template in a folder above this module, which may be in a bundle. */
export function builtTemplate(): string | undefined {
  for (let here = dirname(fileURLToPath(import.meta.url)); here !== dirname(here); here = dirname(here))
    if (existsSync(templateFile(here))) return templateFile(here)
  return undefined
}

/** Options for creating an embedded database without a template. */
export const initialise = { initDbStartParams: clusterOptions } as const
