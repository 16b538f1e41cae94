import { snake } from '../../model/names.ts'
import { acceptsFewer, brokenBy } from './broken-limits.ts'
import { both, type ChangeDraft, countingRows } from './change.ts'
import { hasSameEntries } from './entries-of-keys.ts'
import { fieldRename } from './names-in-rows.ts'
import type { Pair } from './pair.ts'
import { literal, quoted } from './sql-text.ts'
import { type Column, columnOfKey, hasRulesOf, shownName, type Table } from './table.ts'

/** A column that was renamed after one of its new name appeared. */
interface Merge {
  readonly column: Column
  readonly former: Column
}

/**
 * Only entered columns of one type are merged, where the column accepts what the former one did, with the same meaning; a
 * unique one could not contain the values of both.
 */
export function mergesOf(pair: Pick<Pair, 'wanted' | 'found'>): Merge[] {
  const { wanted, found } = pair
  const isGone = ({ name }: Column) => !wanted.columns.some(column => column.name === name)
  return wanted.columns.flatMap(column => {
    if (column.isComputed || !column.was) return []
    const isUnique = wanted.indexes.some(({ unique, keys }) => unique && keys.map(columnOfKey).includes(column.name))
    const left = found.columns.some(({ name, type }) => name === column.name && type === column.type)
    const former = found.columns.find(
      one => column.was?.includes(one.name) && isGone(one) && accepts(pair, column, one),
    )
    return left && former && !isUnique ? [{ column, former }] : []
  })
}

/** Whether the values of a former column mean the same in another, as far as is known. */
export const meansAlike = (
  { wanted, found }: Pick<Pair, 'wanted' | 'found'>,
  column: Column,
  former: Column,
): boolean =>
  (former.rules.unit === undefined || former.rules.unit === column.rules.unit) &&
  hasSameEntries(column, former) &&
  refersAlike(wanted, found, column, former)

/** Whether the values of a former column are valid in another, and mean the same there, as far as is known. */
function accepts(pair: Pick<Pair, 'wanted' | 'found'>, column: Column, former: Column): boolean {
  const { found } = pair
  const { required: _, form, ...rules } = column.rules
  const limits = hasRulesOf(2, found) ? former.rules : { ...rules, max: former.rules.max, keys: former.rules.keys }
  const known = hasRulesOf(4, found) ? limits : { ...limits, count: rules.count }
  const isFormKnown = hasRulesOf(column.reads?.links ? 3 : 2, found)
  return (
    former.type === column.type &&
    former.rules.secret === rules.secret &&
    meansAlike(pair, column, former) &&
    (!rules.fixed || former.rules.fixed === true || !hasRulesOf(4, found)) &&
    (form === undefined || !isFormKnown || form.join() === former.rules.form?.join()) &&
    !acceptsFewer(rules, former.rules) &&
    brokenBy(rules, known, '', column).length === 0
  )
}

/** Whether the ids of a former column are those of the records to which another refers, of which one may be renamed. */
function refersAlike(wanted: Table, found: Table, column: Column, former: Column): boolean {
  const { refers } = column
  if (!refers) return true
  const keyIn = ({ references }: Table, name: string) => references.find(({ columns }) => columns.at(-1) === name)
  const { of, was = [] } = refers
  const key = keyIn(found, former.name)
  if (key) return [keyIn(wanted, column.name)?.to, refers.table, ...was.map(snake)].includes(key.to)
  // A list of an earlier version does not record it.
  return former.rules.of === undefined ? column.type.endsWith('[]') : [of, ...was].includes(former.rules.of)
}

/**
 * History entries that contain both fields contain one that changed as the merged column would have. Where both had a
 * value, the other one remains under the former name.
 */
function mergedHistory({ found }: Pair, { column, former }: Merge, kept: 'column' | 'former'): string[] {
  const [rename] = fieldRename(column, former.name)
  if (!rename) return []
  const [to, from] = [rename.to, rename.from].map(literal) as [string, string]
  const [first, second] = kept === 'column' ? [to, from] : [from, to]
  const stored = (field: string, side: string) => `nullif("changes" -> ${field} -> '${side}', 'null')`
  const sides = ['from', 'to'].map(
    side => `'${side}', coalesce(${stored(first, side)}, ${stored(second, side)}, 'null')`,
  )
  const differs = ['from', 'to'].map(side => `${stored(to, side)} <> ${stored(from, side)}`).join(' or ')
  const other = `case when ${differs} then jsonb_build_object(${from}, "changes" -> ${second}) else '{}' end`
  return [
    `update "engine_history" set "changes" = ("changes" - ${from}) || jsonb_build_object(${to}, jsonb_build_object(${sides.join(', ')})) || ${other}
      where "resource" = ${literal(found.mark.of)} and jsonb_exists("changes", ${from}) and jsonb_exists("changes", ${to})`,
  ]
}

/** Where both columns have a value, one of the two is lost. */
export function mergedColumn(pair: Pair, merge: Merge): ChangeDraft {
  const { wanted, found, nameNow, columnNow } = pair
  const { column, former } = merge
  const [table, name, from] = [quoted(wanted.name), quoted(column.name), quoted(former.name)]
  const [now, fromNow] = [column, former].map(one => `mine.${quoted(columnNow(one.name))}`)
  const set = (value: string) => `update ${table} set ${name} = ${value} where ${from} is not null`
  const what = (zh: string, en: string) =>
    both(
      `${wanted.name} 的列 ${shownName(former)} 并入 ${shownName(column)}${zh}`,
      `Merge the column ${shownName(former)} of ${wanted.name} into ${shownName(column)}${en}.`,
    )
  return {
    phase: 'correct',
    mark: 'rename',
    what: what(
      `；两列都有值时以 ${shownName(column)} 为准`,
      `; where both have a value, that of ${shownName(column)} is kept`,
    ),
    losing: { name: `keep:${wanted.name}.${column.name}`, mark: 'data-losing' },
    instead: {
      name: `take:${wanted.name}.${column.name}`,
      what: what(
        `；两列都有值时以 ${shownName(former)} 为准`,
        `; where both have a value, that of ${shownName(former)} is kept`,
      ),
      statements: [set(from), ...mergedHistory(pair, merge, 'former')],
    },
    counting: countingRows(
      found,
      nameNow,
      `${now} <> ${fromNow}`,
      column.rules.secret ? undefined : { value: `${now}::text || ' / ' || ${fromNow}::text` },
    ),
    statements: [set(`coalesce(${name}, ${from})`), ...mergedHistory(pair, merge, 'column')],
  }
}
