import { setImmediate } from 'node:timers/promises'
import { chunks } from './chunks.ts'
import { ImportRefusal } from './import-refusal.ts'
import type { TableRow } from './table-row.ts'

const rowsAtOnce = 200
/** What one table of a file may take in the database. */
const mostCharacters = 100_000_000

/** How rows are kept. */
export interface Keeping {
  /** A row as JSON has it. */
  said(row: TableRow): unknown
  /** Stores some rows, which are given as JSON too. */
  store(json: string, rows: readonly TableRow[]): Promise<unknown>
}

/** Keeps the rows of a table some at a time, and counts them. */
export async function keepTable(
  rows: AsyncIterable<TableRow>,
  signal: AbortSignal | undefined,
  { said, store }: Keeping,
): Promise<number> {
  let [count, characters] = [0, 0]
  for await (const some of chunks(rows, rowsAtOnce)) {
    signal?.throwIfAborted()
    const json = JSON.stringify(some.map(said))
    characters += json.length
    if (characters > mostCharacters) throw new ImportRefusal('file.too-large', { limit: mostCharacters / 1_000_000 })
    // The embedded database answers at once: others would wait for the whole file.
    await setImmediate()
    await store(json, some)
    count += some.length
  }
  return count
}
