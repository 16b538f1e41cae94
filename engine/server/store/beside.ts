import type { Beside } from '../../model/beside.ts'
import type { Resource } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { refuse } from '../refuse.ts'
import { demand } from './access.ts'
import type { Asking } from './asking.ts'
import { castOf, conditionSql } from './condition.ts'
import { columnOf, every, type Fragment, join, sql, word } from './fragment.ts'
import { orderOf, orderSql, unindexed } from './order.ts'
import { cap, unsorted, whereSql } from './page.ts'
import { type QueryInput, readQuery, type Sort } from './query.ts'
import { runAll } from './run.ts'
import { live } from './select.ts'

/**
 * What stands before and after a record in the list that a query gives. It is found by what the record is sorted by,
 * not by counting places: rows that come or go meanwhile make nobody skip one or meet one twice. A record that the
 * caller may view but the query no longer finds has its neighbours too: those between which it would stand.
 */
export async function beside(
  queries: Queries,
  asking: Asking,
  resource: Resource,
  id: string,
  input: QueryInput,
): Promise<Beside> {
  const access = demand(asking, resource, 'view')
  const { current: _current, size: _size, ...filter } = input
  const query = readQuery(asking, resource, access, filter)
  const order = orderOf(resource, access, query)
  const own = every([live('t'), access.rows('t'), sql`t."id" = ${id}::bigint`])
  const found = every(query.conditions.map(condition => conditionSql(condition, 't')))
  // As texts, which hold every value exactly, and go back as they came.
  const keys = order.map(({ field }, index) => word(`${columnOf('t', String(field.column))}::text as "${index}"`))
  const table = word(`"${resource.table}" t`)
  const [row] = await runAll(
    queries,
    sql`select ${join(keys, ', ', '')}, (${found}) is true as "found" from ${table} where ${own}`,
  )
  if (!row) throw refuse.notFound(resource.title)
  const at = order.map(({ field, descending }, index): Place => {
    const value = row[String(index)]
    return { field, descending, value: value === null ? null : String(value) }
  })

  const needsFew = unindexed(resource, order)
  const held = whereSql(access, query)
  const rows = needsFew ? every([held, word(`c.n <= ${cap}`)]) : held
  const reversed = at.map(place => ({ ...place, descending: !place.descending }))
  const before = behind(reversed).map(part => sql`select 1 from (select 1 from ${table} where ${every([rows, part])} limit ${most}) p`)
  const counted = sql`select count(*)::int as n from (select 1 from ${table} where ${held} limit ${word(String(cap + 1))}) few`
  const [answer] = await runAll(
    queries,
    sql`select c.n as "counted", (${nearest(table, rows, at)})::text as "next", (${nearest(table, rows, reversed)})::text as "previous", (select count(*)::int from (${join(before, ' union all ', '')} limit ${most}) b) as "before" from (${counted}) c`,
  )
  const total = Number(answer?.['counted'])
  if (needsFew && total > cap) throw unsorted(needsFew)
  const place = Number(answer?.['before'])
  const isFound = row['found'] === true
  return {
    previous: textOf(answer?.['previous']),
    next: textOf(answer?.['next']),
    isFound,
    at: isFound && place < cap ? place + 1 : null,
    total: Math.min(total, cap),
    capped: total > cap,
  }
}

/** A sort, and the record's own value in it as text. */
interface Place extends Sort {
  readonly value: string | null
}

const most = word(String(cap))

const textOf = (id: unknown): string | null => (typeof id === 'string' ? id : null)

/** The id of the first row behind a place. Each part is one short way along an index; the parts follow each other. */
function nearest(table: Fragment, rows: Fragment, at: readonly Place[]): Fragment {
  const order = word(orderSql(at, 't'))
  const parts = behind(at).map(
    (part, index) =>
      sql`select p.* from (select t."id", ${word(String(index))} as n from ${table} where ${every([rows, part])} order by ${order} limit 1) p`,
  )
  return sql`select x."id" from (${join(parts, ' union all ', '')}) x order by x.n limit 1`
}

/**
 * The rows behind a place as conditions that exclude each other, the nearest rows first: those that share all but the
 * last of its values, then those that share all but the last two, and so on. One condition for all of them (`a > 1 or
 * a = 1 and b > 2`) is read by no index.
 */
function behind(at: readonly Place[]): Fragment[] {
  return at
    .map((place, index) => ({ place, same: at.slice(0, index).map(sameAs) }))
    .reverse()
    .flatMap(({ place, same }) => beyond(place).map(part => every([...same, part])))
}

const columnIn = ({ field }: Place): Fragment => word(columnOf('t', String(field.column)))
const bound = ({ field, value }: Place): Fragment => sql`${value}::${word(castOf(field))}`

const sameAs = (place: Place): Fragment =>
  place.value === null ? sql`${columnIn(place)} is null` : sql`${columnIn(place)} = ${bound(place)}`

/** Empty values stand above all others. */
function beyond(place: Place): Fragment[] {
  const column = columnIn(place)
  if (place.descending) return [place.value === null ? sql`${column} is not null` : sql`${column} < ${bound(place)}`]
  if (place.value === null) return []
  const above = sql`${column} > ${bound(place)}`
  return place.field.name === 'id' ? [above] : [above, sql`${column} is null`]
}
