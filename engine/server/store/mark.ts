import { isId } from '../../fields/id/id-text.ts'
import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import { type Access, accessToNames, demand } from '../auth/access.ts'
import type { RowChange } from '../auth/authority-guard.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Reference, type Row, referenceOf, shapeOf } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { assureAllowed } from './allow-if.ts'
import { accessToBin, deleted } from './bin.ts'
import { applyOnDelete, clearGone, revertOnDelete } from './deletion-effects.ts'
import { guardWrites } from './guard-writes.ts'
import { record } from './history.ts'
import { claimRecords } from './idempotency.ts'
import { assureNoEvidence } from './kept-evidence.ts'
import { lockRows, rowVersions } from './lock.ts'
import { ownTenant } from './own-tenant.ts'
import { partsOf } from './referring.ts'
import { lockCounting, markedRows, rollUp } from './roll-up.ts'
import { displaySql, live } from './select.ts'
import { markLacking } from './stale-values.ts'
import { assureUnreferred, needsTarget } from './unreferred.ts'
import { type Work, workOn } from './work.ts'
import { markSql } from './write-row.ts'

/** The deletion of records and its reversal: a row is marked as deleted, and it and its history remain. */
export type Marking = 'remove' | 'restore'

/**
 * Deletes records with their lines, or restores them with the lines that were deleted with them: all of them, or none.
 * A deletion is refused while a record has children, or references to it that refuse; others are cleared, or their
 * records deleted with it (`onDelete`). A restore reverts this. It is refused if another record has a unique value by
 * now, or if a record to which it needs to refer is deleted.
 */
export async function mark(
  work: Work,
  resource: Resource,
  ids: readonly string[],
  marking: Marking,
  key?: string,
): Promise<void> {
  const all = [...new Set(ids)]
  accessFor[marking](work.ctx, resource)
  if (!all.every(isId)) throw refuse.notFound(resource.title)
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    const wanted = await claimRecords(inside, key, all, id => [marking, resource.name, id])
    if (wanted.length === 0) return
    const rows = await lockMarked(inside, resource, wanted, marking)
    if (rows.length < wanted.length) throw refuse.notFound(resource.title)
    await assureAllowed(inside, resource, 'delete', rows).catch(async refused => {
      // The guard knows why a row of the descriptors remains; the condition does not.
      await guardMarks(inside, resource, rows, marking)
      throw refused
    })
    await writeMark(inside, resource, rows, marking)
  })
}

const accessFor = {
  remove: (ctx: RequestContext, resource: Resource): Access => demand(ctx, resource, 'delete'),
  restore: accessToBin,
} as const

/** Those of the rows that the actor may delete or restore, locked until the end of the transaction. */
export const lockMarked = (work: Work, resource: Resource, ids: readonly string[], marking: Marking): Promise<Row[]> =>
  lockRows(
    work,
    shapeOf(work.ctx.model, resource, new Set()),
    accessFor[marking](work.ctx, resource),
    ids,
    amongFor[marking],
  )

const amongFor = { remove: live('t'), restore: deleted('t') } as const

/** The versions of the rows that would be locked, by id. */
export const versionsToMark = (
  work: Work,
  resource: Resource,
  ids: readonly string[],
  marking: Marking,
): Promise<ReadonlyMap<string, number>> =>
  rowVersions(work, resource, accessFor[marking](work.ctx, resource), ids, amongFor[marking])

/** The change of a row as its guard evaluates it. */
export const changeOfMark = (row: Row, marking: Marking): RowChange =>
  marking === 'remove' ? { before: row, after: null } : { before: null, after: row }

const guardMarks = (work: Work, resource: Resource, rows: readonly Row[], marking: Marking): Promise<void> =>
  guardWrites(
    work,
    resource,
    rows.map(row => changeOfMark(row, marking)),
  )

/**
 * Deletes or restores locked records with their lines, in the current transaction. Returns the ids of their history
 * entries by the ids of the records.
 */
