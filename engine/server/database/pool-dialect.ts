import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
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

/** Kysely's PostgreSQL dialect over the connections of a server or of the embedded database. */
export const poolDialect = (connections: Connections): Dialect =>
  new PostgresDialect({
    pool: {
      async connect() {
        refuseSecondConnection()
        const connection = await connections.connect()
        const client = {
          async query(text: string, values: readonly unknown[]) {
            const { rows, written } = await connection.query(text, values)
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
