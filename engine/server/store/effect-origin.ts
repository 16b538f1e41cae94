import { idOf, operationId } from '../../model/ids.ts'
import type { Resource } from '../../model/model.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Work } from './work.ts'

/** The source of a created record. */
export interface Origin {
  readonly resource: Resource
  readonly recordId: string
  readonly step: string
  readonly target: Resource
  /** The position among several effects of the step on the same resource. */
  readonly effect: number
  /** With `each`: the row. */
  readonly rowId: string | null
  /** The history entry of the step. */
  readonly entryId: string
}

/**
 * Stores the origin of a record that is about to be created. With `once`, returns the record that an earlier step
 * created, if there is one; the primary key decides between concurrent steps.
 */
export async function claimOrigin(
  work: Work,
  origin: Origin,
  targetId: string,
  once: boolean,
): Promise<string | undefined> {
  const claimed = await insertOrigin(work, origin, targetId, once ? '0' : targetId)
  if (claimed) return undefined
  const [first] = await runAll(
    work.queries,
    sql`select target_id::text as id from engine_origin where tenant_id = ${work.ctx.actor.tenantId}
      and resource = ${idOf(origin.resource)} and record_id = ${origin.recordId}::bigint and step = ${operationId(origin.resource, origin.step)}
      and target = ${idOf(origin.target)} and effect = ${origin.effect}::integer
      and row_id = ${origin.rowId ?? '0'}::bigint and creation = 0`,
  )
  const existing = String(first?.['id'])
  // The history of this step names the record too.
  await insertOrigin(work, origin, existing, origin.entryId)
  return existing
}

async function insertOrigin(work: Work, origin: Origin, targetId: string, creation: string): Promise<boolean> {
  const { resource, recordId, step, target, effect, rowId, entryId } = origin
  const rows = await runAll(
    work.queries,
    sql`insert into engine_origin (tenant_id, resource, record_id, step, target, effect, row_id, creation, target_id, entry_id)
      values (${work.ctx.actor.tenantId}, ${idOf(resource)}, ${recordId}::bigint, ${operationId(resource, step)}, ${idOf(target)},
        ${effect}::integer, ${rowId ?? '0'}::bigint, ${creation}::bigint, ${targetId}::bigint, ${entryId}::bigint)
      on conflict do nothing returning target_id`,
  )
  return rows.length > 0
}

/**
 * Lets steps create other records in place of those that an undo moves to the bin. Their origins are kept, with a negative
 * `creation`, for the undo of the undo.
 */
export async function releaseOrigins({ queries, ctx }: Work, target: Resource, ids: readonly string[]): Promise<void> {
  await runAll(
    queries,
    sql`update engine_origin set creation = case when creation = 0 then -target_id else -creation end
      where tenant_id = ${ctx.actor.tenantId} and target = ${idOf(target)} and target_id = any(${ids}::bigint[])
      and creation in (0, entry_id)`,
  )
}

/** The reverse, when the records are restored. */
export async function occupyOrigins({ queries, ctx }: Work, target: Resource, ids: readonly string[]): Promise<void> {
  await runAll(
    queries,
    sql`update engine_origin set creation = case when creation = -target_id then 0 else -creation end
      where tenant_id = ${ctx.actor.tenantId} and target = ${idOf(target)} and target_id = any(${ids}::bigint[])
      and creation < 0`,
  )
}

/** Whether a step with `once` has since created another record in place of one whose origin was released. */
export async function isReplaced({ queries, ctx }: Work, target: Resource, id: string): Promise<boolean> {
  const rows = await runAll(
    queries,
    sql`select from engine_origin f join engine_origin o
      using (tenant_id, resource, record_id, step, target, effect, row_id)
      where tenant_id = ${ctx.actor.tenantId} and target = ${idOf(target)} and f.target_id = ${id}::bigint
      and f.creation = -f.target_id and o.creation = 0`,
  )
  return rows.length > 0
}

/** Forgets the origins of records that are deleted permanently, so that their steps create new ones. */
export async function freeOrigins({ queries, ctx }: Work, target: Resource, ids: readonly string[]): Promise<void> {
  await runAll(
    queries,
    sql`delete from engine_origin where tenant_id = ${ctx.actor.tenantId} and target = ${idOf(target)}
      and target_id = any(${ids}::bigint[])`,
  )
}
