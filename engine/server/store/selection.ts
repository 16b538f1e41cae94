import type { Resource } from '../../model/model.ts'
import { accessTo, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { accessToBin, deleted } from './bin.ts'
import { type QueryInput, readQuery } from './query.ts'
import { displaySql, live } from './select.ts'
import { whereSql } from './where.ts'

/** The records of an operation: those with the ids, or all that a query finds. */
export type SelectedRows = { readonly ids: readonly string[] } | { readonly query: QueryInput }

/** The operation that a preview describes. */
export type PreviewedOperation =
  | { readonly kind: 'remove' | 'restore' }
  | { readonly kind: 'update'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'transition' | 'action'; readonly name: string }

/** The right that it needs: an operation, a transition or an action. */
export const requiredOperationOf = (operation: PreviewedOperation): string => {
  switch (operation.kind) {
    case 'remove':
    case 'restore':
      return 'delete'
    case 'update':
      return 'edit'
    case 'transition':
    case 'action':
      return operation.name
  }
}

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
  const rows = selectedRows(ctx, resource, { query }, from)
  const next = after === null ? word('') : sql` and t."id" > ${after}::bigint`
  const most = word(String(Math.trunc(limit)))
  const found = await runAll(queries, sql`select t."id" from ${rows}${next} order by t."id" limit ${most}`)
  return found.map(row => String(row['id']))
}

/** The selected rows as a table `t` with its conditions. */
export function selectedRows(
  ctx: RequestContext,
  resource: Resource,
  selected: SelectedRows,
  from: SelectionPart['from'],
): Fragment {
  const view = from === 'bin' ? accessToBin(ctx, resource) : demand(ctx, resource, 'view')
  const which = from === 'bin' ? deleted : live
  const table = word(`"${resource.table}" t`)
  if ('ids' in selected)
    return sql`${table} where ${every([whereSql(view, [], which), sql`t."id" = any(${selected.ids}::bigint[])`])}`
  const { current: _current, size: _size, ascs: _ascs, descs: _descs, ...filter } = selected.query
  const { conditions } = readQuery(ctx, resource, view, filter)
  return sql`${table} where ${whereSql(view, conditions, which)}`
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
