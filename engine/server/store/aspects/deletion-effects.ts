import { grantsRights } from '../../../model/guard.ts'
import { fieldWithId, idOf, resourceWithId } from '../../../model/ids.ts'
import type { Resource } from '../../../model/model.ts'
import type { DeletionEffect } from '../../../model/operation-view.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { anyFragment, type Fragment, join, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { referenceOf, shapeOf } from '../../database/shape.ts'
import { Refusal, refuse } from '../../errors/refuse.ts'
import { accessToBin, deleted } from '../bin.ts'
import { lockRecords, lockRows } from '../lock.ts'
import { ownTenant } from '../own-tenant.ts'
import { type Referring, referringTo, refersTo, tablesWithLines } from '../referring.ts'
import { live } from '../select.ts'
import { onDeleteOf, referredBy } from '../unreferred.ts'
import type { Work } from '../work.ts'
import { type Aspect, type DeletionScope, deletionOf } from './aspect.ts'

/** The maximum number of records of one resource that a deletion takes along. */
const maxCascaded = 1000

/** Deletes or clears what refers to deleted records. */
async function applyOnDelete(scope: DeletionScope): Promise<void> {
  const { work, resource, ids, entryOf } = scope
  const toClear = new Map<Resource, { readonly references: Referring[]; readonly ids: Set<string> }>()
  for (const one of referringTo(work.ctx.model, resource)) {
    const mode = onDeleteOf(one)
    if (mode !== 'clear' && mode !== 'cascade') continue
    const found = await idsReferring(work, one, ids)
    if (found.length === 0) continue
    if (mode === 'cascade') await cascade(scope, one, found)
    else {
      const known = toClear.get(one.resource) ?? { references: [], ids: new Set() }
      toClear.set(one.resource, { references: [...known.references, one], ids: new Set([...known.ids, ...found]) })
    }
  }
  for (const [of, { references, ids }] of toClear) await clear(scope, of, references, [...ids], entryOf)
}

async function idsReferring({ ctx, queries }: Work, one: Referring, ids: readonly string[]): Promise<string[]> {
  const { table } = one.resource
  const rows = await runAll(
    queries,
    sql`select t."id"::text as id from ${word(`"${table}" t`)} where ${live('t')} and ${refersTo(one, 't', sql`${ids}::bigint[]`)}${ownTenant(ctx, one.resource)} order by t."id" limit ${maxCascaded + 1}::int`,
  )
  if (rows.length > maxCascaded)
    throw refuse.conflict('deletion-large', {
      zh: `引用它的记录超过 ${maxCascaded} 条，不能一并处理`,
      en: `More than ${maxCascaded} records refer to it and cannot be processed together with it`,
    })
  return rows.map(row => String(row['id']))
}

/** Deletes the referring records, which needs the right to each. A missing one refuses the whole deletion. */
async function cascade(
  { work, entryOf, write }: DeletionScope,
  { resource, field }: Referring,
  ids: readonly string[],
): Promise<void> {
  const { ctx } = work
  const access = accessTo(ctx, resource, 'delete')
  const rows = access.allowed ? await lockRows(work, shapeOf(ctx.model, resource, new Set()), access, ids) : []
  if (rows.length < ids.length) throw referredBy(ctx, resource)
  const changes = rows.map(row => deletionOf(row, entryOf.get(String(row[field.name]))))
  await write(work, { resource, origin: 'save', deletion: 'remove' }, changes)
}

/** Removes the deleted records from references, as a declared effect of the deletion: it needs no right of the actor. */
async function clear(
  { work, write }: DeletionScope,
  resource: Resource,
  references: readonly Referring[],
  ids: readonly string[],
  entryOf: ReadonlyMap<string, string | undefined>,
  isRestored = false,
): Promise<void> {
  const inside = { ...work, ctx: work.ctx.forEffects('on-delete') }
  const stored = await lockRecords(inside, resource, accessTo(inside.ctx, resource, 'edit'), ids)
  for (const before of stored.values()) {
    const idsIn = ({ field }: Referring) => [before.record[field.name] ?? []].flat().map(String)
    const values = references
      .filter(one => idsIn(one).some(id => entryOf.has(id)))
      .map(one => [one.field.name, one.many ? idsIn(one).filter(id => !entryOf.has(id)) : null] as const)
    const causeId = references.flatMap(idsIn).flatMap(id => entryOf.get(id) ?? [])[0]
    const set = Object.fromEntries(values)
    try {
      await write(inside, { resource, origin: 'effect' }, [{ ...causedBy(causeId), before, set }])
    } catch (error) {
      // The record would be invalid without the reference.
      throw error instanceof Refusal && error.errors && !isRestored ? referredBy(work.ctx, resource) : error
    }
  }
}

