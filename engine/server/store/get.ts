import { isId } from '../../fields/id/id-text.ts'
import { typeOf } from '../../fields/index.ts'
import { masterFieldOf } from '../../model/lines.ts'
import type { Field, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { type Access, accessTo, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, sql, word } from '../database/fragment.ts'
import { type Row, shapeOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { ownTenant } from './own-tenant.ts'
import { select } from './page.ts'
import { type QueryInput, readQuery } from './query.ts'
import { readRecords } from './read-records.ts'
import { columnsSql, live } from './select.ts'

/** One record with its lines and the names of its references. 404 where it does not exist or may not be seen. */
export async function get(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  id: string,
  step = 'view',
): Promise<Row> {
  return readOne(queries, ctx, resource, demand(ctx, resource, step), id)
}

/** One record with its lines, for an access that was already determined; without `among`, none of the bin. */
export async function readOne(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  id: string,
  among: Fragment = live('t'),
): Promise<Row> {
  if (!isId(id)) throw refuse.notFound(resource.title)
  const shape = shapeOf(ctx.model, resource, access.hidden, access.masked)
  const where = every([among, access.rows('t'), sql`t."id" = ${id}::bigint`])
  const rows = sql`select ${word(columnsSql(shape, 't'))} from ${word(`"${resource.table}" t`)} where ${where}`
  const lines: Row = {}
  for (const field of shape.children) lines[field.name] = await linesOf(queries, ctx, field, id)
  const [record] = await readRecords({ ctx, queries }, shape, rows, { lines })
  if (!record) throw refuse.notFound(resource.title)
  return record
}

/** The first record that a query finds, or null. */
export async function find(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  input: QueryInput,
): Promise<Row | null> {
  const access = demand(ctx, resource, 'view')
  const { current: _current, size: _size, ...filter } = input
  const query = readQuery(ctx, resource, access, filter)
  const { records } = await select(queries, ctx, resource, access, query, 1, 0)
  const [first] = records
  return first ? readOne(queries, ctx, resource, access, String(first['id'])) : null
}

/** The lines of a master that the actor must be known to see before they are shown, in their order, without the fields hidden from the actor. */
async function linesOf(queries: Queries, ctx: RequestContext, field: Field, masterId: string): Promise<Row[]> {
  const resource = resourceOf(ctx.model, typeOf(field).lines?.(field) ?? '')
  const { hidden, masked } = accessTo(ctx, resource, 'view')
  const shape = shapeOf(ctx.model, resource, hidden, masked)
  const link = masterFieldOf(resource)?.column
  const tenant = ownTenant(ctx, resource)
  const where = sql`${live('t')} and ${word(`t."${link}"`)} = ${masterId}::bigint${tenant}`
  const columns = word(`${columnsSql(shape, 't')}, t."line_no" as "#line"`)
  const rows = sql`select ${columns} from ${word(`"${resource.table}" t`)} where ${where}`
  return readRecords({ ctx, queries }, shape, rows, { order: word(' order by r."#line", r."id"') })
}
