import { typeOf } from '../../fields/index.ts'
import { hasSameMeaning } from '../../model/former-names.ts'
import { masterFieldOf } from '../../model/lines.ts'
import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { columnNamed, fieldOf, readForTimeRemaining, systemFields, timeRemaining } from '../../model/system-fields.ts'
import { near } from '../../rules/near.ts'
import { type Access, accessTo, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, type Shape, shapeOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { type OrderSql, orderOf, orderSql } from './order.ts'
import { ownTenant } from './own-tenant.ts'
import { type QueryInput, readQuery } from './query.ts'
import { readRecords } from './read-records.ts'
import { recordsNamed } from './record-names.ts'
import { columnsSql, live } from './select.ts'
import { whereSql } from './where.ts'

/** The rows and columns of a stream. */
export interface StreamWanted {
  /** The query language of `v1`. The page and its size are ignored. */
  readonly query: QueryInput
  /** Restricts the result of the query to these rows. */
  readonly ids?: readonly string[]
  /**
   * Names of fields in the order of the columns. Absent means the columns of the list, `*` alone all readable fields.
   */
  readonly columns?: readonly string[]
  /** The context of the next page: with the present Model and rights. Without it, all pages have the first one. */
  renewed?(): Promise<RequestContext>
}

/**
 * All rows of a query. One statement at the start reads their ids, which fixes the rows and their order. Each chunk is
 * then one short statement by key, which checks the predicate and the query again. So there is no long transaction, no
 * row is repeated when its position changes meanwhile, and no row is included that was deleted or no longer matches.
 * Changes after the start may or may not be included: a row's values are those of the moment at which its chunk is
 * read.
 */
export interface RowStream {
  readonly model: Model
  readonly resource: Resource
  readonly fields: readonly Field[]
  /** The context at the start. */
  readonly ctx: RequestContext
  /** The number of rows at the start. */
  readonly total: number
  chunks(): AsyncIterable<readonly Row[]>
  /** The lines of all these rows in one of its fields, in the rows' order. One chunk for each chunk of rows. */
  lines(field: Field): LineStream
  /** The records that an import would find for the texts. */
  matchNames(of: string, texts: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
}

/** The lines of the streamed records, for one field of lines. */
export interface LineStream {
  readonly resource: Resource
  readonly fields: readonly Field[]
  chunks(): AsyncIterable<readonly Row[]>
}

/** The maximum number of rows of one stream. */
export const maxStreamed = 2_000_000

const rowsAtOnce = 500

/** Opens a stream of the rows that the actor may export. */
export async function stream(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  { query, ids, columns, renewed }: StreamWanted,
): Promise<RowStream> {
  const access = demand(ctx, resource, 'export')
  const fields = fieldsOf(resource, access, columns)
  const { current: _current, size: _size, ...filter } = query
  const read = readQuery(ctx, resource, access, filter)
  const whereOf = (to: Access, conditions: typeof read.conditions) =>
    every([whereSql(to, conditions), ...(ids ? [sql`t."id" = any(${ids}::bigint[])`] : [])])
  const where = whereOf(access, read.conditions)
  const order = await idsOf(queries, resource, where, orderSql(ctx, resource, orderOf(resource, access, read), 't'))
  const first: Page = { ctx, resource, where, shape: shapeFor(ctx, resource, access, fields) }
  /** The next page, by the present Model and rights. */
  const page = async (): Promise<Page> => {
    const now = await renewed?.()
    if (!now) return first
    const present = Object.hasOwn(now.model.resources, resource.name) ? now.model.resources[resource.name] : undefined
    if (!present) throw columnChanged(resource.title)
    const by = demand(now, present, 'export')
    const kept = keptFields(present, by, fields)
    const { conditions } = readQuery(now, present, by, filter)
    return {
      ctx: now,
      resource: present,
      where: whereOf(by, conditions),
      shape: shapeFor(now, present, by, kept),
    }
  }
  return {
    model: ctx.model,
    resource,
    fields,
    ctx,
    total: order.length,
    async *chunks() {
      for (const some of chunksOf(order)) yield await rowsOf(queries, await page(), some)
    },
    lines: field => linesOf(queries, ctx, field, order, page),
    matchNames: (of, texts) => recordsNamed(queries, ctx, resourceOf(ctx.model, of), texts, word('true')),
  }
}

/** What one page is read by. */
interface Page {
  readonly ctx: RequestContext
  readonly resource: Resource
  readonly where: Fragment
  readonly shape: Shape
}

/** The columns in the present Model. Refuses to go on where one was removed, retyped or hidden. */
const keptFields = (resource: Resource, access: Access, fields: readonly Field[]): readonly Field[] =>
  fields.map(field => {
    const present = columnNamed(resource, field.name) ?? fieldOf(resource, field.name)
    const isSame = present !== undefined && hasSameMeaning(present, field)
    if (!isSame || !access.shows(present)) throw columnChanged(field.title)
    return present
  })

const columnChanged = ({ zh, en }: Bilingual) =>
  refuse.conflict('export-changed', {
    zh: `导出期间“${zh}”已被删除、修改或隐藏，导出已停止，请重新导出`,
    en: `The export was stopped because "${en}" was removed, changed or hidden. Please export again.`,
  })

function fieldsOf(resource: Resource, access: Access, columns?: readonly string[]): readonly Field[] {
  const isReadable = (field: Field | undefined) => field !== undefined && access.shows(field)
  if (!columns) {
    const listed = resource.list.columns.map(name => columnNamed(resource, name))
    return listed.filter(field => field !== undefined && access.shows(field)).filter(field => field !== undefined)
  }
  if (columns.length === 1 && columns[0] === '*') {
    // As on the screen: the columns of the list come first.
    const listed = resource.list.columns.flatMap(name => columnNamed(resource, name) ?? [])
    const all = [...listed, ...resource.fields, ...systemFields.filter(({ name }) => made.has(name))]
    return [...new Set(all)].filter(isReadable)
  }
  return [...new Set(columns)].map(name => {
    const field = columnNamed(resource, name)
    if (field && isReadable(field)) return field
    const known = [...resource.fields, ...systemFields].filter(isReadable).map(one => one.name)
    throw refuse.unknownName(name.slice(0, 100), near(name.slice(0, 64), known))
  })
}

/**
 * The system fields with information for users: creator, creation, change, and the id by which a record is found again.
 */
const made = new Set(['id', 'createUser', 'createTime', 'updateUser', 'updateTime'])

/** The smallest shape with the fields. A computed field may depend on any other. */
function shapeFor(ctx: RequestContext, resource: Resource, access: Access, fields: readonly Field[]): Shape {
  const read = fields.includes(timeRemaining) ? readForTimeRemaining(resource) : []
  const needed = [...fields, ...read.map(name => fieldOf(resource, name))]
  const whole = shapeOf(ctx.model, resource, access.hidden, access.masked)
  if ([...whole.computed, ...whole.derived].some(field => needed.includes(field))) return whole
  const wanted = new Set(['id', ...fields.map(({ name }) => name), ...read])
  const unwanted = [...systemFields, ...resource.fields].map(({ name }) => name).filter(name => !wanted.has(name))
  return shapeOf(ctx.model, resource, new Set([...access.hidden, ...unwanted]), access.masked)
}

/** The ids in their order, as one text: the driver's list would take ten times the memory. */
async function idsOf(
  queries: Queries,
  resource: Resource,
  where: Fragment,
  { order, joins }: OrderSql,
): Promise<BigInt64Array> {
  const rows = sql`select t."id" from ${word(`"${resource.table}" t`)}${joins} where ${where} order by ${order} limit ${word(String(maxStreamed + 1))}`
  const [row] = await runAll(queries, sql`select array_to_string(array(${rows}), ',') as ids`)
  const ids = numbersIn(String(row?.['ids'] ?? ''))
  if (ids.length > maxStreamed) throw tooMany()
  return ids
}

function numbersIn(text: string): BigInt64Array {
  if (text === '') return new BigInt64Array(0)
  let count = 1
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) count += 1
  const ids = new BigInt64Array(count)
  for (let index = 0, from = 0; index < count; index++) {
    const comma = text.indexOf(',', from)
    ids[index] = BigInt(text.slice(from, comma < 0 ? undefined : comma))
    from = comma + 1
  }
  return ids
}

function* chunksOf(order: BigInt64Array): Iterable<readonly string[]> {
  for (let from = 0; from < order.length; from += rowsAtOnce)
    yield Array.from(order.subarray(from, from + rowsAtOnce), String)
}

async function rowsOf(queries: Queries, { ctx, shape, where }: Page, ids: readonly string[]): Promise<readonly Row[]> {
  const table = word(`"${shape.resource.table}" t`)
  const rows = sql`select ${word(columnsSql(shape, 't'))} from ${table} where ${where} and t."id" = any(${ids}::bigint[])`
  const indexOfId = new Map(ids.map((id, index) => [id, index]))
  const records = await readRecords({ ctx, queries }, shape, rows)
  return records.sort(
    (one, other) => (indexOfId.get(String(one['id'])) ?? 0) - (indexOfId.get(String(other['id'])) ?? 0),
  )
}

function linesOf(
  queries: Queries,
  ctx: RequestContext,
  field: Field,
  order: BigInt64Array,
  page: () => Promise<Page>,
): LineStream {
  const of = typeOf(field).lines?.(field) ?? ''
  const resource = resourceOf(ctx.model, of)
  const access = accessTo(ctx, resource, 'export')
  const link = masterFieldOf(resource)
  if (!link?.column) throw new Error(`"${resource.name}" has no column that refers to its master.`)
  // The record of a line comes first, and the id by which the line is found again last.
  const fields = [
    link,
    ...resource.fields.filter(one => one !== link && access.shows(one) && !typeOf(one).lines),
    ...systemFields.filter(({ name }) => name === 'id'),
  ]
  return {
    resource,
    fields,
    async *chunks() {
      for (const ids of chunksOf(order)) {
        const { ctx, resource: master, where } = await page()
        const resource = resourceOf(ctx.model, of)
        const access = accessTo(ctx, resource, 'export')
        keptFields(resource, access, fields.slice(1))
        const column = resource.fields.find(({ name }) => name === link.name)?.column
        const shape = shapeOf(ctx.model, resource, access.hidden, access.masked)
        const masters = sql`select t."id" from ${word(`"${master.table}" t`)} where ${where} and t."id" = any(${ids}::bigint[])`
        const isTheirs = sql`${live('l')}${ownTenant(ctx, resource, 'l')} and ${word(`l."${column}"`)} in (${masters})`
        const columns = word(`${columnsSql(shape, 'l')}, l."line_no" as "#line"`)
        const rows = sql`select ${columns} from ${word(`"${resource.table}" l`)} where ${isTheirs}`
        const position = sql`array_position(${ids}::bigint[], ${word(`r."${link.name}"`)})`
        yield await readRecords({ ctx, queries }, shape, rows, {
          order: sql` order by ${position}, r."#line", r."id"`,
        })
      }
    },
  }
}

const tooMany = () =>
  refuse.input({
    size: {
      zh: `结果超过 ${maxStreamed} 条，请增加查询条件后再导出`,
      en: `More than ${maxStreamed} rows; please narrow the search, then export again`,
    },
  })
