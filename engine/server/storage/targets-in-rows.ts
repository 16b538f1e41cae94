import { both, type ChangeDraft, countingRows, hasTenant, tenantIn } from './change.ts'
import type { Pair } from './pair.ts'
import { quoted } from './sql-text.ts'
import { type Column, shownName } from './table.ts'
import { commentOnColumn } from './table-text.ts'
import { valueNow } from './text-reading.ts'

/**
 * Records the resource of a reference that no foreign key shows. Where it is another one than before, rows whose ids both
 * have would refer to other records.
 */
export function targetChange(
  pair: Pair,
  pairs: readonly Pair[],
  column: Column,
  before: Column,
  after: Column,
): ChangeDraft[] {
  const { wanted, found } = pair
  const { refers } = column
  const statements = commentOnColumn(wanted.name, after, before.rules)
  const draft = { phase: 'columns', mark: 'additive', statements } as const
  const name = `${wanted.name}.${shownName(column)}`
  const former = formerTarget(pair, pairs, column, before)
  const keeps = refers && former && former.now !== refers.of ? keepsId(pair, pairs, column) : undefined
  if (!refers || !former || keeps === undefined) {
    const what = both(`登记 ${name} 引用的资源`, `Record the resource that ${name} refers to.`)
    return statements.length > 0 ? [{ ...draft, what }] : []
  }
  const counting = countingRows(found, wanted.name, keeps)
  return [
    {
      ...draft,
      what: both(
        `${name} 由引用 ${former.of} 改为引用 ${refers.of}：行中的 id 不变，指向的是 ${refers.of} 中的另一条记录`,
        `Let ${name} refer to ${refers.of} instead of ${former.of}: rows keep their ids, which are those of other records of ${refers.of}.`,
      ),
      losing: { name: `meaning:${wanted.name}.${column.name}`, mark: 'data-losing' },
      afterSteps: true,
      ...(statements.length === 0 && { onlyIfAny: true }),
      counting,
    },
  ]
}

/**
 * Removes ids without a row from lists whose type or target changes: no foreign key covers the elements of a list. What
 * a list of an earlier version referred to is not known; its ids are as a save wrote them.
 */
export function danglingIds(pair: Pair, pairs: readonly Pair[], column: Column, before: Column): ChangeDraft[] {
  const { wanted, found } = pair
  const { refers, type } = column
  if (!refers?.table || type !== listOfIds) return []
  const target = pairs.find(one => one.wanted.name === refers.table)
  if (!refersOtherwise(pair, pairs, column, before)) return []
  const table = { name: quoted(wanted.name), column: quoted(column.name) }
  const value = valueNow(pair, pairs, column.name)
  const isThere = (at: 'now' | 'planned') => rowExists(pair, target, { name: refers.table ?? '', id: 'one', at })
  const hasStray = (list: string, at: 'now' | 'planned') =>
    `exists (select from unnest(${list}) listed(one) where not ${isThere(at)})`
  const counting = countingRows(found, wanted.name, target ? hasStray(value, 'now') : `cardinality(${value}) > 0`)
  const kept = `select array_agg(one order by n) from unnest(mine.${table.column}) with ordinality listed(one, n) where ${isThere('planned')}`
  return [
    {
      phase: 'correct',
      mark: 'additive',
      losing: { name: `retype:${wanted.name}.${column.name}`, mark: 'breaks-rows' },
      afterSteps: true,
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

/** Whether the ids of a column were those of another resource, as far as is known, or no ids of one. */
export function refersOtherwise(pair: Pair, pairs: readonly Pair[], column: Column, before: Column): boolean {
  const former = formerTarget(pair, pairs, column, before)
  // A list without a recorded target is one of an earlier version; an id may have been a number.
  const isUnknown = former === undefined && column.type === listOfIds
  return column.type !== before.type || !(isUnknown || former?.now === column.refers?.of)
}

/** The condition that an id of a row is one of the new target, too; undefined if that has no rows yet. */
function keepsId(pair: Pair, pairs: readonly Pair[], column: Column): string | undefined {
  const { type, refers } = column
  const value = valueNow(pair, pairs, column.name)
  const target = pairs.find(one => one.wanted.name === refers?.table)
  // The ids of a view are not stored.
  if (refers?.table === undefined) return type === listOfIds ? `cardinality(${value}) > 0` : `(${value}) is not null`
  if (!target) return undefined
  const isThere = (id: string) => rowExists(pair, target, { name: target.wanted.name, id, at: 'now' })
  if (type !== listOfIds) return isThere(value)
  return `exists (select from unnest(${value}) listed(one) where ${isThere('one')})`
}

/** The resource to which a column referred, and its name from now on; that is absent if it is removed. */
interface FormerTarget {
  readonly of: string
  readonly now?: string
}

/** Undefined where it is not known, as for a list of an earlier version. */
function formerTarget(
  { found }: Pair,
  pairs: readonly Pair[],
  { name }: Column,
  { rules }: Column,
): FormerTarget | undefined {
  const key = found.references.find(({ columns }) => columns.at(-1) === name)
  const of = key?.of ?? rules.of
  if (of === undefined) return undefined
  const now = pairs.find(one => one.found.mark.code !== undefined && one.found.mark.of === of)?.wanted.mark.of
  // A view has no table.
  const known = now ?? (key ? undefined : of)
  return { of, ...(known !== undefined && { now: known }) }
}

/** The condition that a row of the table has the id, of the tenant of `mine` if both tables are per tenant. */
function rowExists(
  pair: Pair,
  target: Pair | undefined,
  { name, id, at }: { readonly name: string; readonly id: string; readonly at: 'now' | 'planned' },
): string {
  const tenantOf = ({ wanted, found }: Pair, alias: string) => tenantIn(at === 'now' ? found : wanted, alias)
  const arePerTenant = target && hasTenant(pair.wanted) && hasTenant(target.wanted)
  const sameTenant = arePerTenant ? ` and ${tenantOf(target, 'other')} = ${tenantOf(pair, 'mine')}` : ''
  return `exists (select from ${quoted(target?.wanted.name ?? name)} other where other."id" = ${id}${sameTenant})`
}
