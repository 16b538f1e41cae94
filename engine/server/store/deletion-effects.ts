import { idOf, resourceWithId } from '../../model/ids.ts'
import type { Resource } from '../../model/model.ts'
import type { DeletionEffect } from '../../model/operation-view.ts'
import { accessTo } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { anyFragment, type Fragment, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, referenceOf, shapeOf } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { assureAllowed } from './allow-if.ts'
import { accessToBin, deleted } from './bin.ts'
import { isRevertedEffect } from './caused-entries.ts'
import { lockRecords, lockRows } from './lock.ts'
import { ownTenant } from './own-tenant.ts'
import { type Referring, referringTo, refersTo } from './referring.ts'
import { live } from './select.ts'
import { onDeleteOf, referredBy } from './unreferred.ts'
import type { Work } from './work.ts'
import { write } from './write.ts'

/** Deletes or restores locked rows, each with the history entry that caused it. */
export type MarkRows = (
  work: Work,
  resource: Resource,
  rows: readonly Row[],
  causeOf: (row: Row) => string | undefined,
) => Promise<unknown>

/** The maximum number of records of one resource that a deletion takes along. */
const maxCascaded = 1000

/** Deletes or clears what refers to deleted records. `entryOf` has the history entry of each deletion. */
export async function applyOnDelete(
  work: Work,
  resource: Resource,
  entryOf: ReadonlyMap<string, string>,
  removeRows: MarkRows,
): Promise<void> {
  const ids = [...entryOf.keys()]
  const toClear = new Map<Resource, { readonly references: Referring[]; readonly ids: Set<string> }>()
  for (const one of referringTo(work.ctx.model, resource)) {
    const mode = onDeleteOf(one)
    if (mode !== 'clear' && mode !== 'cascade') continue
    const found = await idsReferring(work, one, ids)
    if (found.length === 0) continue
    if (mode === 'cascade') await cascade(work, one, found, entryOf, removeRows)
    else {
      const known = toClear.get(one.resource) ?? { references: [], ids: new Set() }
      toClear.set(one.resource, { references: [...known.references, one], ids: new Set([...known.ids, ...found]) })
    }
  }
  for (const [of, { references, ids }] of toClear) await clear(work, of, references, [...ids], entryOf)
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
  work: Work,
  { resource, field }: Referring,
  ids: readonly string[],
  entryOf: ReadonlyMap<string, string>,
  removeRows: MarkRows,
): Promise<void> {
  const { ctx } = work
  const access = accessTo(ctx, resource, 'delete')
  const rows = access.allowed ? await lockRows(work, shapeOf(ctx.model, resource, new Set()), access, ids) : []
  if (rows.length < ids.length) throw referredBy(ctx, resource)
  await assureAllowed(work, resource, 'delete', rows)
  await removeRows(work, resource, rows, row => entryOf.get(String(row[field.name])))
}

/** Removes the deleted records from references, as a declared effect of the deletion: it needs no right of the actor. */
async function clear(
  work: Work,
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
    const step = { operation: 'update', ...(causeId !== undefined && { causeId }) }
    try {
      await write(inside, { resource, origin: 'effect' }, [{ before, set: Object.fromEntries(values), step }])
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
export async function clearGone(work: Work, resource: Resource, column: string, ids: readonly string[]): Promise<void> {
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
    await clear(work, resource, own, cleared, new Map(gone.map(id => [id, removals.get(id)])), true)
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
export async function revertOnDelete(
  work: Work,
  resource: Resource,
  entryOf: ReadonlyMap<string, string>,
  restoreRows: MarkRows,
): Promise<void> {
  const groups = new Map<string, Along[]>()
  for (const one of await takenAlong(work, resource, [...entryOf.keys()])) {
    const key = `${one.resource} ${one.operation}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  for (const group of groups.values()) {
    const [first] = group
    const of = first && resourceWithId(work.ctx.model, first.resource)
    if (!of) continue
    if (first.operation === 'remove') await restoreAlong(work, of, group, entryOf, restoreRows)
    else await fillAgain(work, of, group, entryOf)
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
  work: Work,
  of: Resource,
  group: readonly Along[],
  entryOf: ReadonlyMap<string, string>,
  restoreRows: MarkRows,
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
  await restoreRows(work, of, rows, row => entryOf.get(versions.get(String(row['id']))?.of ?? ''))
}

/** Writes cleared references again, where the record is unchanged since. */
async function fillAgain(
  work: Work,
  of: Resource,
  group: readonly Along[],
  entryOf: ReadonlyMap<string, string>,
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
    const causeId = entryOf.get(one.of)
    const step = { operation: 'update', ...(causeId !== undefined && { causeId }) }
    await write(inside, { resource: of, origin: 'effect' }, [{ before, set: values, step }])
  }
}

/** How deep cascades are counted. */
const maxLevels = 5

/** What a deletion of rows would take along, as far as the actor sees it. `rows` selects the ids of the rows. */
export async function deletionEffects(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  rows: Fragment,
  level = 0,
): Promise<DeletionEffect[]> {
  const all: DeletionEffect[] = []
  for (const one of referringTo(ctx.model, resource)) {
    const mode = onDeleteOf(one)
    const access = accessTo(ctx, one.resource, 'view')
    if ((mode !== 'clear' && mode !== 'cascade') || !access.allowed || level >= maxLevels) continue
    const alias = `d${level}`
    const table = word(`"${one.resource.table}" ${alias}`)
    const which = sql`${live(alias)} and ${refersTo(one, alias, sql`array(${rows})`)} and ${access.rows(alias)}`
    const [row] = await runAll(queries, sql`select count(*)::int as count from ${table} where ${which}`)
    const count = Number(row?.['count'])
    if (count === 0) continue
    all.push({ title: one.resource.title, field: one.field.title, kind: mode, count })
    if (mode === 'cascade') {
      const next = sql`select ${word(`${alias}."id"`)} from ${table} where ${which}`
      all.push(...(await deletionEffects(queries, ctx, one.resource, next, level + 1)))
    }
  }
  return all
}
