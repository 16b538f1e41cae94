import type { PGlite } from '@electric-sql/pglite'
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
import { Mutex } from './mutex.ts'
import { refuseSecondConnection } from './transaction.ts'

/** Kysely's PostgreSQL dialect over PGlite, whose only connection is used in turns. */
export const embeddedDialect = (pglite: PGlite, waitAtMost: number): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new EmbeddedDriver(pglite, waitAtMost),
  createIntrospector: kysely => new PostgresIntrospector(kysely),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class EmbeddedDriver implements Driver {
  readonly #connection: EmbeddedConnection
  readonly #turns: Mutex

  constructor(pglite: PGlite, waitAtMost: number) {
    this.#connection = new EmbeddedConnection(pglite)
    this.#turns = new Mutex(waitAtMost)
  }

  async init() {}

  async acquireConnection() {
    refuseSecondConnection()
    await this.#turns.take()
    return this.#connection
  }

  beginTransaction = (connection: DatabaseConnection) => run(connection, 'begin')
  commitTransaction = (connection: DatabaseConnection) => run(connection, 'commit')
  rollbackTransaction = (connection: DatabaseConnection) => run(connection, 'rollback')
  savepoint = (connection: DatabaseConnection, name: string) => run(connection, `savepoint "${name}"`)
  rollbackToSavepoint = (connection: DatabaseConnection, name: string) => run(connection, `rollback to "${name}"`)
  releaseSavepoint = (connection: DatabaseConnection, name: string) => run(connection, `release "${name}"`)

  async releaseConnection() {
    this.#turns.give()
  }

  /** Statements in progress end first; waiting ones fail because the database is unreachable. */
  async destroy() {
    await this.#turns.end()
  }
}

const run = async (connection: DatabaseConnection, text: string): Promise<void> => {
  await connection.executeQuery(CompiledQuery.raw(text))
}

class EmbeddedConnection implements DatabaseConnection {
  readonly #pglite: PGlite

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // As with pg, a text with several statements is accepted only without parameters.
    if (parameters.length === 0 && sql.includes(';')) {
      const last = (await this.#pglite.exec(sql)).at(-1)
      return { rows: (last?.rows ?? []) as Row[], numAffectedRows: BigInt(last?.affectedRows ?? 0) }
    }
    const { rows, affectedRows } = await this.#pglite.query<Row>(sql, [...parameters])
    return { rows, numAffectedRows: BigInt(affectedRows ?? 0) }
  }

  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    yield* []
    throw new Error('Rows are not streamed: page by key instead.')
  }
}
