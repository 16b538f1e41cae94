import { Kysely, sql } from 'kysely'
import { Client, type ClientConfig, Pool, type PoolConfig, types } from 'pg'
import { refusalOf, Unreachable } from '../errors/database-errors.ts'
import type { Database, DatabaseOptions, Tables } from './database.ts'
import { poolDialect } from './pool-dialect.ts'
import { serverConnections } from './server-connections.ts'
import { StatementNames } from './statement-names.ts'
import { textParser } from './text-types.ts'
import { refuseSecondConnection, transact } from './transaction.ts'

/** Opens a pool of connections to a PostgreSQL server. */
export async function openPostgres(options: DatabaseOptions & { readonly url: string }): Promise<Database> {
  const { statementTimeout = 15_000, connectionTimeout = 5_000, connections = 16 } = options
  const session: ClientConfig = {
    connectionString: options.url,
    application_name: 'mingchu',
    connectionTimeoutMillis: connectionTimeout,
    keepAlive: true,
    types: { getTypeParser: (type, format) => textParser(type) ?? types.getTypeParser(type, format) },
  }
  const lost = (error: Error) => options.warn?.(`A connection to the database was lost: ${error.message}`)
  const pool = watchedPool(lost, {
    ...session,
    max: connections,
    idleTimeoutMillis: 60_000,
    // The server cancels the statement; the client stops waiting for a server that hangs.
    query_timeout: statementTimeout + 2_000,
    options: sessionOptions(options.zone, {
      statement_timeout: statementTimeout,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 60_000,
    }),
  })
  const names = new StatementNames()
  const kysely = new Kysely<Tables>({ dialect: poolDialect(serverConnections(pool, names)) })
  const database: Database = {
    kind: 'postgres',
    kysely,
    transaction: (work, namesVersion) => transact(kysely, work, namesVersion),
    async patiently(work) {
      refuseSecondConnection()
      const patient = watchedPool(lost, { ...session, max: 1, options: sessionOptions(options.zone, {}) })
      const alone = new Kysely<Tables>({ dialect: poolDialect(serverConnections(patient, new StatementNames())) })
      try {
        return await alone.connection().execute(work)
      } finally {
        await alone.destroy()
      }
    },
    ping: () => ping(session),
    follow: revision => names.follow(revision),
    close: () => kysely.destroy(),
  }
  try {
    await sql`select 1`.execute(kysely)
  } catch (error) {
    await kysely.destroy()
    throw error
  }
  return database
}

/** A pool that reports lost connections. An error without a listener, idle or in use, would end the process. */
function watchedPool(lost: (error: Error) => void, config: PoolConfig): Pool {
  const pool = new Pool(config)
  pool.on('connect', client => client.on('error', lost))
  pool.on('error', () => undefined) // The client has already reported it.
  return pool
}

/** Opens a connection of its own, so that a busy pool is not mistaken for an unreachable database. */
async function ping(session: ClientConfig): Promise<void> {
  const client = new Client({ ...session, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    throw refusalOf(error) ?? refusalOf(new Unreachable('The database did not answer.', { cause: error }))
  } finally {
    await client.end().catch(() => undefined)
  }
}

const sessionOptions = (zone: string, limits: Readonly<Record<string, number>>): string =>
  [['timezone', zone], ['datestyle', 'ISO'], ['client_min_messages', 'warning'], ...Object.entries(limits)]
    .map(([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`)
    .join(' ')