export async function writeMark(
  work: Work,
  resource: Resource,
  rows: readonly Row[],
  marking: Marking,
  causeOf: (row: Row) => string | undefined = () => undefined,
): Promise<ReadonlyMap<string, string>> {
  const { ctx, queries } = work
  const ids = rows.map(({ id }) => String(id))
  await guardMarks(work, resource, rows, marking)
  const isRemoval = marking === 'remove'
  const counted = await markedRows(work, resource, ids)
  await lockCounting(work, counted)
  if (isRemoval) await assureUnreferred(work, resource, ids)
  if (isRemoval) await assureNoEvidence(work, resource, ids)
  const marked = await runAll(queries, markSql(ctx, resource, ids, isRemoval ? ['none', 'itself'] : ['itself', 'none']))
  if (!isRemoval) await assureThere(work, resource, 'id', ids)
  const removed: [Resource, string[]][] = []
  for (const { resource: of, link } of partsOf(ctx.model, resource)) {
    const column = String(link.column)
    const change = isRemoval ? (['none', 'with-its-master'] as const) : (['with-its-master', 'none'] as const)
    const lines = await runAll(queries, markSql(ctx, of, ids, change, column))
    if (isRemoval) removed.push([of, lines.map(({ id }) => String(id))])
    if (!isRemoval && lines.length > 0) await assureThere(work, of, column, ids, link)
    if (!isRemoval && lines.length > 0) await markLacking(work, of, column, ids)
  }
  if (!isRemoval) await markLacking(work, resource, 'id', ids)
  const entries = marked.map(row => {
    const causeId = causeOf(rows.find(({ id }) => id === String(row['id'])) ?? {})
    return {
      id: work.ids.next(),
      recordId: String(row['id']),
      version: Number(row['version']),
      operation: marking,
      changes: {},
      ...(causeId !== undefined && { causeId }),
    }
  })
  await record(queries, ctx, resource, entries)
  const entryOf = new Map(entries.map(entry => [entry.recordId, entry.id]))
  const along = isRemoval ? applyOnDelete : revertOnDelete
  await along(work, resource, entryOf, (inside, of, some, cause) => writeMark(inside, of, some, marking, cause))
  // What refers to the lines may have been deleted along.
  for (const [lines, lineIds] of removed) await assureUnreferred(work, lines, lineIds)
  await rollUp(work, counted)
  if (!isRemoval) {
    await clearGone(work, resource, 'id', ids)
    for (const { resource: of, link } of partsOf(ctx.model, resource))
      await clearGone(work, of, String(link.column), ids)
  }
  return entryOf
}

/**
 * Refuses to restore records with a reference to a deleted record that is required, or that refuses or cascades its
 * deletion: with such a reference, the record could not have remained. The referenced records are locked, so that no other transaction deletes them in between.
 */
async function assureThere(
  work: Work,
  resource: Resource,
  column: string,
  ids: readonly string[],
  link?: Field,
): Promise<void> {
  const missing = await missingReferences(work, resource, column, ids, link)
  const errors = Object.fromEntries(missing.map(({ field, message }) => [field.name, message]))
  const [first] = missing
  if (first) throw new Refusal('reference-gone', 409, first.message, { errors })
}

/** A reference of a visible row that needs its record, to a deleted one. */
export interface MissingReference {
  /** The value of the column. */
  readonly id: string
  readonly field: Field
  readonly message: Bilingual
}

/** Of each field one missing reference at most. The records that are there stay locked. */
export async function missingReferences(
  { ctx, queries }: Work,
  resource: Resource,
  column: string,
  ids: readonly string[],
  link?: Field,
): Promise<MissingReference[]> {
  const missing: MissingReference[] = []
  for (const { field, of, many } of neededBy(ctx.model, resource, link)) {
    const held = word(many ? `c."id" = any(t."${field.column}")` : `c."id" = t."${field.column}"`)
    const rows = sql`${word(`t."${column}"`)} = any(${ids}::bigint[]) and t."is_deleted" = 0${ownTenant(ctx, resource)}`
    const table = word(`"${resource.table}" t`)
    const targets = word(many ? `select unnest(t."${field.column}")` : `select t."${field.column}"`)
    const names = sql`case when ${accessToNames(ctx, of).rows('c')} then ${displaySql(ctx, of, 'c')} end`
    // Each referenced record is locked once, however many rows refer to it.
    const all = sql`select c."id" as target, c."is_deleted" as gone, ${names} as name from ${word(`"${of.table}" c`)}
      where c."id" in (${targets} from ${table} where ${rows})${ownTenant(ctx, of, 'c')} order by c."id" for key share of c`
    const [first] = await runAll(
      queries,
      sql`with found as materialized (${all}), c as (select target as id, name from found where gone <> 0 limit 1)
        select (select ${word(`t."${column}"`)}::text from ${table} where ${rows} and ${held} limit 1) as id, name from c`,
    )
    if (first) missing.push({ id: String(first['id']), field, message: gone(field, first['name']) })
  }
  return missing
}

/** The stored references to records that every row with them needs: those without which a deletion is refused or cascades. */
export const neededBy = (model: Model, resource: Resource, link?: Field): readonly Reference[] =>
  resource.fields
    .filter(field => field.column !== undefined && field.name !== link?.name)
    .filter(field => needsTarget(resource, field) || ['refuse', 'cascade'].includes(String(field.options['onDelete'])))
    .flatMap(field => referenceOf(model, field))

/** Names the missing record where the actor may know its name. */
function gone({ title }: Field, name: unknown): Bilingual {
  return typeof name === 'string'
    ? {
        zh: `${title.zh}“${name}”已被删除，请先恢复它`,
        en: `${title.en} "${name}" is deleted; restore it first`,
      }
    : { zh: `${title.zh}已被删除，请先恢复它`, en: `${title.en} is deleted; restore it first` }
}
