import { idOf, operationId } from '../../../model/ids.ts'
import type { Bilingual } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { type OperationKind, operationResource } from '../../../model/operation-view.ts'
import type { Actor } from '../../auth/actor.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { publishRow } from '../../store/outbox.ts'
import { changesById } from '../../store/stored-names.ts'
import { isRevertible } from '../../store/undo-entries.ts'

/** An operation on several records, as recorded at its start. */
export interface NewOperation {
  readonly id: string
  readonly resource: string
  readonly kind: OperationKind
  /** Name of the transition or action. */
  readonly step?: string
  readonly details?: object
  /** Values of an edit by field. */
  readonly edited?: Row
  readonly meant: number
  readonly undoOf?: string
}

/** The result of one record. */
export interface RowResult {
  readonly id: string
  readonly done: boolean
  readonly reason?: Bilingual
}

/** Records the start of an operation, or the continuation of one that lost its connection. */
export async function beginOperation(
  queries: Queries,
  { model, actor }: RequestContext,
  operation: NewOperation,
): Promise<void> {
  const { id, resource, kind, step, details, edited, meant, undoOf } = operation
  const of = resourceOf(model, resource)
  const stepId = step === undefined ? null : operationId(of, step)
  await runAll(
    queries,
    sql`insert into engine_operation (tenant_id, id, user_id, user_name, resource, kind, step, details, edited, started, touched, meant, undo_of)
      values (${actor.tenantId}, ${id}::bigint, ${actor.userId}::bigint, ${actor.name}, ${idOf(of)}, ${kind}, ${stepId},
        ${jsonOf(details)}::text::jsonb, ${jsonOf(edited && changesById(model, of, edited))}::text::jsonb, now(), now(), ${meant}::integer, ${undoOf ?? null}::bigint)
      on conflict (tenant_id, id) do update set touched = now(), finished = null, is_stopping = false`,
  )
  await publishRow(queries, id, operationResource, id, actor.tenantId)
}

/** Records the results of records, and returns whether a stop is requested. A record that is done stays done. */
export async function recordRows(
  queries: Queries,
  { tenantId }: Actor,
  id: string,
  rows: readonly RowResult[],
): Promise<boolean> {
  const results = rows.map(({ id, done, reason }) => ({ id, done, reason: reason ?? null }))
  await runAll(
    queries,
    sql`insert into engine_operation_row (tenant_id, operation_id, record_id, done, reason)
      select ${tenantId}, ${id}::bigint, r.id, r.done, nullif(r.reason, 'null'::jsonb)
      from jsonb_to_recordset(${JSON.stringify(results)}::text::jsonb) as r(id bigint, done boolean, reason jsonb)
      on conflict (tenant_id, operation_id, record_id) do update set done = excluded.done, reason = excluded.reason
      where not engine_operation_row.done`,
  )
  return touchOperation(queries, tenantId, id)
}

/** Renews the lease of an operation, and returns whether changed descriptors request its stop. */
export async function touchOperation(queries: Queries, tenantId: string, id: string): Promise<boolean> {
  const [row] = await runAll(
    queries,
    sql`update engine_operation set touched = now() where tenant_id = ${tenantId} and id = ${id}::bigint
      returning is_stopping as "isStopping"`,
  )
  return row?.['isStopping'] === true
}

/** Counts that differ from those of the rows. */
interface EndCounts {
  readonly meant?: number
  readonly done?: number
  readonly failed?: number
  readonly details?: object
}

/**
 * Records the end of an operation with its counts, by default those of its rows. Rows whose result was not recorded
 * before the process ended are found by their history; those of an import have no other source.
 */
