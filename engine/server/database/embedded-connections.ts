import type { PGlite } from '@electric-sql/pglite'
import type { Connections } from './pool-dialect.ts'
import { Semaphore } from './semaphore.ts'

/** PGlite's only connection, which is used in turns. */
export function embeddedConnections(pglite: PGlite, waitAtMost: number): Connections {
  const turns = new Semaphore(1, waitAtMost)
  return {
    async connect() {
      await turns.take()
      return {
        async query(text, values) {
          // As with pg, a text with several statements is accepted only without parameters.
          const isScript = values.length === 0 && text.includes(';')
          const result = isScript ? (await pglite.exec(text)).at(-1) : await pglite.query(text, [...values])
          return { rows: result?.rows ?? [], written: result?.affectedRows ?? 0 }
        },
        release: () => turns.give(),
      }
    },
    // Statements in progress end first; waiting ones fail because the database is unreachable.
    end: () => turns.end(),
  }
}
