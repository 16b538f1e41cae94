import type { Resource } from '../../model/model.ts'
import { accessTo, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { accessToBin, deleted } from './bin.ts'
import { type QueryInput, readQuery } from './query.ts'
import { displaySql, live } from './select.ts'
import { whereSql } from './where.ts'

/** A batch of selected rows. */
export interface SelectionPart {
  readonly query: QueryInput
  /** From the list, or from the bin. */
  readonly from: 'list' | 'bin'
  /** The last id of the previous batch. */
  readonly after: string | null
  readonly limit: number
}

/** Ids of the rows that a query finds, in ascending order, after a given id. */
export async function selection(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  { query, from, after, limit }: SelectionPart,
): Promise<string[]> {
  const access = from === 'bin' ? accessToBin(ctx, resource) : demand(ctx, resource, 'view')
  const { current: _current, size: _size, ascs: _ascs, descs: _descs, ...filter } = query
  const { conditions } = readQuery(ctx, resource, access, filter)
  const where = every([
    whereSql(access, conditions, from === 'bin' ? deleted : live),
    ...(after === null ? [] : [sql`t."id" > ${after}::bigint`]),
  ])
  const table = word(`"${resource.table}" t`)
  const most = word(String(Math.trunc(limit)))
  const rows = await runAll(queries, sql`select t."id" from ${table} where ${where} order by t."id" limit ${most}`)
  return rows.map(row => String(row['id']))
}

/** The labels of rows that the actor may view, deleted ones too. */
export async function displays(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const access = accessTo(ctx, resource, 'view')
  if (!access.allowed) return new Map()
  const where = sql`${access.rows('t')} and t."id" = any(${ids}::bigint[])`
  const columns = sql`t."id", ${displaySql(ctx, resource, 't')} as name`
  const rows = await runAll(queries, sql`select ${columns} from ${word(`"${resource.table}" t`)} where ${where}`)
  return new Map(rows.map(row => [String(row['id']), String(row['name'] ?? row['id'])]))
}
