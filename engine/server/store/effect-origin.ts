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
      and resource = ${origin.resource.name} and record_id = ${origin.recordId}::bigint and step = ${origin.step}
      and target = ${origin.target.name} and effect = ${origin.effect}::integer
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
      values (${work.ctx.actor.tenantId}, ${resource.name}, ${recordId}::bigint, ${step}, ${target.name},
        ${effect}::integer, ${rowId ?? '0'}::bigint, ${creation}::bigint, ${targetId}::bigint, ${entryId}::bigint)
      on conflict do nothing returning target_id`,
  )
  return rows.length > 0
}

/** Forgets the origins of records that are deleted permanently, so that their steps create new ones. */
export async function freeOrigins({ queries, ctx }: Work, target: Resource, ids: readonly string[]): Promise<void> {
  await runAll(
    queries,
    sql`delete from engine_origin where tenant_id = ${ctx.actor.tenantId} and target = ${target.name}
      and target_id = any(${ids}::bigint[])`,
  )
}
