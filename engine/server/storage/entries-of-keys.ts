import { both, type ChangeDraft, countingRows } from './change.ts'
import type { Pair } from './pair.ts'
import { hasAnyKey, pendingKeys } from './renamed-keys.ts'
import { quoted } from './sql-text.ts'
import { type Column, type ColumnRules, shownName } from './table.ts'
import { commentOnColumn } from './table-text.ts'

/** A found column with the entries that its keys have from now on. Keys that were removed keep the names of theirs. */
export function withEntries({ rules }: Column, before: Column): Column {
  const { keys, dictionary } = rules
  if (!keys || !before.rules.keys) return before
  const all = [...new Set([...before.rules.keys, ...keys])].toSorted()
  const nameOf = (key: string) => entryOf(keys.includes(key) ? rules : before.rules, key)
  const names = all.flatMap((key): [string, string][] => (nameOf(key) === key ? [] : [[key, nameOf(key)]]))
  const { names: _, ...rest } = before.rules
  return {
    ...before,
    rules: {
      ...rest,
      ...(dictionary !== undefined && { dictionary }),
      ...(names.length > 0 && { names: Object.fromEntries(names) }),
    },
  }
}

/** Records the entries of keys. Rows with a key that is another entry's from now on would get its meaning. */
export function entryChange(pair: Pair, column: Column, before: Column, after: Column): ChangeDraft[] {
  const { wanted, found, nameNow, columnNow } = pair
  const [comment] = commentOnColumn(wanted.name, after, before.rules)
  if (comment === undefined) return []
  const draft = { phase: 'columns', mark: 'additive', statements: [comment] } as const
  const changed = changedKeys(column, before)
  if (changed.length === 0) {
    const what = both(
      `登记 ${wanted.name}.${shownName(column)} 的字典项`,
      `Record the entries of the dictionary of ${wanted.name}.${shownName(column)}.`,
    )
    return [{ ...draft, what }]
  }
  const value = `mine.${quoted(columnNow(column.name))}`
  const keys = changed.map(from => ({ from }))
  const counting = countingRows(found, nameNow, hasAnyKey(before, value, keys))
  const inWords = changed.map(key => `${key} (${entryOf(before.rules, key)} → ${entryOf(column.rules, key)})`)
  return [
    {
      ...draft,
      what: both(
        `${wanted.name}.${shownName(column)} 的这些 key 改为别的字典项：${inWords.join('、')}`,
        `Give keys of ${wanted.name}.${shownName(column)} to other entries: ${inWords.join(', ')}.`,
      ),
      counting,
      recount: counting,
      losing: { name: `meaning:${wanted.name}.${column.name}`, mark: 'data-losing' },
    },
  ]
}

const entryOf = ({ names = {} }: ColumnRules, key: string): string =>
  Object.hasOwn(names, key) ? (names[key] ?? key) : key

/**
 * The keys whose entry is another one. In the same dictionary, an entry with a new name that has the key of one whose
 * name is gone is the same, renamed.
 */
function changedKeys(column: Column, before: Column): string[] {
  const { keys = [], dictionary } = column.rules
  const { keys: former = [], dictionary: formerDictionary } = before.rules
  if (formerDictionary === undefined) return []
  const isSame = dictionary === formerDictionary || column.formerDictionaries?.includes(formerDictionary)
  const moved = new Set(pendingKeys(column, before).flatMap(({ from, to }) => [from, to]))
  const names = new Set(keys.map(key => entryOf(column.rules, key)))
  const formerNames = new Set(former.map(key => entryOf(before.rules, key)))
  return keys.filter(key => {
    const [name, was] = [entryOf(column.rules, key), entryOf(before.rules, key)]
    if (!former.includes(key) || moved.has(key) || name === was) return false
    return !isSame || names.has(was) || formerNames.has(name)
  })
}
