import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { StatementNames } from './statement-names.ts'
import { refuseSecondConnection } from './transaction.ts'

/** Kysely's PostgreSQL dialect over a pg pool, with prepared statements for frequent texts. */
export const postgresDialect = (pool: Pool, names: StatementNames): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PoolDriver(pool, names),
  createIntrospector: kysely => new PostgresIntrospector(kysely),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class PoolDriver implements Driver {
  readonly #pool: Pool
  readonly #names: StatementNames

  constructor(pool: Pool, names: StatementNames) {
    this.#pool = pool
    this.#names = names
  }

  async init() {}

  async acquireConnection() {
    refuseSecondConnection()
    return new PoolConnection(await this.#pool.connect(), this.#names)
  }

  beginTransaction = (connection: DatabaseConnection) => run(connection, 'begin')
  commitTransaction = (connection: DatabaseConnection) => run(connection, 'commit')
  rollbackTransaction = (connection: DatabaseConnection) => run(connection, 'rollback')
  savepoint = (connection: DatabaseConnection, name: string) => run(connection, `savepoint "${name}"`)
  rollbackToSavepoint = (connection: DatabaseConnection, name: string) => run(connection, `rollback to "${name}"`)
  releaseSavepoint = (connection: DatabaseConnection, name: string) => run(connection, `release "${name}"`)

  async releaseConnection(connection: DatabaseConnection) {
    ;(connection as PoolConnection).release()
  }

  async destroy() {
    await this.#pool.end()
  }
}

const run = async (connection: DatabaseConnection, text: string): Promise<void> => {
  await connection.executeQuery(CompiledQuery.raw(text))
}

class PoolConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #names: StatementNames
  readonly #revision: string
  #broken = false

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client
    this.#names = names
    this.#revision = names.revision
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const name = this.#names.of(query.sql)
    try {
      const { command, rowCount, rows } = await this.#client.query({
        ...(name !== undefined && { name }),
        text: query.sql,
        values: query.parameters as unknown[],
      })
      return { rows: rows ?? [], ...(command !== 'SELECT' && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    } catch (error) {
      // An error without an SQLSTATE leaves the connection in an unknown state: it is not reused.
      if (!(error instanceof Error && 'severity' in error)) this.#broken = true
      throw error
    }
  }

  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    yield* []
    throw new Error('Rows are not streamed: page by key instead.')
  }

  /** Destroys a connection with prepared statements of an older Model. */
  release() {
    this.#client.release(this.#broken || this.#revision !== this.#names.revision)
  }
}
