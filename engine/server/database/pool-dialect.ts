import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { DatabaseUnavailable, faultOf } from '../errors/database-errors.ts'
import type { Semaphore } from './semaphore.ts'
import { refuseSecondConnection } from './transaction.ts'

/** A connection that was taken from its pool. */
export interface PooledConnection {
  /** Runs one statement. */
  query(text: string, values: readonly unknown[]): Promise<QueryRows>
  release(): void
}

/** The rows that a statement returned, and the number of those that it wrote. */
export interface QueryRows {
  readonly rows: unknown[]
  readonly written: number
}

/** What distinguishes a database server from the embedded database. */
export interface Connections {
  connect(): Promise<PooledConnection>
  /** Closes all connections once their statements have ended. */
  end(): Promise<void>
}

/** The connections, of which no more are in use at a time than the semaphore has places of each subject. */
export const limited = (connections: Connections, turns: Semaphore, of?: readonly string[]): Connections => ({
  async connect() {
    await turns.take(of)
    try {
      const { query, release } = await connections.connect()
      return {
        query,
        release() {
          release()
          turns.give(of)
        },
      }
    } catch (error) {
      turns.give(of)
      throw error
    }
  },
  end: () => connections.end(),
})

/**
 * Kysely's PostgreSQL dialect over the connections of a server or of the embedded database. Errors of connections and
 * statements are reported before they are thrown, and statements with their duration.
 */
export const poolDialect = (
  connections: Connections,
  report: (error: unknown) => void,
  ran: (text: string, ms: number) => void = () => undefined,
): Dialect => {
  const reported = (error: unknown): never => {
    report(error)
    throw error
  }
  return new PostgresDialect({
    pool: {
      async connect() {
        refuseSecondConnection()
        const connection = await connections.connect().catch(reported)
        const client = {
          async query(text: string, values: readonly unknown[]) {
            const began = performance.now()
            const { rows, written } = await connection
              .query(text, values)
              .catch(error => reported(blockedRead(text, error) ?? error))
              .finally(() => ran(text, performance.now() - began))
            // Kysely passes the count on only for commands that write.
            return { command: 'UPDATE', rowCount: written, rows }
          },
          release: () => connection.release(),
        }
        return client as PostgresPoolClient
      },
      end: () => connections.end(),
    },
  })
}

/** The error of a query that waited too long for a lock and that locks no rows itself. */
function blockedRead(text: string, error: unknown): DatabaseUnavailable | undefined {
  if (faultOf(error)?.code !== '55P03' || !reads.test(text) || writesOrLocks.test(text)) return undefined
  return new DatabaseUnavailable('locked', (error as Error).message, { cause: error })
}

const reads = /^\s*(select|with)\b/i
const writesOrLocks = /\b(insert into|update|delete from|for (no key )?update|for (key )?share)\b/i
