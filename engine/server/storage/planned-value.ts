import type { Pair } from './pair.ts'
import { hasAnyKey, pendingKeys, pendingTexts, withKeysRenamed } from './renamed-keys.ts'
import { valueNow } from './text-reading.ts'

/** A value of a column as the plan leaves it, read before the plan: converted, with its keys replaced. */
export function valueThen(pair: Pair, pairs: readonly Pair[], name: string, alias = 'mine'): string {
  const value = valueNow(pair, pairs, name, alias)
  const { column, lists } = rewritesOf(pair, name)
  if (!column) return value
  return lists.reduce(
    (text, keys) =>
      `(case when ${hasAnyKey(column, text, keys)} then ${withKeysRenamed(column, text, keys)} else ${text} end)`,
    value,
  )
}

/** The condition that the plan replaces keys in a column of a row; none where it never does. */
export function isRewritten(pair: Pair, pairs: readonly Pair[], name: string): string | undefined {
  const value = valueNow(pair, pairs, name)
  const { column, lists } = rewritesOf(pair, name)
  if (!column) return undefined
  const conditions = lists.map(keys => hasAnyKey(column, value, keys))
  return conditions.length === 0 ? undefined : conditions.join(' or ')
}

/** The keys that the plan replaces one after the other in a column. */
function rewritesOf(pair: Pair, name: string) {
  const [before, column] = [pair.found, pair.wanted].map(table => table.columns.find(one => one.name === name))
  if (!before || !column) return { lists: [] }
  return {
    column,
    lists: [pendingKeys(column, before), pendingTexts(column, before)].filter(keys => keys.length > 0),
  }
}