export async function endOperation(
  queries: Queries,
  tenantId: string,
  id: string,
  more: EndCounts = {},
): Promise<void> {
  await runAll(
    queries,
    sql`insert into engine_operation_row (tenant_id, operation_id, record_id, done)
      select distinct o.tenant_id, o.id, h.record_id, true from engine_operation o
      join engine_history h on h.tenant_id in (o.tenant_id, '') and h.operation_id = o.id and h.cause_id is null
      where o.tenant_id = ${tenantId} and o.id = ${id}::bigint and o.kind <> 'import'
      on conflict (tenant_id, operation_id, record_id) do update set done = true, reason = null
      where not engine_operation_row.done`,
  )
  const mine = sql`tenant_id = ${tenantId} and operation_id = ${id}::bigint`
  await runAll(
    queries,
    sql`update engine_operation o set finished = coalesce(o.finished, greatest(o.touched, now())),
        done = coalesce(${more.done ?? null}::integer, c.done),
        failed = coalesce(${more.failed ?? null}::integer, c.failed), meant = coalesce(${more.meant ?? null}::integer, o.meant),
        details = coalesce(o.details, '{}') || coalesce(${jsonOf(more.details)}::text::jsonb, '{}')
      from (select (count(*) filter (where done))::int as done, (count(*) filter (where not done))::int as failed
        from engine_operation_row where ${mine}) c
      where o.tenant_id = ${tenantId} and o.id = ${id}::bigint`,
  )
  await publishRow(queries, id, operationResource, id, tenantId)
}

/** Deletes an operation whose import was rolled back. */
export async function deleteOperation(queries: Queries, tenantId: string, id: string): Promise<void> {
  await runAll(
    queries,
    sql`delete from engine_operation_row where tenant_id = ${tenantId} and operation_id = ${id}::bigint`,
  )
  await runAll(queries, sql`delete from engine_operation where tenant_id = ${tenantId} and id = ${id}::bigint`)
}

/** Marks an operation as undone if an undo reverted all of it; returns whether it did. */
export async function markUndone(queries: Queries, tenantId: string, undoId: string, of: string): Promise<boolean> {
  const left = sql`exists (select from (${leftToUndo(tenantId, of)}) r)`
  const rows = await runAll(
    queries,
    sql`update engine_operation set undone_by = ${undoId}::bigint where tenant_id = ${tenantId} and id = ${of}::bigint and not ${left} returning id`,
  )
  return rows.length > 0
}

/**
 * Ids of the records that an operation changed and no undo has reverted yet. Those that a step of such a record created
 * or updated are reverted with it.
 */
export async function idsToUndo(queries: Queries, tenantId: string, id: string): Promise<BigInt64Array> {
  const rows = await runAll(
    queries,
    sql`select distinct record_id from (${leftToUndo(tenantId, id)}) r order by record_id desc`,
  )
  return BigInt64Array.from(rows, row => BigInt(String(row['record_id'])))
}

/** Ids of at most `most` records whose changes are not reverted yet, in no order, and whether there are more. */
export async function someIdsToUndo(
  queries: Queries,
  tenantId: string,
  id: string,
  most: number,
): Promise<{ readonly ids: string[]; readonly hasMore: boolean }> {
  const rows = await runAll(
    queries,
    sql`select record_id::text as id from (${leftToUndo(tenantId, id)}) r limit ${most + 1}::integer`,
  )
  return { ids: [...new Set(rows.slice(0, most).map(row => String(row['id'])))], hasMore: rows.length > most }
}

const leftToUndo = (tenantId: string, id: string) =>
  sql`select h.record_id from engine_history h where h.tenant_id in (${tenantId}, '') and h.operation_id = ${id}::bigint
    and h.cause_id is null and ${isRevertible(tenantId, 'h')} and not exists (
      select from engine_operation u join engine_operation_row r on r.tenant_id = u.tenant_id and r.operation_id = u.id
      where u.tenant_id = ${tenantId} and u.undo_of = ${id}::bigint and r.record_id = h.record_id and r.done)`

/** Days for which an operation is listed and can be undone. */
export const undoDays = 30

/** Deletes operations that can no longer be undone, and their rows. */
export async function deleteOldOperations(queries: Queries, now: Date): Promise<number> {
  const old = (alias: string) =>
    sql`${word(`${alias}.started`)} < ${now.toISOString()}::timestamptz - make_interval(days => ${undoDays}::integer)`
  await runAll(
    queries,
    sql`delete from engine_operation_row r using engine_operation o where o.tenant_id = r.tenant_id and o.id = r.operation_id and ${old('o')}`,
  )
  return (await runAll(queries, sql`delete from engine_operation o where ${old('o')} returning o.id`)).length
}

const jsonOf = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value))
