import { refusalOf } from '../errors/database-errors.ts'
import type { Refusal } from '../errors/refuse.ts'

/**
 * Runs work on all items at once, which does all or nothing; if it is refused, on each alone. An item that is refused
 * alone is passed to `onRefused`. An unreachable database ends it.
 */
export async function batchOrEach<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
  onRefused: (item: Item, refusal: Refusal) => void,
): Promise<void> {
  try {
    await work(items)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal || refusal.status === 503) throw error
    const [only, ...others] = items
    if (only !== undefined && others.length === 0) return onRefused(only, refusal)
    for (const item of items) await batchOrEach([item], work, onRefused)
  }
}
