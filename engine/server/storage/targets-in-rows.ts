import { castOf } from './cast.ts'
import { both, type ChangeDraft, countingRows, hasTenant, tenantIn } from './change.ts'
import type { Pair } from './pair.ts'
import { quoted } from './sql-text.ts'
import { type Column, shownName } from './table.ts'
import { commentOnColumn } from './table-text.ts'
import { type NamesAt, textReadingOf } from './text-reading.ts'

/** Records the resource of a reference that no foreign key shows. */
export function targetChange({ wanted }: Pair, column: Column, before: Column, after: Column): ChangeDraft[] {
  const [comment] = commentOnColumn(wanted.name, after, before.rules)
  if (comment === undefined) return []
  const what = both(
    `登记 ${wanted.name}.${shownName(column)} 引用的资源`,
    `Record the resource that ${wanted.name}.${shownName(column)} refers to.`,
  )
  return [{ phase: 'columns', mark: 'additive', what, statements: [comment] }]
}

/**
 * Removes ids without a row from lists whose type or target changes: no foreign key covers the elements of a list. What
 * a list of an earlier version referred to is not known; its ids are as a save wrote them.
 */
export function strayIds(pair: Pair, pairs: readonly Pair[], column: Column, before: Column): ChangeDraft[] {
  const { wanted, found, nameNow, columnNow } = pair
  const { refers, type } = column
  if (!refers?.table || type !== listOfIds) return []
  const target = pairs.find(one => one.wanted.name === refers.table)
  const former = formerTarget(pairs, before)
  const isOther = type !== before.type || (former !== undefined && former !== refers.of)
  if (!isOther && !(target && getsTenants(pair, target))) return []
  const table = { name: quoted(wanted.name), column: quoted(column.name) }
  const now = `mine.${quoted(columnNow(column.name))}`
  const value = castOf(now, before.type, type, textReadingOf(column, pair, pairs, 'now'))?.value ?? now
  const isThere = (at: NamesAt) => rowExists(pair, target, { name: refers.table ?? '', id: 'one', at })
  const hasStray = (list: string, at: NamesAt) =>
    `exists (select from unnest(${list}) listed(one) where not ${isThere(at)})`
  const counting = countingRows(found, nameNow, target ? hasStray(value, 'now') : `cardinality(${value}) > 0`)
  const kept = `select array_agg(one order by n) from unnest(mine.${table.column}) with ordinality listed(one, n) where ${isThere('planned')}`
  return [
    {
      phase: 'correct',
      mark: 'additive',
      losing: { name: `reference:${wanted.name}.${column.name}`, mark: 'breaks-rows' },
      onlyIfAny: true,
      what: both(
        `从 ${wanted.name}.${shownName(column)} 的列表中去掉 ${refers.table} 中没有的记录`,
        `Remove missing rows of ${refers.table} from the lists in ${wanted.name}.${shownName(column)}.`,
      ),
      counting,
      statements: [
        `update ${table.name} mine set ${table.column} = (${kept}) where ${hasStray(`mine.${table.column}`, 'planned')}`,
      ],
    },
  ]
}

const listOfIds = 'bigint[]'

/** The present name of the resource that a column referred to, where it is known. */
function formerTarget(pairs: readonly Pair[], { rules }: Column): string | undefined {
  const of = pairs.find(({ found }) => found.mark.code !== undefined && found.mark.of === rules.of)
  return of?.wanted.mark.of ?? rules.of
}

/** Rows that were those of all tenants are of one from now on. */
const getsTenants = (...tables: readonly Pair[]) =>
  tables.every(({ wanted }) => hasTenant(wanted)) && tables.some(({ found }) => !hasTenant(found))

/** The condition that a row of the table has the id, of the tenant of `mine` if both tables are per tenant. */
function rowExists(
  pair: Pair,
  target: Pair | undefined,
  { name, id, at }: { readonly name: string; readonly id: string; readonly at: NamesAt },
): string {
  const tenantOf = ({ wanted, found }: Pair, alias: string) => tenantIn(at === 'now' ? found : wanted, alias)
  const arePerTenant = target && hasTenant(pair.wanted) && hasTenant(target.wanted)
  const sameTenant = arePerTenant ? ` and ${tenantOf(target, 'other')} = ${tenantOf(pair, 'mine')}` : ''
  const table = at === 'now' ? (target?.nameNow ?? name) : name
  return `exists (select from ${quoted(table)} other where other."id" = ${id}${sameTenant})`
}
