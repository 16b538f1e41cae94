import { randomUUID } from 'node:crypto'
import { Kysely } from 'kysely'
import { Client, type ClientConfig, Pool, type PoolConfig, types } from 'pg'
import { DatabaseUnavailable, refusalOf } from '../errors/database-errors.ts'
import type { Database, DatabaseOptions, Tables } from './database.ts'
import { sql } from './fragment.ts'
import { type Connections, limited, poolDialect } from './pool-dialect.ts'
import { reportFaults } from './report-faults.ts'
import { execute } from './run.ts'
import { Semaphore } from './semaphore.ts'
import { serverConnections } from './server-connections.ts'
import { type SessionLimits, sessionOptions } from './session-options.ts'
import { StatementNames } from './statement-names.ts'
import { textParser } from './text-types.ts'
import { refuseSecondConnection, transact } from './transaction.ts'

/** Statements of sessions, sign-in, health and the Model are few and short. */
const reservedConnections = 4
const backgroundConnections = 8
const backgroundLimits: SessionLimits = { statement: 60_000, lock: 10_000 }
/** The share of the connections for calls that statements on one table may use. */
const maxShare = 0.75
/** How much later than the server, which cancels a statement, the client stops waiting for one that hangs. */
const graceTime = 1_000

/** Opens pools of connections to a PostgreSQL server. */
export async function openPostgres(options: DatabaseOptions & { readonly url: string }): Promise<Database> {
  const { statementTimeout = 4_000, connections: most = 16, zone } = options
  const { connectionTimeout = statementTimeout + graceTime } = options
  const session: ClientConfig = {
    connectionString: options.url,
    // Other processes find by it that this one has ended.
    application_name: `mingchu ${randomUUID().slice(0, 8)}`,
    connectionTimeoutMillis: connectionTimeout,
    keepAlive: true,
    types: { getTypeParser: (type, format) => textParser(type) ?? types.getTypeParser(type, format) },
  }
  const lost = (error: Error) => options.warn?.(`A connection to the database was lost: ${error.message}`)
  const report = reportFaults(options.refused)
  const names = new StatementNames()
  const pooled = (most: number, limits: SessionLimits): Connections => {
    const pool = watchedPool(lost, {
      ...session,
      max: most,
      idleTimeoutMillis: 60_000,
      query_timeout: limits.statement + graceTime,
      options: sessionOptions(zone, limits),
    })
    return limited(serverConnections(pool, names), new Semaphore(most, limits.statement))
  }
  const kyselyOn = (connections: Connections) =>
    new Kysely<Tables>({ dialect: poolDialect(connections, report, options.ran) })
  const common = {
    kind: 'postgres',
    async patiently(work) {
      refuseSecondConnection()
      const patient = watchedPool(lost, { ...session, max: 1, options: sessionOptions(zone) })
      const alone = kyselyOn(serverConnections(patient, new StatementNames()))
      try {
        return await alone.connection().execute(work)
      } finally {
        await alone.destroy()
      }
    },
    ping: () =>
      ping(session).catch(error => {
        report(error)
        throw error
      }),
    follow: revision => names.follow(revision),
    close: async () => {
      await Promise.all([calls, reserved, background].map(({ kysely }) => kysely.destroy()))
    },
  } satisfies Partial<Database>
  const on = (connections: Connections, share?: Database['share']): Database => {
    const kysely = kyselyOn(connections)
    const database: Database = {
      ...common,
      kysely,
      transaction: (work, namesVersion) => transact(kysely, work, namesVersion),
      get reserved() {
        return reserved
      },
      get background() {
        return background
      },
      share: share ?? (() => database),
    }
    return database
  }
  // A lock that is not released in time is refused as such, before the statement is cancelled.
  const limits: SessionLimits = { statement: statementTimeout, lock: Math.ceil(statementTimeout * 0.75) }
  const reserved = on(pooled(reservedConnections, limits))
  const background = on(pooled(backgroundConnections, backgroundLimits))
  const ofCalls = pooled(most, limits)
  const shares = new Map<string, Database>()
  const ofTables = new Semaphore(Math.max(1, Math.floor(most * maxShare)), limits.statement)
  const calls = on(ofCalls, tables => {
    const key = tables.join(' ')
    const share = shares.get(key) ?? on(limited(ofCalls, ofTables, tables))
    shares.set(key, share)
    return share
  })
  try {
    await execute(calls.kysely, sql`select 1`)
  } catch (error) {
    await calls.close()
    throw error
  }
  return calls
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
    throw refusalOf(error)
      ? error
      : new DatabaseUnavailable('unavailable', 'The database did not respond.', { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}
