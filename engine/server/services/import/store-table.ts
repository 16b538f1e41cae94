import { setImmediate } from 'node:timers/promises'
import { chunks } from './chunks.ts'
import { ImportRefusal } from './import-refusal.ts'
import type { TableRow } from './table-row.ts'

const rowsAtOnce = 200
/** Maximum number of characters of one table in the database. */
const maxCharacters = 100_000_000

/** How rows are stored. */
export interface RowStorage {
  /** The JSON form of a row. */
  toJson(row: TableRow): unknown
  /** Stores some rows; `json` is their JSON form. */
  store(json: string, rows: readonly TableRow[]): Promise<unknown>
}

/** Stores the rows of a table in chunks; returns their number. */
export async function storeTable(
  rows: AsyncIterable<TableRow>,
  signal: AbortSignal | undefined,
  { toJson, store }: RowStorage,
): Promise<number> {
  let [count, characters] = [0, 0]
  for await (const some of chunks(rows, rowsAtOnce)) {
    signal?.throwIfAborted()
    const json = JSON.stringify(some.map(toJson))
    characters += json.length
    if (characters > maxCharacters) throw new ImportRefusal('file.too-large', { limit: maxCharacters / 1_000_000 })
    // The embedded database never yields to the event loop: other requests would wait for the whole file.
    await setImmediate()
    await store(json, some)
    count += some.length
  }
  return count
}
