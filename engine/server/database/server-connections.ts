import type { Pool } from 'pg'
import type { Connections } from './pool-dialect.ts'
import type { StatementNames } from './statement-names.ts'

/** The connections of a pg pool, with prepared statements for frequent texts. */
export const serverConnections = (pool: Pool, names: StatementNames): Connections => ({
  async connect() {
    const client = await pool.connect()
    const { revision } = names
    let broken: unknown
    return {
      async query(text, values) {
        // The end of a transaction does not wait for a server that hangs.
        if (broken !== undefined) throw broken
        const name = names.of(text)
        try {
          const result = await client.query({
            ...(name !== undefined && { name }),
            text,
            values: values.map(literalOf),
          })
          // A text of several statements has several results.
          const { rows, rowCount } = Array.isArray(result) ? result.at(-1) : result
          return { rows: rows ?? [], written: rowCount ?? 0 }
        } catch (error) {
          // An error without an SQLSTATE leaves the connection in an unknown state: it is not reused.
          if (!(error instanceof Error && 'severity' in error)) broken = error
          throw error
        }
      },
      // A connection with prepared statements of an older Model is destroyed.
      release: () => client.release(broken !== undefined || revision !== names.revision),
    }
  },
  end: () => pool.end(),
})

/** A list of ids as the text of an array. The driver quotes each element, which takes milliseconds for thousands. */
const literalOf = (value: unknown): unknown =>
  Array.isArray(value) && value.length > 0 && value.every(isId) ? `{${value.join(',')}}` : value

const isId = (value: unknown): boolean => typeof value === 'string' && /^\d+$/.test(value)
