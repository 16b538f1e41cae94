import { creations, isCreation } from '../../model/creation.ts'
import { operationName, resourceWithId, stepWithId } from '../../model/ids.ts'
import type { Resource } from '../../model/model.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { type Former, formerOf } from './former-values.ts'
import type { Changes } from './history.ts'
import type { Work } from './work.ts'

/** How a record is reverted: its values were changed, it was added or restored, it was deleted. */
type UndoKind = 'values' | 'added' | 'deleted'

/** A record that an operation changed, and how the change is reverted. */
export interface Undoable {
  readonly id: string
  readonly resource: Resource
  /** The version that the operation wrote; null where a step changed other records only. */
  readonly version: number | null
  readonly kind: UndoKind
  /** Name of the operation, transition or action that the user must be allowed to perform. */
  readonly right: string
  readonly former: Former
  /** Names of the values that its user changed, without those of steps that the change caused. */
  readonly entered: readonly string[]
  /** A step of the operation started a process about it. */
  readonly hasStarted: boolean
  /** An import or the undo of an import changed it. */
  readonly isImported: boolean
  /** Ids of its history entries. */
  readonly entries: readonly string[]
  /** The record whose deletion or restoration changed it; its undo reverts both. */
  readonly alongWith?: string
}

/**
 * Whether a record, by its stored version, is unchanged since the operation. One that the operation did not change only
 * has to exist.
 */
export const isAsWritten = (stored: unknown, { version }: Pick<Undoable, 'version'>): boolean =>
  version === null ? stored !== undefined : stored === version

/** A history entry of an operation, as an undo reads it: with the ids of names. */
export interface OperationEntry {
  readonly id: string
  readonly resource: string
  readonly operation: string
  readonly version: number | null
  readonly changes: Changes
  readonly alongWith?: string
  /** Another change caused it: an effect of a step, or an automatic step. */
  readonly isCaused: boolean
}

/** The changes of records by an operation, by their ids. Records that it did not change are left out. */
export async function undoableOf(
  work: Work,
  operation: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Undoable>> {
  const entries = await entriesOf(work, operation, ids)
  const origin = await originOf(work, operation)
  const earlier = origin.id === operation ? undefined : await entriesOf(work, origin.id, ids)
  const found = new Map<string, Undoable>()
  for (const [id, own] of entries) {
    const one = undoableBy(work, id, own, [...own, ...(earlier?.get(id) ?? [])])
    if (one) found.set(id, { ...one, isImported: origin.kind === 'import' })
  }
  return found
}

/** How the entries of a record, the latest first, are reverted. `all` includes those of the operations undone before. */
export function undoableBy(
  work: Work,
  id: string,
  own: readonly OperationEntry[],
  all: readonly OperationEntry[],
): Undoable | undefined {
  const [latest] = own
  const oldest = own.at(-1)
  const resource = latest && resourceWithId(work.ctx.model, latest.resource)
  const kind = latest && oldest && kindOf(latest, oldest)
  if (!resource || !kind) return undefined
  const isAlong = own.every(({ alongWith }) => alongWith !== undefined)
  const former = (entries: readonly OperationEntry[]) =>
    formerOf(work, resource, kind === 'values' ? entries.map(({ changes }) => changes) : [])
  return {
    id,
    resource,
    version: own.find(({ version }) => version !== null)?.version ?? null,
    kind,
    right: kind === 'values' ? rightOf(resource, all) : 'delete',
    former: former(own),
    entered: Object.keys(former(all.filter(({ isCaused, operation }) => !isCaused && operation !== 'undo')).values),
    hasStarted: own.some(({ operation }) => stepWithId(resource, operation)?.starts !== undefined),
    isImported: false,
    entries: own.map(entry => entry.id),
    // A restored record whose reference was cleared was not restored along with the deleted one.
    ...(isAlong && oldest?.alongWith !== undefined && { alongWith: oldest.alongWith }),
  }
}

/** Undefined where a record was added and deleted by the same operation. */
function kindOf(latest: OperationEntry, oldest: OperationEntry): Undoable['kind'] | undefined {
  const isAdded = isCreation(oldest.operation) || oldest.operation === 'restore'
  if (latest.operation === 'remove') return isAdded ? undefined : 'deleted'
  return isAdded ? 'added' : 'values'
}

/**
 * A transition or an action has a right of its own. Its undo needs the same right, and so does the undo of that. A step
 * that the change caused needs none: an automatic step has no code.
 */
function rightOf(resource: Resource, entries: readonly OperationEntry[]): string {
  const step = entries.find(({ operation, isCaused }) => !isCaused && !general.has(operation))
  return step ? operationName(resource, step.operation) : 'edit'
}

const general = new Set<string>([...creations, 'update', 'remove', 'restore', 'undo'])

/** Whether an entry changed its record or, as that of a step, other records. */
export const isRevertible = (tenantId: string | Fragment, alias: string): Fragment =>
  sql`(${word(`${alias}.version`)} is not null or exists (select from engine_history caused
    where caused.tenant_id in (${tenantId}, '') and caused.cause_id = ${word(`${alias}.id`)}))`

/** The history entries of records that an operation wrote, by id, the latest first. */
async function entriesOf(
  { ctx, queries }: Work,
  operation: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OperationEntry[]>> {
  const { tenantId } = ctx.actor
  const rows = await runAll(
    queries,
    sql`select e.id::text as id, e.record_id, e.resource, e.operation, e.version, e.changes, c.record_id::text as along,
        (e.cause_id is not null or e.reason is not distinct from 'auto-step') as is_caused
      from engine_history e
      left join engine_history c on c.id = e.cause_id and c.operation in ('remove', 'restore') and c.tenant_id in (${tenantId}, '')
      where e.tenant_id in (${tenantId}, '') and e.operation_id = ${operation}::bigint and e.record_id = any(${ids}::bigint[])
      and ${isRevertible(tenantId, 'e')} order by e.id desc`,
  )
  const entries = new Map<string, OperationEntry[]>()
  for (const row of rows) {
    const id = String(row['record_id'])
    entries.set(id, [...(entries.get(id) ?? []), operationEntryOf(row)])
  }
  return entries
}

export const operationEntryOf = (row: Row): OperationEntry => ({
  id: String(row['id']),
  resource: String(row['resource']),
  operation: String(row['operation']),
  version: row['version'] === null ? null : Number(row['version']),
  changes: (row['changes'] ?? {}) as Changes,
  ...(typeof row['along'] === 'string' && { alongWith: row['along'] }),
  isCaused: row['is_caused'] === true,
})

/** The operation at the beginning of a chain of undos. */
async function originOf({ ctx, queries }: Work, operation: string): Promise<{ id: string; kind: string }> {
  const { tenantId } = ctx.actor
  const [row] = await runAll(
    queries,
    sql`with recursive chain as (
        select id, kind, undo_of from engine_operation where tenant_id = ${tenantId} and id = ${operation}::bigint
        union select o.id, o.kind, o.undo_of from engine_operation o join chain c on o.tenant_id = ${tenantId} and o.id = c.undo_of
      ) select id, kind from chain where undo_of is null`,
  )
  return { id: String(row?.['id'] ?? operation), kind: String(row?.['kind'] ?? '') }
}