/**
 * Clears the references of restored rows, by a column of theirs, to records that were deleted meanwhile. The deletion is
 * the cause, so that the restoration of such a record writes its reference again. The other referenced records stay locked.
 */
async function clearGone(scope: DeletionScope, resource: Resource, column: string): Promise<void> {
  const { work, ids } = scope
  const { ctx, queries } = work
  const references = resource.fields
    .filter(field => field.column !== undefined && field.options['onDelete'] === 'clear')
    .flatMap(field => referenceOf(ctx.model, field))
  const table = word(`"${resource.table}" t`)
  const restored = sql`${word(`t."${column}"`)} = any(${ids}::bigint[]) and ${live('t')}${ownTenant(ctx, resource)}`
  for (const of of new Set(references.map(one => one.of))) {
    const own = references.filter(one => one.of === of).map(({ field, many }): Referring => ({ resource, field, many }))
    const targets = own.map(({ field, many }) => {
      const column = `t."${field.column}"`
      return sql`select ${word(many ? `unnest(${column})` : column)} from ${table} where ${restored}`
    })
    const rows = await runAll(
      queries,
      sql`select c."id"::text as id, c."is_deleted" as mark from ${word(`"${of.table}" c`)}
        where c."id" in (${join(targets, ' union ', '')})${ownTenant(ctx, of, 'c')} order by c."id" for key share of c`,
    )
    const gone = rows.filter(row => Number(row['mark']) !== 0).map(row => String(row['id']))
    if (gone.length === 0) continue
    const refers = anyFragment(own.map(one => refersTo(one, 't', sql`${gone}::bigint[]`)))
    const found = await runAll(queries, sql`select t."id"::text as id from ${table} where ${restored} and ${refers}`)
    const removals = await lastRemovals(work, of, gone)
    const cleared = found.map(({ id }) => String(id))
    await clear(scope, resource, own, cleared, new Map(gone.map(id => [id, removals.get(id)])), true)
  }
}

/** The history entries of the last deletions of records, by id. */
async function lastRemovals(
  work: Work,
  resource: Resource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await runAll(
    work.queries,
    sql`select r.id::text as id, r.record_id::text as record_id from (${removalsSql(work, resource, ids)}) r`,
  )
  return new Map(rows.map(row => [String(row['record_id']), String(row['id'])]))
}

const removalsSql = ({ ctx }: Work, resource: Resource, ids: readonly string[]): Fragment =>
  sql`select distinct on (record_id) id, record_id, reason from engine_history
    where tenant_id = any(${[ctx.actor.tenantId, '']}::text[]) and resource = ${idOf(resource)} and record_id = any(${ids}::bigint[]) and operation = 'remove'
    order by record_id, id desc`

interface Along {
  readonly resource: string
  readonly recordId: string
  readonly version: number
  readonly operation: string
  readonly changes: Readonly<Record<string, { readonly from: unknown }>>
  /** The record whose deletion caused it. */
  readonly of: string
}

