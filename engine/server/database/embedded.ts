import { constants, cpSync, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import type { Database, DatabaseOptions, Tables } from './database.ts'
import { embeddedConnections } from './embedded-connections.ts'
import { sql } from './fragment.ts'
import { lockFolder } from './lock-file.ts'
import { poolDialect } from './pool-dialect.ts'
import { reportFaults } from './report-faults.ts'
import { execute } from './run.ts'
import { workMemory } from './session-options.ts'
import { builtTemplate, initialise, loadTemplate, removeFreeSegments } from './template.ts'
import { textParsers } from './text-types.ts'
import { transact } from './transaction.ts'

/**
 * Opens PGlite, PostgreSQL inside this process. It has one connection, never calls fsync, and ignores
 * statement_timeout: a statement runs to its end, and a request that waits longer than the connection timeout is
 * refused.
 */
export async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  if (options.instance) return opened(options.instance, options, async () => undefined)
  if (process.env['NODE_ENV'] === 'production' && options.dataDir)
    options.warn?.(
      'The embedded database is for evaluation and development: it may lose data in a power failure, only one process ' +
        'can use it, and it has one connection. For production, set DATABASE_URL to a PostgreSQL server.',
    )
  const lock = options.dataDir === undefined ? undefined : await lockFolder(options.dataDir)
  try {
    const pglite = await startPglite(options)
    return await opened(pglite, options, async () => {
      await pglite.close()
      await lock?.release()
    })
  } catch (error) {
    await lock?.release()
    throw error
  }
}

/** Starts PGlite; without a folder, in memory. */
export async function startPglite({
  dataDir,
  template,
  prepared,
}: Pick<DatabaseOptions, 'dataDir' | 'template' | 'prepared'>): Promise<PGlite> {
  const folder = dataDir === undefined ? undefined : join(dataDir, 'postgres')
  if (folder && existsSync(join(folder, 'PG_VERSION'))) return PGlite.create(folder, { parsers: textParsers })
  // An interrupted first start leaves an incomplete cluster, which cannot be opened.
  if (folder) await rm(folder, { recursive: true, force: true })
  const copied = folder && (await prepared?.())
  if (copied) {
    await rm(`${folder}.new`, { recursive: true, force: true })
    // Of some thousand files, nothing else runs meanwhile, and awaiting each takes three times as long.
    cpSync(copied, `${folder}.new`, { recursive: true, mode: constants.COPYFILE_FICLONE })
    await rename(`${folder}.new`, folder)
    return PGlite.create(folder, { parsers: textParsers })
  }
  const loadDataDir = await loadTemplate(template ?? builtTemplate())
  return PGlite.create(folder ?? 'memory://', {
    parsers: textParsers,
    ...(loadDataDir ? { loadDataDir } : initialise),
  })
}

/**
 * Replaces the embedded database of a folder by a dump, once the work on it has succeeded; until then, the former one
 * remains. Throws `FolderLocked` while a process uses the folder.
 */
export async function restoreEmbedded(
  options: DatabaseOptions & { readonly dataDir: string },
  dump: Blob,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const lock = await lockFolder(options.dataDir)
  const folder = join(options.dataDir, 'postgres')
  try {
    await rm(`${folder}.new`, { recursive: true, force: true })
    const pglite = await PGlite.create(`${folder}.new`, { parsers: textParsers, loadDataDir: dump })
    const database = await opened(pglite, options, () => pglite.close())
    await work(database).finally(() => database.close())
    await rm(folder, { recursive: true, force: true })
    await rename(`${folder}.new`, folder)
  } finally {
    await lock.release()
  }
}

async function opened(pglite: PGlite, options: DatabaseOptions, end: () => Promise<void>): Promise<Database> {
  await pglite.query(
    // New segments of the write-ahead log are not filled with zeros, which would write all of it twice.
    "select set_config('timezone', $1, false), set_config('client_min_messages', 'warning', false), set_config('work_mem', $2, false), set_config('wal_init_zero', 'off', false)",
    [options.zone, workMemory],
  )
  const connections = embeddedConnections(pglite, options.connectionTimeout ?? 10_000)
  const kysely = new Kysely<Tables>({ dialect: poolDialect(connections, reportFaults(options.refused), options.ran) })
  const database: Database = {
    kind: 'embedded',
    kysely,
    // All of them are the only connection.
    get reserved() {
      return database
    },
    get background() {
      return database
    },
    share: () => database,
    transaction: (work, namesVersion) => transact(kysely, work, namesVersion),
    patiently: work => kysely.connection().execute(work),
    async ping() {
      await execute(kysely, sql`select 1`)
    },
    dump: work =>
      kysely.connection().execute(async queries => {
        await work(queries)
        await removeFreeSegments(pglite)
        return pglite.dumpDataDir('gzip')
      }),
    follow: () => undefined,
    async close() {
      await kysely.destroy()
      await end()
    },
  }
  return database
}
