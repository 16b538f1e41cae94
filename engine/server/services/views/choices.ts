import { isId } from '../../../fields/id/id-text.ts'
import { idOf } from '../../../model/ids.ts'
import type { Resource } from '../../../model/model.ts'
import { demand } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { knownIn } from '../../errors/known-names.ts'
import { refuse } from '../../errors/refuse.ts'
import { maxPageSize } from '../../store/query.ts'
import { fieldId, fieldName } from '../../store/stored-names.ts'
import { type ColumnsInput, isShowable, readChoice } from './view-input.ts'

/** The settings of one user for the list of one resource. */
export interface ListChoice extends ColumnsInput {
  /** The view with which the list opens. */
  readonly start: string | null
  /** Rows per page; null for as many as fit the window. */
  readonly pageSize: number | null
  /** Rows per page of the list inside a record to which its rows refer. */
  readonly relatedSize: number | null
}

/** The actor's settings without columns that no longer exist or may not be read. */
export async function choiceOf(queries: Queries, ctx: RequestContext, resource: Resource): Promise<ListChoice> {
  const access = demand(ctx, resource, 'view')
  const { tenantId, userId } = ctx.actor
  const [row] = await runAll(
    queries,
    sql`select columns, widths, page_size as size, related_size as related, start_view::text as start from engine_choice where tenant_id = ${tenantId} and user_id = ${userId}::bigint and resource = ${idOf(resource)}`,
  )
  const isShown = (name: string) => isShowable(resource, access, name)
  const columns = ((row?.['columns'] ?? []) as readonly string[]).map(id => fieldName(resource, id)).filter(isShown)
  const widths = Object.entries((row?.['widths'] ?? {}) as Readonly<Record<string, number>>).map(
    ([id, width]) => [fieldName(resource, id), width] as const,
  )
  return {
    columns: columns.length > 0 ? columns : null,
    widths: Object.fromEntries(widths.filter(([name]) => isShown(name))),
    start: typeof row?.['start'] === 'string' ? row['start'] : null,
    pageSize: typeof row?.['size'] === 'number' ? row['size'] : null,
    relatedSize: typeof row?.['related'] === 'number' ? row['related'] : null,
  }
}

const sizes = [
  ['pageSize', word('page_size')],
  ['relatedSize', word('related_size')],
] as const

/** Stores the actor's columns, initial view or page size. */
export async function writeChoice(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  given: unknown,
): Promise<void> {
  const access = demand(ctx, resource, 'view')
  const { tenantId, userId } = ctx.actor
  const key = sql`${tenantId}, ${userId}::bigint, ${idOf(resource)}`
  if (Object.hasOwn(Object(given), 'start')) {
    const { start } = knownIn(given, ['start'])
    if (start !== null && (typeof start !== 'string' || !isId(start)))
      throw refuse.input({ start: { zh: '编号不正确', en: 'Invalid ID' } })
    await runAll(
      queries,
      sql`insert into engine_choice (tenant_id, user_id, resource, start_view) values (${key}, ${start}::bigint) on conflict (tenant_id, user_id, resource) do update set start_view = excluded.start_view`,
    )
    return
  }
  for (const [name, column] of sizes) {
    if (!Object.hasOwn(Object(given), name)) continue
    const size = knownIn(given, [name])[name]
    if (size !== null && (!Number.isInteger(size) || Number(size) < 1 || Number(size) > maxPageSize))
      throw refuse.input({ [name]: { zh: `须为 1 - ${maxPageSize} 的整数`, en: `A whole number, 1 - ${maxPageSize}` } })
    await runAll(
      queries,
      sql`insert into engine_choice (tenant_id, user_id, resource, ${column}) values (${key}, ${size as number | null}::int) on conflict (tenant_id, user_id, resource) do update set ${column} = excluded.${column}`,
    )
    return
  }
  const { columns, widths } = readChoice(resource, access, given)
  const listed = columns === null ? null : JSON.stringify(columns.map(name => fieldId(resource, name)))
  const byId = Object.fromEntries(Object.entries(widths).map(([name, width]) => [fieldId(resource, name), width]))
  await runAll(
    queries,
    sql`insert into engine_choice (tenant_id, user_id, resource, columns, widths) values (${key}, ${listed}::jsonb, ${JSON.stringify(byId)}::jsonb) on conflict (tenant_id, user_id, resource) do update set columns = excluded.columns, widths = excluded.widths`,
  )
}
