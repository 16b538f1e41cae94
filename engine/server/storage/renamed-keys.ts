import { castOf } from './cast.ts'
import { both, type ChangeDraft, countingRows } from './change.ts'
import { linesInRows } from './lines-in-rows.ts'
import type { Pair } from './pair.ts'
import { literal, quoted } from './sql-text.ts'
import { type Column, type KeyPair, type LinePart, shownName } from './table.ts'

/**
 * The texts that rows may have instead of keys: titles in a column that was not one of a dictionary, and former keys of
 * which the rename is declared after the column lost them.
 */
export function pendingTexts({ keyTitles = [], keyRenames = [], rules }: Column, before: Column): readonly KeyPair[] {
  const { keys } = rules
  if (!keys) return []
  const isLost = (key: string) => !keys.includes(key) && !before.rules.keys?.includes(key)
  const former = keyRenames.flatMap(({ from, to }) => from.filter(isLost).map(one => ({ from: one, to })))
  return [...(before.rules.keys === undefined ? keyTitles : []), ...former]
}

/** The declared renames of keys that the rows of a column may have, in the order of the descriptor. */
export function pendingKeys({ keyRenames = [], rules }: Column, before: Column): KeyPair[] {
  const former = before.rules.keys ?? []
  return keyRenames.flatMap(({ from, to }) =>
    from.filter(one => former.includes(one) && !rules.keys?.includes(one)).map(one => ({ from: one, to })),
  )
}

/**
 * Rewrites renamed keys in the rows of a column and in what is stored of them. Where the new key was one of another
 * entry, the rows of both can no longer be distinguished.
 */
export function keysInRows(pair: Pair, column: Column, before: Column): ChangeDraft[] {
  const { wanted, found } = pair
  const pending = pendingKeys(column, before)
  if (pending.length === 0) return []
  const merged = pending.filter(({ to }) => before.rules.keys?.includes(to))
  return [
    {
      phase: 'correct',
      mark: merged.length > 0 ? 'additive' : 'rename',
      what: both(
        `改写 ${wanted.name}.${shownName(column)} 的字典值：${inWords(pending, '、')}`,
        `Rewrite keys of ${wanted.name}.${shownName(column)}: ${inWords(pending, ', ')}.`,
      ),
      frees: pending.map(({ from }) => `${wanted.name}.${column.name}=${from}`),
      ...(merged.length > 0 && {
        losing: { name: `key:${wanted.name}.${column.name}`, mark: 'data-losing' as const },
        counting: countingRows(found, wanted.name, hasAnyKey(before, `mine.${quoted(column.name)}`, merged)),
      }),
      statements: [rewriting(wanted.name, column, pending)],
    },
    {
      phase: 'names',
      mark: 'rename',
      what: both(
        `改写历史和视图中 ${wanted.mark.of}.${column.field} 的字典值：${inWords(pending, '、')}`,
        `Rewrite keys of ${wanted.mark.of}.${column.field} in history and saved views: ${inWords(pending, ', ')}.`,
      ),
      statements: valuesOfField(pair, column, value => renamedValue(value, pending)),
    },
  ]
}

/** Replaces titles and lost keys by the present keys in a column, and in what is stored of it. */
export function textsInRows(pair: Pair, column: Column, before: Column): ChangeDraft[] {
  const { wanted, found } = pair
  const pending = pendingTexts(column, before)
  if (pending.length === 0) return []
  const now = quoted(column.name)
  const value = castOf(now, before.type, column.type, before.rules.keys ? { isKey: true } : {})?.value ?? now
  const draft = {
    mark: 'additive',
    what: both(
      `${wanted.name}.${shownName(column)} 中的字典标题和曾用值换成字典值：${inWords(pending, '、')}`,
      `Replace titles and former keys in ${wanted.name}.${shownName(column)} by keys: ${inWords(pending, ', ')}.`,
    ),
    counting: countingRows(found, wanted.name, hasAnyKey(column, value, pending)),
    onlyIfAny: true,
  } as const
  return [
    { ...draft, phase: 'correct', statements: [rewriting(wanted.name, column, pending)] },
    {
      ...draft,
      phase: 'names',
      what: both(
        `历史和视图中 ${wanted.mark.of}.${column.field} 的字典标题和曾用值换成字典值`,
        `Replace titles and former keys of ${wanted.mark.of}.${column.field} by keys in history and saved views.`,
      ),
      statements: valuesOfField(pair, column, value => renamedValue(value, pending)),
    },
  ]
}

const inWords = (keys: readonly KeyPair[], separator: string): string =>
  keys.map(({ from, to }) => `${from} → ${to}`).join(separator)

/** The condition that a value of the column is one of the keys, or a list with one of them. */
export function hasAnyKey(
  { type }: Pick<Column, 'type'>,
  value: string,
  keys: readonly { readonly from: string }[],
): string {
  const texts = `array[${keys.map(({ from }) => literal(from)).join(', ')}]::text[]`
  return type.endsWith('[]') ? `(${value}) && ${texts}` : `(${value}) = any(${texts})`
}

