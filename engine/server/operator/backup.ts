import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, openAsBlob } from 'node:fs'
import { chmod, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Database, Queries } from '../database/database.ts'
import { restoreEmbedded } from '../database/embedded.ts'
import { sql, word } from '../database/fragment.ts'
import { openDatabase } from '../database/open-database.ts'
import { execute, runAll } from '../database/run.ts'
import { Refusal } from '../errors/refuse.ts'
import { digestOf } from '../services/files/evidence.ts'
import { diskStorage, type Storage, type StoredFile } from '../services/files/storage.ts'
import { quoted } from '../storage/sql-text.ts'
import type { OperatorCommand } from './operator-channel.ts'

/** What a backup contains, as its `manifest.json` lists it. */
export interface Manifest {
  readonly at: string
  readonly kind: Database['kind']
  /** The SHA-256 of the dump; absent in a backup by an older version. */
  readonly dump?: string
  /** The owner of the audit log, if it is another role than that of DATABASE_URL. */
  readonly auditOwner?: string
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
export class BackupRefused extends Refusal {
  constructor(sentence: string) {
    super('backup', 409, { zh: sentence, en: sentence })
  }
}

/** The time and the size of the last backup, in DATA_DIR. */
export const lastBackup = (dataDir: string): string => join(dataDir, 'last-backup.json')

const dumpName = { postgres: 'database.sql.gz', embedded: 'database.tar.gz' } as const

/**
 * Writes a backup into a new folder: the database as one snapshot, then the files of the storage, which are stored before
 * the rows that name them, and the generated key. The folder has its name when it is complete.
 */
export async function backUp(
  database: Database,
  storage: Storage,
  settings: BackupSettings,
  folder: string,
): Promise<Manifest> {
  const { dataDir } = settings
  if (existsSync(folder)) throw new BackupRefused(`${folder} already exists; a backup needs a new folder.`)
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await chmod(unfinished, 0o700)
  const dumped = join(unfinished, dumpName[database.kind])
  const inDatabase = await dump(database, settings, dumped)
  const files = await copyFiles(storage, join(unfinished, 'files'))
  const secret = join(dataDir, 'token-secret')
  if (existsSync(secret)) await copyFile(secret, join(unfinished, 'token-secret'))
  const at = new Date().toISOString()
  const manifest: Manifest = { at, kind: database.kind, dump: await digestOfFile(dumped), ...inDatabase, files }
  await writeFile(join(unfinished, 'manifest.json'), JSON.stringify(manifest, null, 2))
  await rename(unfinished, folder)
  await mkdir(dataDir, { recursive: true })
  const last = lastBackup(dataDir)
  await writeFile(`${last}.new`, JSON.stringify({ at, folder, files: Object.keys(files).length }))
  await rename(`${last}.new`, last)
  return manifest
}

/** The command in a server that uses the embedded database. */
export const backupCommand =
  (database: Database, storage: Storage, settings: BackupSettings): OperatorCommand =>
  async folder =>
    backUp(database, storage, settings, String(folder))

/**
 * Restores a backup into the database and the data folder, which are empty or are replaced, and returns what differs
 * from the manifest. The database changes in one transaction, or by renaming a folder; dump and files are checked before it.
 */
export async function restore(
  settings: BackupSettings,
  folder: string,
  replaces: boolean,
  warn: (sentence: string) => void = () => undefined,
): Promise<readonly string[]> {
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
  const dump = join(folder, dumpName[kind])
  if (!existsSync(dump) || (manifest.dump !== undefined && manifest.dump !== (await digestOfFile(dump))))
    throw new BackupRefused(`${dump} is missing or not as the backup wrote it.`)
  const files = join(dataDir, 'files')
  await rm(`${files}.new`, { recursive: true, force: true })
  const faults = differences(
    'file',
    manifest.files,
    await copyFiles(diskStorage(join(folder, 'files')), `${files}.new`),
  )
  if (faults.length > 0) return faults
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
    if (manifest.auditOwner !== undefined)
      warn(
        `The audit log belonged to ${manifest.auditOwner}, and owners and privileges are not restored: set them again.`,
      )
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

/** Copies the files of a storage into a folder, and returns the digests of the copies. */
async function copyFiles(storage: Storage, to: string): Promise<Manifest['files']> {
  const digests: Record<string, string> = {}
  for await (const { key } of storage.list()) {
    // A console of object storages may add folders; an unused upload may be deleted meanwhile.
    const file = key.endsWith('/') ? undefined : await storage.get(key)
    if (!file) continue
    await writeStored(file, join(to, key))
    digests[key] = await digestOfFile(join(to, key))
  }
  return digests
}

/** Writes a stored file to a path, whose folder it creates. */
export async function writeStored({ size, read }: StoredFile, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await pipeline(size === 0 ? Readable.from([]) : read(0, size - 1), createWriteStream(path))
}

const digestOfFile = (path: string): Promise<string> => digestOf(createReadStream(path))

async function manifestIn(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(unlessAbsent)
  if (text === undefined) throw new BackupRefused(`${folder} is not a complete backup; it has no manifest.json.`)
  return JSON.parse(text) as Manifest
}

const unlessAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}

/** Dumps a database and counts the rows of the same snapshot. */
async function dump(database: Database, { databaseUrl }: BackupSettings, file: string) {
  let rows: Manifest['rows'] = {}
  let auditOwner: unknown
  const counts = async (queries: Queries) => {
    rows = await rowsOf(queries)
    if (Object.keys(rows).length === 0)
      throw new BackupRefused('The database has no tables: there is nothing to back up.')
    const [owner] = await runAll(
      queries,
      sql`select tableowner as name from pg_tables
        where schemaname = 'public' and tablename = 'engine_audit' and tableowner <> current_user`,
    )
    auditOwner = owner?.['name']
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
  return { rows, ...(auditOwner !== undefined && { auditOwner: String(auditOwner) }) }
}

/**
 * Runs a dump in one transaction, in which nothing remains of the former schema. The stream itself ends with `commit`,
 * since psql takes the end of an incomplete one for its end.
 */
async function restoreServer(url: string, dump: string, replaces: boolean): Promise<void> {
  const check = `begin;
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
    const text = createGunzip()
    // Its error is that of the text.
    pipeline(createReadStream(dump), text).catch(() => undefined)
    let isHead = true
    for await (const part of text) {
      yield isHead ? withoutNewSetting(part) : part
      isHead = false
    }
    yield `${afterwards} commit;`
  }
  await run('psql', url, ['--no-psqlrc', '--quiet', '-v', 'ON_ERROR_STOP=1', '-f', '-'], script())
}

/** Without the setting that pg_dump 17 writes, and that older servers refuse. A part may end within a character. */
const withoutNewSetting = (head: Buffer): Buffer =>
  Buffer.from(head.toString('latin1').replace(/^SET transaction_timeout = 0;$/m, ''), 'latin1')

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
  let broken: Error | undefined
  if (input && child.stdin)
    pipeline(input, child.stdin).catch(error => {
      broken = error
    })
  const [code] = await once(child, 'close').catch(error => {
    throw error.code === 'ENOENT'
      ? new BackupRefused(
          `${program} was not found; install the client programs of PostgreSQL, such as postgresql-client.`,
        )
      : error
  })
  // A program that ends early closes its input; its exit code and its message say so.
  if (code !== 0) throw new BackupRefused(`${program} failed: ${message.trim()}`)
  if (broken) throw new BackupRefused(`The input of ${program} could not be read: ${broken.message}.`)
}
