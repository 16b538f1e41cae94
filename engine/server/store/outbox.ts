import { typeOf } from '../../fields/index.ts'
import { idOf } from '../../model/ids.ts'
import type { Bilingual, Field, Resource } from '../../model/model.ts'
import type { Notice } from '../../model/notice.ts'
import { ownerColumn, ownerFieldOf } from '../../model/owner.ts'
import { engineColumns } from '../../model/system-fields.ts'
import { accessFields } from '../auth/access-fields.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { isPerTenant, ofTenant, tenantKey } from '../database/tenancy.ts'
import { pendingMark } from './write-row.ts'

/** A row that was changed, as the outbox needs it. */
export interface ChangedRow {
  readonly recordId: string
  /** The version that the change created. Null where nothing was written. */
  readonly version: number | null
  readonly changes: Readonly<Record<string, { readonly from: unknown } | object>>
}

const eventColumns = word('xid, id, tenant_id, resource, user_id, record_ids, before, at')

/**
 * The statement that publishes changed rows of one resource as one event, for the transaction of the change itself.
 * The event contains ids, and the former values of the columns that determine who sees a row, where they changed.
 */
export function eventSql(
  ctx: RequestContext,
  resource: Resource,
  id: string,
  rows: readonly ChangedRow[],
  onlyIf?: Fragment,
): Fragment {
  const { userId, tenantId } = ctx.actor
  const before = rows.map(row => formerColumns(ctx, resource, row))
  const former = before.some(one => one !== null) ? JSON.stringify(before) : null
  const ids = rows.map(({ recordId }) => recordId)
  const values = sql`pg_current_xact_id()::text::bigint, ${id}::bigint, ${tenantKey(resource, tenantId)}::text, ${idOf(resource)}::text, ${userId}::bigint, ${ids}::bigint[], ${former}::jsonb, clock_timestamp()`
  return sql`insert into engine_event (${eventColumns}) select ${values}${onlyIf ? sql` where ${onlyIf}` : word('')}`
}

/** The statement that publishes rows that are about to be deleted from their table. Pending rows were never seen. */
export function deletionSql(ctx: RequestContext, resource: Resource, id: string, ids: readonly string[]): Fragment {
  const { userId, tenantId } = ctx.actor
  const columns = [
    'id',
    ...(isPerTenant(resource) ? [engineColumns.tenant, engineColumns.createdBy, engineColumns.createdIn] : []),
    ...(ownerColumn(ctx.model, resource) === engineColumns.owner ? [engineColumns.owner] : []),
    ...accessFields(ctx.model, resource).map(field => String(field.column)),
  ]
  const former = word(`jsonb_agg(jsonb_build_object(${columns.map(name => `'${name}', t."${name}"`).join(', ')}))`)
  const values = sql`pg_current_xact_id()::text::bigint, ${id}::bigint, ${tenantKey(resource, tenantId)}::text, ${idOf(resource)}::text, ${userId}::bigint, array_agg(t."id"), ${former}, clock_timestamp()`
  const rows = sql`from ${word(`"${resource.table}" t`)} where t."id" = any(${ids}::bigint[]) and t."is_deleted" <> ${word(String(pendingMark))}${ofTenant(resource, tenantId)}`
  return sql`insert into engine_event (${eventColumns}) select ${values} ${rows} having count(*) > 0`
}

/** A notice to be sent. */
export interface NewNotice {
  /** A user, the administrators of the tenant, or both. */
  readonly to: { readonly user?: string; readonly administrators?: true }
  readonly level: Notice['level']
  readonly text: Bilingual
  readonly record?: Notice['record']
  readonly operation?: string
}

/** Takes the place of the resource in events of a topic. */
export const topicKey = (topic: string): string => `:${topic}`

/** Publishes on a topic of the event stream to the users of a tenant, in the transaction of the work that it is about. */
export async function publishTopic(
  queries: Queries,
  id: string,
  tenantId: string,
  topic: string,
  content: unknown,
): Promise<void> {
  await runAll(
    queries,
    sql`insert into engine_event (xid, id, tenant_id, resource, record_ids, notice, at) values
      (pg_current_xact_id()::text::bigint, ${id}::bigint, ${tenantId}, ${topicKey(topic)}, '{}',
        ${JSON.stringify(content)}::text::jsonb, clock_timestamp())`,
  )
}

/** Sends a notice to users of a tenant who have a page open; in the transaction of the work that it is about. */
export const sendNotice = (queries: Queries, id: string, tenantId: string, notice: NewNotice): Promise<void> =>
  publishTopic(queries, id, tenantId, 'notices', notice)

/**
 * Publishes a row of a view that the engine itself changed, of a resource of all tenants or of a tenant's. A second event
 * of the same id in a transaction is the same one.
 */
export async function publishRow(
  queries: Queries,
  id: string,
  resource: string,
  rowId: string,
  tenantId = '',
): Promise<void> {
  await runAll(
    queries,
    sql`insert into engine_event (xid, id, tenant_id, resource, record_ids, at) values
      (pg_current_xact_id()::text::bigint, ${id}::bigint, ${tenantId}, ${resource}, ${[rowId]}::bigint[], clock_timestamp())
      on conflict do nothing`,
  )
}

/** Minutes that events are stored. A screen that was disconnected for longer learns only that it may be outdated. */
export const eventMinutes = 10

/** Deletes events that are older, and returns their number. */
export async function deleteOldEvents(queries: Queries): Promise<number> {
  const old = sql`delete from engine_event where at < now() - make_interval(mins => ${eventMinutes}::integer) returning id`
  return (await runAll(queries, old)).length
}

/** Former values by column, in the form that `jsonb_populate_record` reads. Null where none of them changed. */
function formerColumns({ model }: RequestContext, resource: Resource, { version, changes }: ChangedRow): Row | null {
  // The first version has no row before it.
  if (version === 1) return null
  const cells = accessFields(model, resource).flatMap(field => {
    const change = Object.hasOwn(changes, field.name) ? changes[field.name] : undefined
    return change && 'from' in change ? columnsWith(resource, field, change.from) : []
  })
  return cells.length > 0 ? Object.fromEntries(cells) : null
}

function columnsWith(resource: Resource, field: Field, value: unknown): (readonly [string, unknown])[] {
  const stored = value === null || value === undefined ? null : typeOf(field).toColumn(value, field)
  const own = [String(field.column), stored] as const
  return field.name === ownerFieldOf(resource)?.name ? [own, [engineColumns.owner, stored]] : [own]
}