function rewriting(table: string, column: Column, keys: readonly KeyPair[]): string {
  const name = quoted(column.name)
  return `update ${quoted(table)} set ${name} = ${withKeysRenamed(column, name, keys)} where ${hasAnyKey(column, name, keys)}`
}

/** A value of the column that has one of the keys, with those that replace them. */
export const withKeysRenamed = ({ type }: Pick<Column, 'type'>, value: string, keys: readonly KeyPair[]): string =>
  type.endsWith('[]') ? renamedList(value, keys) : renamedKey(value, keys)

const renamedKey = (value: string, keys: readonly KeyPair[]): string =>
  `case ${value} ${keys.map(({ from, to }) => `when ${literal(from)} then ${literal(to)}`).join(' ')} else ${value} end`

/** Each key once, at its first position. */
const renamedList = (value: string, keys: readonly KeyPair[]): string =>
  `(select array_agg(key order by n) from (select key, min(n) as n from (select ${renamedKey('one', keys)} as key, n from unnest(${value}) with ordinality listed(one, n)) renamed group by key) distinct_keys)`

/** Text, a list of keys in one text, or a list. */
function renamedValue(value: string, keys: readonly KeyPair[]): string {
  const inText = `(select to_jsonb(string_agg(${renamedKey('one', keys)}, ',' order by n)) from unnest(string_to_array(${value} #>> '{}', ',')) with ordinality listed(one, n))`
  const inList = `(select jsonb_agg(${renamedKey(`(one #>> '{}')`, keys)} order by n) from jsonb_array_elements(${value}) with ordinality listed(one, n))`
  return `case when jsonb_typeof(${value}) = 'string' and ${value} <> '""' then ${inText} when jsonb_typeof(${value}) = 'array' and ${value} <> '[]' then ${inList} else ${value} end`
}

/** A stored JSON value of a tenant after a change of its field; a query stores each value as a text. */
type ValueChange = (value: string, isOfQuery: boolean, tenant: string) => string

const ownTenant = '"tenant_id"'

/** Rewrites the values of a column's field in history, saved views and operations. */
export function valuesOfField(pair: Pair, column: Column, changed: ValueChange): string[] {
  const { field } = column
  if (field === undefined) return []
  const ofLines = (pair.wanted.partOf ?? []).flatMap(part => valuesInLines(part, field, changed))
  return [...valuesOfRecords(pair.wanted.mark.of, field, changed), ...ofLines]
}

/** The columns of the engine that contain values of records by field. A new one must be added here. */
const valueColumns: readonly {
  readonly table: string
  readonly column: string
  readonly content: 'fields as keys' | 'query'
}[] = [
  { table: 'engine_history', column: 'changes', content: 'fields as keys' },
  { table: 'engine_operation', column: 'edited', content: 'fields as keys' },
  { table: 'engine_view', column: 'query', content: 'query' },
]

function valuesOfRecords(resource: string, field: string, changed: ValueChange): string[] {
  const has = (column: string) => `jsonb_exists(${column}, ${literal(field)})`
  return valueColumns.flatMap(({ table, column, content }) => {
    const [name, isOf] = [quoted(column), `"resource" = ${literal(resource)}`]
    const value = `${name} -> ${literal(field)}`
    const set = (now: string) => `update ${quoted(table)} set ${name} = ${now}`
    const withValue = (now: string) => `${name} || jsonb_build_object(${literal(field)}, ${now})`
    if (content === 'query') {
      const isNamed = `name ~ ${literal(`^${field}(_[a-z]+)?$`)}`
      const now = `(select jsonb_object_agg(name, case when ${isNamed} then ${changed('value', true, ownTenant)} else value end) from jsonb_each(${name}) asked(name, value))`
      return [`${set(now)} where ${isOf} and exists (select from jsonb_object_keys(${name}) name where ${isNamed})`]
    }
    if (table !== 'engine_history')
      return [`${set(withValue(changed(`(${value})`, false, ownTenant)))} where ${isOf} and ${has(name)}`]
    return [
      `${set(withValue(changedBothIn(value, changed)))} where ${isOf} and jsonb_typeof(${value}) = 'object' and ${value} <> '{}'`,
    ]
  })
}

/** A change, with both of its values changed. */
const changedBothIn = (change: string, changed: ValueChange): string =>
  `(select jsonb_object_agg(name, ${changed('value', false, ownTenant)}) from jsonb_each(${change}) changed(name, value))`

function valuesInLines(part: LinePart, field: string, changed: ValueChange): string[] {
  return linesInRows(part, field, values => {
    const value = `(${values} -> ${literal(field)})`
    const isChange = `jsonb_typeof(${value}) = 'object' and ${value} <> '{}'`
    const now = `case when ${isChange} then ${changedBothIn(value, changed)} else ${value} end`
    return `${values} || jsonb_build_object(${literal(field)}, ${now})`
  })
}
