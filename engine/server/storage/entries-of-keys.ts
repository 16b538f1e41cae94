import { both, type ChangeDraft, countingRows, hasTenant, platform } from './change.ts'
import type { Pair } from './pair.ts'
import { hasAnyKey, pendingKeys } from './renamed-keys.ts'
import { overlayTable } from './renamed-parts.ts'
import { literal, quoted } from './sql-text.ts'
import { type Column, type ColumnRules, shownName } from './table.ts'
import { commentOnColumn } from './table-text.ts'

/**
 * A found column with the entries that its keys have from now on. Keys that were removed keep the names of theirs. That
 * the dictionary is another one is recorded when no row has an added entry of the former one.
 */
export function withEntries(column: Column, before: Column): Column {
  const { rules } = column
  const { keys } = rules
  const dictionary = isOtherDictionary(column, before) ? before.rules.dictionary : rules.dictionary
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
  const { wanted, found } = pair
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
  const value = `mine.${quoted(column.name)}`
  const keys = changed.map(from => ({ from }))
  const counting = countingRows(found, wanted.name, hasAnyKey(before, value, keys))
  const inWords = changed.map(key => `${key} (${entryOf(before.rules, key)} → ${entryOf(column.rules, key)})`)
  return [
    {
      ...draft,
      what: both(
        `${wanted.name}.${shownName(column)} 的这些 key 改为别的字典项：${inWords.join('、')}`,
        `Give keys of ${wanted.name}.${shownName(column)} to other entries: ${inWords.join(', ')}.`,
      ),
      counting,
      losing: { name: `key:${wanted.name}.${column.name}`, mark: 'data-losing' },
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
  const { keys = [] } = column.rules
  const { keys: former = [], dictionary: formerDictionary } = before.rules
  if (formerDictionary === undefined) return []
  const isSame = !isOtherDictionary(column, before)
  const moved = new Set(pendingKeys(column, before).flatMap(({ from, to }) => [from, to]))
  const names = new Set(keys.map(key => entryOf(column.rules, key)))
  const formerNames = new Set(former.map(key => entryOf(before.rules, key)))
  return keys.filter(key => {
    const [name, was] = [entryOf(column.rules, key), entryOf(before.rules, key)]
    if (!former.includes(key) || moved.has(key) || name === was) return false
    return !isSame || names.has(was) || formerNames.has(name)
  })
}

function isOtherDictionary({ rules, formerDictionaries = [] }: Column, before: Column): boolean {
  const former = before.rules.dictionary
  return former !== undefined && rules.dictionary !== former && !formerDictionaries.includes(former)
}

/**
 * The conditions that rows have keys of no entry, where the column had another dictionary, or none, or gets that of
 * states. Administrators add entries to any other, for all tenants or their own.
 */
export function strangeKeys(
  { found }: Pair,
  pairs: readonly Pair[],
  column: Column,
  before: Column,
  value: string,
): string[] {
  const { keys } = column.rules
  const { fixed } = column.rules
  const isOfStates = fixed === true && before.rules.fixed !== true
  const isNew = before.rules.keys === undefined || isOfStates
  if (!keys || !(isNew || isOtherDictionary(column, before))) return []
  const codes = [String(column.rules.dictionary), ...(column.formerDictionaries ?? [])]
  const paths = codes.map(code => `${literal(`${code}/`)} || key`).join(', ')
  const ofTenant = hasTenant(found) ? ` and added.tenant_id in (mine."tenant_id", ${platform})` : ''
  const overlays = pairs.find(({ wanted }) => wanted.name === overlayTable)?.wanted.name
  const isAdded =
    overlays === undefined || fixed
      ? []
      : [
          `not exists (select from ${quoted(overlays)} added where added.kind = 'dictionary' and added.property = 'title.zh' and added.path in (${paths})${ofTenant})`,
        ]
  const known = isNew ? keys : [...keys, ...(before.rules.keys ?? [])]
  const isStrange = `key <> all(array[${known.map(literal).join(', ')}]::text[])`
  const all = column.type.endsWith('[]') ? value : `array[${value}]`
  return [`exists (select from unnest(${all}) key where ${[isStrange, ...isAdded].join(' and ')})`]
}
