import { mergesOf } from './merged-columns.ts'
import type { Pair } from './pair.ts'
import { hasAnyKey, pendingKeys, pendingTexts, withKeysRenamed } from './renamed-keys.ts'
import { quoted } from './sql-text.ts'
import { valueNow } from './text-reading.ts'

/** Which value remains where two columns become one and both have one. */
export type Preferred = 'new' | 'former'

/**
 * A value of a column as the plan leaves it, read before the plan: converted, with its keys replaced, and with the value
 * of the column that is merged into it.
 */
export function valueThen(
  pair: Pair,
  pairs: readonly Pair[],
  name: string,
  alias = 'mine',
  preferred: Preferred = 'new',
): string {
  const value = valueNow(pair, pairs, name, alias)
  const { column, lists, former } = rewritesOf(pair, name, alias)
  if (!column) return value
  const keyed = lists.reduce(
    (text, keys) =>
      `(case when ${hasAnyKey(column, text, keys)} then ${withKeysRenamed(column, text, keys)} else ${text} end)`,
    value,
  )
  if (former === undefined) return keyed
  return `coalesce(${(preferred === 'new' ? [keyed, former] : [former, keyed]).join(', ')})`
}

/** The condition that the plan replaces keys in a column of a row, or merges a value into it; none where it never does. */
export function isRewritten(pair: Pair, pairs: readonly Pair[], name: string): string | undefined {
  const value = valueNow(pair, pairs, name)
  const { column, lists, former } = rewritesOf(pair, name, 'mine')
  if (!column) return undefined
  const conditions = lists.map(keys => hasAnyKey(column, value, keys))
  if (former !== undefined) conditions.push(`${former} is not null`)
  return conditions.length === 0 ? undefined : conditions.join(' or ')
}

/** The keys that the plan replaces one after the other in a column, and the column that it merges into it. */
function rewritesOf(pair: Pair, name: string, alias: string) {
  const [before, column] = [pair.found, pair.wanted].map(table => table.columns.find(one => one.name === name))
  if (!before || !column) return { lists: [] }
  const former = mergesOf(pair).find(merge => merge.column === column)?.former
  return {
    column,
    lists: [pendingKeys(column, before), pendingTexts(column, before)].filter(keys => keys.length > 0),
    former: former && `${alias}.${quoted(pair.columnNow(former.name))}`,
  }
}
