import type { ListPosition } from '../../model/list-position.ts'
import type { Resource } from '../../model/model.ts'
import { demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'
import { assureBoundedScan } from './bounded-scan.ts'
import { conditionSql } from './condition.ts'
import { orderOf, unindexed } from './order.ts'
import { cap, unsorted } from './page.ts'
import { type QueryInput, readQuery } from './query.ts'
import { live } from './select.ts'
import { sortValue } from './sort.ts'
import { whereSql } from './where.ts'

/**
 * The records before and after a record in the list of a query. They are found by the record's sort values, not by
 * offset: inserted or deleted rows cause no skip and no repetition. A record that the actor may view but the query no
 * longer finds has neighbours too: those of the position that it would have.
 */
export async function listPosition(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  id: string,
  input: QueryInput,
): Promise<ListPosition> {
  const access = demand(ctx, resource, 'view')
  const { current: _current, size: _size, ...filter } = input
  const query = readQuery(ctx, resource, access, filter)
  await assureBoundedScan(queries, resource, access, query.conditions)
  const order = orderOf(resource, access, query)
  const own = every([live('t'), access.rows('t'), sql`t."id" = ${id}::bigint`])
  const found = every(query.conditions.map(condition => conditionSql(condition, 't')))
  const table = word(`"${resource.table}" t`)
  const condition = whereSql(access, query.conditions)
  const values = order.map((sort, index) => sortValue(ctx, resource, sort, 't', `s${index}`))
  const joins = join(
    values.map(value => value.join),
    '',
    '',
  )
  const sorted = sql`${table}${joins}`
  // As texts, which represent every value exactly and are cast back unchanged.
  const keys = values.map(({ value }, index) => sql`${value}::text as ${word(`"${index}"`)}`)
  const counted = sql`select count(*)::int from (select 1 from ${table} where ${condition} limit ${word(String(cap + 1))}) few`
  const [row] = await runAll(
    queries,
    sql`select ${join(keys, ', ', '')}, (${found}) is true as "found", o.n as "counted" from (select * from ${table} where ${own}) t${joins}, lateral (select (${counted}) as n) o`,
  )
  if (!row) throw refuse.notFound(resource.title)
  const total = Number(row['counted'])
  const needsFew = unindexed(ctx.model, resource, order)
  if (needsFew && total > cap) throw unsorted(resource, needsFew)

  const at = order.map(({ field, descending }, index): SortPosition => {
    const own = row[String(index)]
    const { value: key, type } = values[index] ?? { value: word(''), type: 'text' }
    return { descending, key, type, isId: field.name === 'id', value: own === null ? null : String(own) }
  })
  const [answer] = await runAll(queries, total > cap ? inMany(sorted, condition, at) : inFew(sorted, condition, at))
  const isFound = row['found'] === true
  const before = Number(answer?.['before'])
  return {
    previous: textOf(answer?.['previous']),
    next: textOf(answer?.['next']),
    isFound,
    at: isFound && before < cap ? before + 1 : null,
    total: Math.min(total, cap),
    capped: total > cap,
  }
}

/** A sort with the record's own value as text. */
interface SortPosition {
  readonly descending: boolean
  /** The value by which rows are compared, under the alias `t`. */
  readonly key: Fragment
  readonly type: string
  readonly isId: boolean
  readonly value: string | null
}

const most = word(String(cap))

const textOf = (id: unknown): string | null => (typeof id === 'string' ? id : null)

/** Few rows are found once, by the fastest plan, and scanned. */
function inFew(table: Fragment, condition: Fragment, at: readonly SortPosition[]): Fragment {
  const columns = at.map(({ key, isId }, index) => (isId ? key : sql`${key} as ${word(`"#${index}"`)}`))
  const few = sql`with f as materialized (select ${join(columns, ', ', '')} from ${table} where ${condition})`
  const found = at.map((position, index) => (position.isId ? position : { ...position, key: word(`t."#${index}"`) }))
  return sql`${few} ${inMany(word('f t'), word('true'), found)}`
}

/** Of many rows, only those along an index are read. */
function inMany(table: Fragment, condition: Fragment, at: readonly SortPosition[]): Fragment {
  const reversed = at.map(position => ({ ...position, descending: !position.descending }))
  const parts = behind(reversed).map(
    part => sql`select 1 from (select 1 from ${table} where ${every([condition, part])} limit ${most}) p`,
  )
  const before = sql`select count(*)::int from (${join(parts, ' union all ', '')} limit ${most}) b`
  return sql`select (${nearest(table, condition, at)})::text as "next", (${nearest(table, condition, reversed)})::text as "previous", (${before}) as "before"`
}

/** The id of the first row after a position. Each part is one short index scan, and the parts run in order. */
function nearest(table: Fragment, rows: Fragment, at: readonly SortPosition[]): Fragment {
  const order = join(
    at.map(({ key, descending }) => (descending ? sql`${key} desc` : key)),
    ', ',
    '',
  )
  const parts = behind(at).map(
    (part, index) =>
      sql`select p.* from (select t."id", ${word(String(index))} as n from ${table} where ${every([rows, part])} order by ${order} limit 1) p`,
  )
  return sql`select x."id" from (${join(parts, ' union all ', '')}) x order by x.n limit 1`
}

/**
 * The rows after a position as conditions that exclude each other, the nearest rows first: those that share all but the
 * last of its values, then those that share all but the last two, and so on. No index supports one condition for all of
 * them (`a > 1 or a = 1 and b > 2`).
 */
function behind(at: readonly SortPosition[]): Fragment[] {
  return at
    .map((position, index) => ({ position, same: at.slice(0, index).map(sameAs) }))
    .reverse()
    .flatMap(({ position, same }) => beyond(position).map(part => every([...same, part])))
}

const bound = ({ type, value }: SortPosition): Fragment => sql`${value}::${word(type)}`

const sameAs = (position: SortPosition): Fragment =>
  position.value === null ? sql`${position.key} is null` : sql`${position.key} = ${bound(position)}`

/** Empty values are greater than all others. */
function beyond(position: SortPosition): Fragment[] {
  const column = position.key
  if (position.descending)
    return [position.value === null ? sql`${column} is not null` : sql`${column} < ${bound(position)}`]
  if (position.value === null) return []
  const above = sql`${column} > ${bound(position)}`
  return position.isId ? [above] : [above, sql`${column} is null`]
}
