import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, openAsBlob } from 'node:fs'
import { chmod, copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Database, Queries } from '../database/database.ts'
import { restoreEmbedded } from '../database/embedded.ts'
import { sql, word } from '../database/fragment.ts'
import { openDatabase } from '../database/open-database.ts'
import { execute, runAll } from '../database/run.ts'
import { digestOf } from '../services/files/evidence.ts'
import { quoted } from '../storage/sql-text.ts'
import type { OperatorCommand } from './operator-channel.ts'

/** What a backup contains, as its `manifest.json` lists it. */
export interface Manifest {
  readonly at: string
  readonly kind: Database['kind']
  /** The rows of each table. */
  readonly rows: Readonly<Record<string, number>>
  /** The SHA-256 of each uploaded file, by its path below `files`. */
  readonly files: Readonly<Record<string, string>>
}

export interface BackupSettings {
  readonly dataDir: string
  readonly databaseUrl?: string
  readonly zone: string
}

/** A backup or a restore that is impossible, in a sentence for the operator. */
export class BackupRefused extends Error {}

/** The time and the size of the last backup, in DATA_DIR. */
export const lastBackup = (dataDir: string): string => join(dataDir, 'last-backup.json')

const dumpName = { postgres: 'database.sql.gz', embedded: 'database.tar.gz' } as const

/**
 * Writes a backup into a new folder: the database as one snapshot, then uploaded files, which are stored before the rows
 * that name them, and the generated key. The folder has its name when it is complete.
 */
export async function backUp(database: Database, settings: BackupSettings, folder: string): Promise<Manifest> {
  const { dataDir } = settings
  if (existsSync(folder)) throw new BackupRefused(`${folder} already exists; a backup needs a new folder.`)
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await chmod(unfinished, 0o700)
  const rows = await dump(database, settings, join(unfinished, dumpName[database.kind]))
  const files = await copyFiles(join(dataDir, 'files'), join(unfinished, 'files'))
  const secret = join(dataDir, 'token-secret')
  if (existsSync(secret)) await copyFile(secret, join(unfinished, 'token-secret'))
  const manifest: Manifest = { at: new Date().toISOString(), kind: database.kind, rows, files }
  await writeFile(join(unfinished, 'manifest.json'), JSON.stringify(manifest, null, 2))
  await rename(unfinished, folder)
  await writeFile(lastBackup(dataDir), JSON.stringify({ at: manifest.at, folder, files: Object.keys(files).length }))
  return manifest
}

/** The command in a server that uses the embedded database. */
export const backupCommand =
  (database: Database, settings: BackupSettings): OperatorCommand =>
  async folder =>
    backUp(database, settings, String(folder))

/**
 * Restores a backup into the database and the data folder, which are empty or are replaced, and returns what differs
 * from the manifest. The database changes in one transaction, or by renaming a folder, and files are checked before it.
 */
export async function restore(settings: BackupSettings, folder: string, replaces: boolean): Promise<readonly string[]> {
  const { databaseUrl, dataDir, zone } = settings
  const manifest = await manifestIn(folder)
  const kind = databaseUrl === undefined ? 'embedded' : 'postgres'
  if (kind !== manifest.kind)
    throw new BackupRefused(
      `The backup is of ${manifest.kind === 'postgres' ? 'a PostgreSQL server: set' : 'the embedded database: unset'} DATABASE_URL.`,
    )
  const isUsed = existsSync(join(dataDir, 'files')) || (kind === 'embedded' && existsSync(join(dataDir, 'postgres')))
  if (isUsed && !replaces)
    throw new BackupRefused(`DATA_DIR is "${dataDir}"; it has data. --replace replaces database and files.`)
  const files = join(dataDir, 'files')
  await rm(`${files}.new`, { recursive: true, force: true })
  const faults = differences('file', manifest.files, await copyFiles(join(folder, 'files'), `${files}.new`))
  if (faults.length > 0) return faults
  const dump = join(folder, dumpName[kind])
  const compare = async (database: Database) => {
    faults.push(...differences('table', manifest.rows, await rowsOf(database.kysely)))
  }
  if (databaseUrl === undefined) {
    await restoreEmbedded({ dataDir, zone }, await openAsBlob(dump), async database => {
      await compare(database)
      await execute(database.kysely, word(afterwards))
    })
  } else {
    await restoreServer(databaseUrl, dump, replaces)
    const database = await openDatabase({ url: databaseUrl, zone })
    await compare(database).finally(() => database.close())
  }
  await rm(files, { recursive: true, force: true })
  if (existsSync(`${files}.new`)) await rename(`${files}.new`, files)
  const secret = join(folder, 'token-secret')
  if (existsSync(secret)) await copyFile(secret, join(dataDir, 'token-secret'))
  return faults
}

/**
 * Sessions end, since some were ended after the backup. Messages that waited may have been sent since: they get the
 * state of an unknown outcome. Runs of jobs are continued, as after a killed process.
 */
