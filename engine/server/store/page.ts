import type { Model, Resource } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import { type Access, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { columnOf, type Fragment, keyOf, numbered, sql, word } from '../database/fragment.ts'
import { run } from '../database/run.ts'
import { type Row, type Shape, shapeOf } from '../database/shape.ts'
import { ofSameTenant, tenantColumns } from '../database/tenancy.ts'
import { refuse } from '../errors/refuse.ts'
import { assureBoundedScan, indexAdvice, maxScanned, narrowedSql, scannedOf, unfiltered } from './bounded-scan.ts'
import { withRareParts } from './frequent-parts.ts'
import { isOrdered } from './indexed.ts'
import { type OrderSql, orderBy, orderOf, orderSql, unindexed } from './order.ts'
import { type Query, type QueryInput, readQuery } from './query.ts'
import { recordsFrom, type ShownRecords } from './read-records.ts'
import { columnsSql, live, readingSql } from './select.ts'
import type { Sort } from './sort.ts'
import { assureFresh, refuseStale, staleFields } from './stale-values.ts'
import { whereSql } from './where.ts'

/** One page of a list. */
export interface RecordPage {
  readonly records: readonly Row[]
  /** The number of rows that the query finds, counted up to the cap. */
  readonly total: number
  /** More rows exist than were counted: `total` is the cap, and paging ends there. */
  readonly capped: boolean
  readonly current: number
  readonly size: number
  /** Stored computed fields whose values are being computed again: rows are not sorted or filtered by them. */
  readonly stale?: readonly string[]
}

/** The maximum number of rows that are counted, sorted without an index, and paged through. */
export const cap = 10_000

/** A page of the rows that the actor may view, with the names of their references, which a second statement reads. */
export async function page(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  input: QueryInput,
): Promise<RecordPage> {
  const access = demand(ctx, resource, 'view')
  return pageOfQuery(queries, ctx, resource, access, readQuery(ctx, resource, access, input))
}

/** A page of rows for an access and a query that were already determined. */
export async function pageOfQuery(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  query: Query,
  which?: BaseRows,
): Promise<RecordPage> {
  const { current, size } = query
  const offset = (current - 1) * size
  if (offset >= cap) throw tooDeep()
  const stale = await staleFields(queries, ctx, resource)
  refuseStale(stale, query)
  const found = await select(queries, ctx, resource, access, query, Math.min(size, cap - offset), offset, which)
  const counted = { total: Math.min(found.counted, cap), capped: found.counted > cap }
  return { records: found.records, ...counted, current, size, ...(stale.size > 0 && { stale: [...stale] }) }
}

/** The exact number of rows that the query finds. */
export async function count(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  input: QueryInput,
): Promise<number> {
  const access = demand(ctx, resource, 'view')
  const query = readQuery(ctx, resource, access, input)
  await assureFresh(queries, ctx, resource, query)
  await assureBoundedScan(queries, resource, access, query.conditions)
  const where = whereSql(access, query.conditions)
  const statement = sql`select count(*)::int as n from ${word(`"${resource.table}" t`)} where ${where}`
  const [row] = await run(queries, numbered(statement, 0), statement.values)
  return Number(row?.['n'] ?? 0)
}

/** All rows that the query finds, if they are few enough for one statement. */
export async function list(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  input: QueryInput,
): Promise<Row[]> {
  const access = demand(ctx, resource, 'view')
  const { current: _current, size: _size, ...filter } = input
  const query = readQuery(ctx, resource, access, filter)
  await assureFresh(queries, ctx, resource, query)
  const found = await select(queries, ctx, resource, access, query, maxListed + 1, 0)
  if (found.records.length > maxListed) throw tooMany()
  return found.records
}

const maxListed = 1000

/** The result of a query. */
export interface FoundPage {
  readonly records: Row[]
  readonly counted: number
}

/**
 * The rows of a query with the names of their references, and their number up to the cap. A condition that no index
 * supports is refused among more rows than are read for one; then none is read. So is an order that no index gives among
 * more rows than are sorted.
 */
export async function select(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  asked: Query,
  limit: number,
  offset: number,
  { which = live, reads = [], inAnyNumber = false, shown }: BaseRows = {},
): Promise<FoundPage> {
  const shape = shapeOf(ctx.model, resource, access.hidden, access.masked)
  const query = { ...asked, conditions: await withRareParts(queries, ctx.model, resource, asked.conditions) }
  const sorts = orderOf(resource, access, query)
  const needsFew = inAnyNumber ? undefined : unindexed(ctx.model, resource, sorts)
  const where = whereSql(access, query.conditions, which)
  const reading = readingSql(ctx, shape, 'r')
  const order = orderSql(ctx, resource, sorts, 't')
  const scanned = inAnyNumber ? undefined : scannedOf(resource, asked.conditions)
  const narrowed = scanned && narrowedSql(resource, access, asked.conditions, which)
  const how: Reading = {
    needsFew: needsFew !== undefined,
    isFenced:
      !needsFew &&
      (areOfManyIds(access.rows('t')) ||
        query.conditions.some(condition => !isOrdered(resource, condition, sorts)) ||
        reads.some(names => names.some(name => name !== sorts[0]?.field.name))),
  }
  const text = pageText(ctx.model, { shape, where, narrowed, reading, order }, how)
  const values = [where, ...(narrowed ? [narrowed] : []), reading, order.joins].flatMap(({ values }) => values)
  const rows = await run(queries, text, [...values, limit, offset])
  if (scanned && Number(rows[0]?.['#narrowed'] ?? 0) > maxScanned) throw unfiltered(resource, scanned)
  const counted = Number(rows[0]?.['#counted'] ?? 0)
  if (needsFew && counted > cap) throw unsorted(resource, needsFew)
  const found = rows.filter(row => row['id'] !== null)
  return { records: await recordsFrom({ ctx, queries }, shape, found, { shown }), counted }
}

/** From this number, rows are found by a list of ids once instead of for their number and again for their order. */
const manyIds = 1000

/** Whether rows are those of many ids, such as the owners of a user. No index has them in the order of a page. */
const areOfManyIds = ({ values }: Fragment) => values.some(value => Array.isArray(value) && value.length >= manyIds)

/** The base set of rows: by default those that are not deleted. */
export interface BaseRows {
  readonly which?: (alias: string) => Fragment
  /** The names of the fields that each condition of the base set reads, except whether rows are deleted. */
  readonly reads?: readonly (readonly string[])[]
  /** They are sorted whatever their number. */
  readonly inAnyNumber?: boolean
  /** What the result contains of them. */
  readonly shown?: ShownRecords | undefined
}

const texts = perModel<string>(2000)

/** The parts of the statement of a page. */
interface PageParts {
  readonly shape: Shape
  readonly where: Fragment
  /** The conditions that an index supports, if there are others. */
  readonly narrowed: Fragment | undefined
  readonly reading: Fragment
  readonly order: OrderSql
}

interface Reading {
  /** The sort is limited to few rows. */
  readonly needsFew: boolean
  /** A condition, or the rows of the actor, are not part of an index in the order of the page. */
  readonly isFenced: boolean
}

/** The statement of a page. Its text depends on names alone, so that it is prepared once for a shape of query. */
function pageText(model: Model, parts: PageParts, how: Reading): string {
  const { shape, where, narrowed, reading, order } = parts
  const key = [
    shape.resource.name,
    keyOf(order.joins),
    keyOf(order.order),
    JSON.stringify(how),
    keyOf(where),
    narrowed && keyOf(narrowed),
    keyOf(reading),
  ].join('\n')
  return texts(model, key, () => write(parts, how))
}

/**
 * Counts first, up to the cap, and then reads the rows. Few rows are found by their condition, once, and sorted:
 * PostgreSQL assumes that they are spread evenly over an order, and would read through all of it for rows at its other
 * end. The ids of the page come first, so that an index with the columns of the conditions and of the order is enough to
 * find them, and only the rows of the page are read.
 */
function write({ shape, where, narrowed, reading, order: { order, terms, joins } }: PageParts, how: Reading): string {
  const table = `"${shape.resource.table}" t`
  let bound = 0
  const next = (fragment: Fragment) => {
    const text = numbered(fragment, bound)
    bound += fragment.values.length
    return text
  }
  const condition = next(where)
  const base = narrowed && next(narrowed)
  const read = next(reading)
  const joined = next(joins)
  const limits = ` limit $${bound + 1}::int offset $${bound + 2}::int`
  const tail = `order by ${numbered(order, bound)}${limits}`
  const columns = columnsSql(shape, 't')
  const counted = (condition: string, most: number) =>
    `(select count(*)::int as n from (select 1 from ${table} where ${condition} limit ${most + 1}) few)`
  const gate = base === undefined ? '' : ` and (select n from "#narrowed") <= ${maxScanned}`
  const count = how.isFenced ? '(select count(*)::int as n from "#few")' : counted(condition + gate, cap)
  const from = base === undefined ? `${count} c` : `"#narrowed" b cross join ${count} c`
  const keyIn = (alias: string) =>
    ['id', ...tenantColumns(shape.resource)].map(column => columnOf(alias, column)).join(', ')
  const key = keyIn('t')
  const inOrder = (when: string) => `select ${key} from ${table}${joined} where ${condition}${gate}${when} ${tail}`
  const sorted = terms.map(({ value }, index) => `${numbered(value, bound)} as "#${index}"`)
  const few = `select ${[key, ...sorted].join(', ')} from ${table}${joined} where ${condition}${gate} limit ${cap + 1}`
  const byFew = numbered(orderBy(terms.map((term, index) => ({ ...term, value: word(`f."#${index}"`) }))), bound)
  const keys = how.isFenced
    ? `(${inOrder(` and c.n > ${cap}`)}) union all (select ${keyIn('f')} from "#few" f where c.n <= ${cap} order by ${byFew}${limits})`
    : inOrder(how.needsFew ? ` and c.n <= ${cap}` : '')
  const first = [
    ...(base === undefined ? [] : [`"#narrowed" as materialized (select n from ${counted(base, maxScanned)} b)`]),
    ...(how.isFenced ? [`"#few" as materialized (${few})`] : []),
  ]
  const isOne = `t."id" = k."id"${ofSameTenant(shape.resource, 't', 'k')}`
  const rows = `select t.* from (${keys}) k cross join lateral (select ${columns} from ${table} where ${isOne} limit 1) t`
  const narrow = base === undefined ? '' : ' b.n as "#narrowed",'
  return (
    `${first.length > 0 ? `with ${first.join(', ')} ` : ''}select c.n as "#counted",${narrow} p.* ` +
    `from ${from} left join lateral (select ${read} from (${rows}) r) p on true`
  )
}

/** The refusal to page beyond the counted rows. */
export const tooDeep = () =>
  refuse.input({
    current: {
      zh: `最多翻到第 ${cap} 条，请增加查询条件`,
      en: `Paging is limited to ${cap} rows; please narrow the search`,
    },
  })

/** The refusal to sort more rows than the cap without an index. */
export const unsorted = (resource: Resource, { field }: Sort) => {
  const { title, name } = field
  const advice = indexAdvice(resource, field, `${name}: { index: true }`)
  return refuse.input({
    [name]: {
      zh: `结果超过 ${cap} 条时不能按${title.zh}排序，请先增加查询条件${advice.zh}`,
      en: `More than ${cap} rows cannot be sorted by ${title.en}: please narrow the search first${advice.en}`,
    },
  })
}

const tooMany = () =>
  refuse.input({
    size: {
      zh: `结果超过 ${maxListed} 条，请增加查询条件或分页查询`,
      en: `More than ${maxListed} rows; please narrow the search, or request pages`,
    },
  })