/** Restores what the last deletion of records took along and that is unchanged since. */
async function revertOnDelete(scope: DeletionScope): Promise<void> {
  const { work, resource, ids } = scope
  const groups = new Map<string, Along[]>()
  for (const one of await takenAlong(work, resource, ids)) {
    const key = `${one.resource} ${one.operation}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  for (const group of groups.values()) {
    const [first] = group
    const of = first && resourceWithId(work.ctx.model, first.resource)
    // A role does not get back what it was granted before a deletion: its holders may be others now.
    if (!of || (first.operation === 'update' && grantsRights(of))) continue
    await (first.operation === 'remove' ? restoreAlong : fillAgain)(scope, of, group)
  }
}

async function takenAlong(work: Work, resource: Resource, ids: readonly string[]): Promise<Along[]> {
  const { ctx, queries } = work
  const tenants = [ctx.actor.tenantId, '']
  const rows = await runAll(
    queries,
    sql`select e.resource, e.record_id::text as "recordId", e.version, e.operation, e.changes, r.record_id::text as "of"
      from engine_history e join (${removalsSql(work, resource, ids)}) r on e.cause_id = r.id
      where e.tenant_id = any(${tenants}::text[]) and e.operation in ('remove', 'update') and e.version is not null
      and not ${isRevertedEffect('e', 'r')} order by e.id`,
  )
  return rows as unknown as Along[]
}

async function restoreAlong(
  { work, entryOf, write }: DeletionScope,
  of: Resource,
  group: readonly Along[],
): Promise<void> {
  const { ctx, queries } = work
  const versions = new Map(group.map(one => [one.recordId, one]))
  const found = await runAll(
    queries,
    sql`select t."id"::text as id, t."version" from ${word(`"${of.table}" t`)} where ${deleted('t')} and t."id" = any(${[...versions.keys()]}::bigint[])${ownTenant(ctx, of)}`,
  )
  const ids = found
    .filter(row => Number(row['version']) === versions.get(String(row['id']))?.version)
    .map(row => String(row['id']))
  if (ids.length === 0) return
  const rows = await lockRows(work, shapeOf(ctx.model, of, new Set()), accessToBin(ctx, of), ids, deleted('t'))
  if (rows.length < ids.length)
    throw refuse.conflict('restore-along', {
      zh: '您无权恢复与它一同删除的记录',
      en: 'You are not allowed to restore the records that were deleted with it',
    })
  const changes = rows.map(row => deletionOf(row, entryOf.get(versions.get(String(row['id']))?.of ?? '')))
  await write(work, { resource: of, origin: 'effect', deletion: 'restore' }, changes)
}

/** Writes cleared references again, where the record is unchanged since. */
async function fillAgain(
  { work, entryOf, write }: DeletionScope,
  of: Resource,
  group: readonly Along[],
): Promise<void> {
  const inside = { ...work, ctx: work.ctx.forEffects('on-delete') }
  const ids = group.map(one => one.recordId)
  // A record that is still deleted is not referred to again.
  const isFilled = (id: unknown) => entryOf.has(String(id))
  const filledWith = (from: unknown, present: unknown) =>
    Array.isArray(from)
      ? from.filter(id => isFilled(id) || [present ?? []].flat().includes(id))
      : isFilled(from)
        ? from
        : (present ?? null)
  const stored = await lockRecords(inside, of, accessTo(inside.ctx, of, 'edit'), ids)
  for (const one of group) {
    const before = stored.get(one.recordId)
    if (!before || Number(before.record['version']) !== one.version) continue
    const cleared = of.fields.filter(
      field => Object.hasOwn(one.changes, idOf(field)) && field.options['onDelete'] === 'clear',
    )
    const values = Object.fromEntries(
      cleared.map(field => [field.name, filledWith(one.changes[idOf(field)]?.from, before.record[field.name])]),
    )
    await write(inside, { resource: of, origin: 'effect' }, [{ ...causedBy(entryOf.get(one.of)), before, set: values }])
  }
}

const causedBy = (causeId: string | undefined) => causeId !== undefined && { step: { causeId } }

/** What the deletions or restorations of an operation took along, as far as the actor sees it. */
export async function deletionEffects(
  queries: Queries,
  ctx: RequestContext,
  operation: string,
): Promise<DeletionEffect[]> {
  const entries = sql`h.tenant_id = any(${[ctx.actor.tenantId, '']}::text[]) and h.operation_id = ${operation}::bigint
    and h.cause_id is not null and (h.operation in ('remove', 'restore') or h.reason = 'on-delete')`
  const found = await runAll(queries, sql`select distinct h.resource from engine_history h where ${entries}`)
  const all: DeletionEffect[] = []
  for (const of of found.flatMap(row => resourceWithId(ctx.model, String(row['resource'])) ?? [])) {
    const access = accessTo(ctx, of, 'view')
    if (!access.allowed) continue
    const counts = await runAll(
      queries,
      sql`select h.operation, k.key, count(*)::int as count from engine_history h
        join ${word(`"${of.table}" t`)} on t."id" = h.record_id and ${access.rows('t')}
        left join lateral jsonb_object_keys(case when h.operation = 'update' then h.changes end) k(key) on true
        where ${entries} and h.resource = ${idOf(of)} group by 1, 2 order by 1, 2`,
    )
    for (const { operation: kind, key, count } of counts) {
      const field = fieldWithId(of, String(key))
      if (kind === 'remove' || kind === 'restore') all.push({ title: of.title, kind, count: Number(count) })
      else if (field?.options['onDelete'] === 'clear' && access.reads(field))
        all.push({ title: of.title, field: field.title, kind: 'clear', count: Number(count) })
    }
  }
  return all
}

/**
 * Whether an entry of the history that a deletion or restoration caused, by their aliases, is an effect of a step that
 * was reverted with it. Other entries are what the deletion or restoration took along.
 */
const isRevertedEffect = (entry: string, cause: string): Fragment =>
  word(`(${entry}.reason is not distinct from 'step-effect' and ${cause}.reason is distinct from 'step-effect')`)

/** Whether an entry is an effect of the step, the automatic step or the undo that caused it. */
export const isEffect = (entry: string, cause: string): Fragment =>
  sql`(${word(cause)}.operation not in ('remove', 'restore') or ${isRevertedEffect(entry, cause)})`

export const onDelete: Aspect = {
  deleted: scope => (scope.deletion === 'remove' ? applyOnDelete(scope) : revertOnDelete(scope)),
}

/** References to records that were deleted while the restored ones were in the bin. */
export const goneReferences: Aspect = {
  async deleted(scope) {
    if (scope.deletion === 'restore')
      for (const { of, column } of tablesWithLines(scope.work.ctx.model, scope.resource))
        await clearGone(scope, of, column)
  },
}