const afterwards = `
  delete from public.engine_session; delete from public.engine_captcha; delete from public.engine_event;
  update public.engine_job set holder = null, lease_until = null where holder is not null;
  update public.engine_worker set until = date_trunc('milliseconds', now()) where until > now();
  update public.engine_message set state = 'unknown', fault = 'noAnswer', claim = null, claimed_until = null
    where state in ('queued', 'sending');`

/** Tables whose rows a restore deletes. */
const transient: ReadonlySet<string> = new Set(['engine_session', 'engine_captcha', 'engine_event'])

async function rowsOf(queries: Queries): Promise<Manifest['rows']> {
  const tables = await runAll(
    queries,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const rows: Record<string, number> = {}
  for (const name of tables.map(table => String(table['name'])).filter(name => !transient.has(name))) {
    const [counted] = await runAll(queries, sql`select count(*)::integer as count from ${word(quoted(name))}`)
    rows[name] = Number(counted?.['count'])
  }
  return rows
}

const differences = (
  what: string,
  wanted: Readonly<Record<string, unknown>>,
  found: Readonly<Record<string, unknown>>,
) =>
  [...new Set([...Object.keys(wanted), ...Object.keys(found)])]
    .filter(name => wanted[name] !== found[name])
    .map(name => `${what} ${name}: ${found[name] ?? 'missing'} instead of ${wanted[name] ?? 'none'}`)

/** Copies a folder of files, and returns the digests of the copies. */
async function copyFiles(from: string, to: string): Promise<Manifest['files']> {
  const digests: Record<string, string> = {}
  if (!existsSync(from)) return digests
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name).slice(from.length + 1)
    await mkdir(dirname(join(to, path)), { recursive: true })
    // An unused upload may be deleted meanwhile.
    await cp(join(from, path), join(to, path)).catch(unlessAbsent)
    if (existsSync(join(to, path))) digests[path] = await digestOf(createReadStream(join(to, path)))
  }
  return digests
}

async function manifestIn(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(unlessAbsent)
  if (text === undefined) throw new BackupRefused(`${folder} is not a complete backup; it has no manifest.json.`)
  return JSON.parse(text) as Manifest
}

const unlessAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}

/** Dumps a database and counts the rows of the same snapshot. */
async function dump(database: Database, { databaseUrl }: BackupSettings, file: string): Promise<Manifest['rows']> {
  let rows: Manifest['rows'] = {}
  const counts = async (queries: Queries) => {
    rows = await rowsOf(queries)
  }
  if (database.dump) await writeFile(file, Buffer.from(await (await database.dump(counts)).arrayBuffer()))
  else
    await database.patiently(async queries => {
      await execute(queries, sql`begin isolation level repeatable read read only`)
      const [exported] = await runAll(queries, sql`select pg_export_snapshot() as id`)
      await counts(queries)
      const options = ['--no-owner', '--no-privileges', '--schema=public', `--snapshot=${exported?.['id']}`]
      await run('pg_dump', databaseUrl ?? '', [...options, '--compress=6', `--file=${file}`])
      await execute(queries, sql`rollback`)
    })
  return rows
}

/** Runs a dump in one transaction, in which nothing remains of the former schema. */
async function restoreServer(url: string, dump: string, replaces: boolean): Promise<void> {
  const check = `
    do $$ begin
      if exists (select from pg_stat_activity where datname = current_database() and application_name ~ '^mingchu [0-9a-f]{8}$')
      then raise 'a server or a command uses the database: stop it first'; end if;
      if ${!replaces} and exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
      then raise 'the database is not empty: --replace replaces database and files'; end if;
    end $$;
    set client_min_messages = warning;
    drop schema public cascade;`
  async function* script() {
    yield check
    yield* createReadStream(dump).pipe(createGunzip())
    yield afterwards
  }
  await run(
    'psql',
    url,
    ['--no-psqlrc', '--quiet', '--single-transaction', '-v', 'ON_ERROR_STOP=1', '-f', '-'],
    script(),
  )
}

/** Runs a program of PostgreSQL, which gets the password in its environment: others see its arguments. */
async function run(
  program: string,
  url: string,
  args: readonly string[],
  input?: AsyncIterable<unknown>,
): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const child = spawn(program, [`--dbname=${address.href}`, ...args], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: [input ? 'pipe' : 'ignore', 'ignore', 'pipe'],
  })
  let message = ''
  child.stderr?.on('data', part => (message += part))
  // A program that ends early closes its input; its exit code says so.
  if (input && child.stdin) pipeline(input, child.stdin).catch(() => undefined)
  const [code] = await once(child, 'close').catch(error => {
    throw error.code === 'ENOENT'
      ? new BackupRefused(
          `${program} was not found; install the client programs of PostgreSQL, such as postgresql-client.`,
        )
      : error
  })
  if (code !== 0) throw new BackupRefused(`${program} failed: ${message.trim()}`)
}
