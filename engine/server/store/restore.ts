import { isId } from '../../fields/id/id-text.ts'
import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import { type Access, accessToNames } from '../auth/access.ts'
import { every, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Reference, type Row, recordOf, referenceOf, shapeOf } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { assureAllowed } from './allow-if.ts'
import { accessToBin, deleted } from './bin.ts'
import { ownTenant } from './get.ts'
import { guardWrites } from './guard-writes.ts'
import { record } from './history.ts'
import { claimRecords } from './idempotency.ts'
import { partsOf } from './referring.ts'
import { columnsSql, displaySql } from './select.ts'
import { type Work, workOn } from './work.ts'
import { restoreSql } from './write-row.ts'

/**
 * Restores deleted records with the lines that were deleted with them: all of them, or none. Lines that were deleted
 * before are not restored. Refused if another record has a unique value by now, or if a required reference is deleted.
 */
export async function restore(work: Work, resource: Resource, ids: readonly string[], key?: string): Promise<void> {
  const access = accessToBin(work.ctx, resource)
  const all = [...new Set(ids)]
  if (!all.every(isId)) throw refuse.notFound(resource.title)
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    const wanted = await claimRecords(inside, key, all, id => ['restore', resource.name, id])
    if (wanted.length === 0) return
    const rows = await lockInBin(inside, resource, access, wanted)
    if (rows.size < wanted.length) throw refuse.notFound(resource.title)
    for (const row of rows.values()) assureAllowed(work.ctx, resource, 'delete', row)
    await restoreFromBin(inside, resource, [...rows.values()])
  })
}

/** Those of the deleted records that the access allows, by id, locked until the end of the transaction. */
export async function lockInBin(
  { ctx, queries }: Work,
  resource: Resource,
  access: Access,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const where = every([deleted('t'), access.rows('t'), sql`t."id" = any(${ids}::bigint[])`])
  const shape = shapeOf(ctx.model, resource, new Set())
  const from = word(`${columnsSql(shape, 't')} from "${resource.table}" t`)
  const rows = await runAll(queries, sql`select ${from} where ${where} order by t."id" for update of t`)
  return new Map(rows.map(row => [String(row['id']), recordOf(shape, row)]))
}

/** Restores locked deleted records, with the lines that were deleted with them. */
export async function restoreFromBin(work: Work, resource: Resource, rows: readonly Row[]): Promise<void> {
  const { ctx, queries } = work
  const ids = rows.map(({ id }) => String(id))
  await guardWrites(
    work,
    resource,
    rows.map(after => ({ before: null, after })),
  )
  const back = await runAll(queries, restoreSql(ctx, resource, ids, 'itself'))
  await assureThere(work, resource, 'id', ids)
  for (const { resource: of, link } of partsOf(ctx.model, resource)) {
    const column = String(link.column)
    const lines = await runAll(queries, restoreSql(ctx, of, ids, 'with-its-master', column))
    if (lines.length > 0) await assureThere(work, of, column, ids, link)
  }
  const entries = back.map(row => ({
    id: work.ids.next(),
    recordId: String(row['id']),
    version: Number(row['version']),
    operation: 'restore',
    changes: {},
  }))
  await record(queries, ctx, resource, entries)
}

/**
 * Refuses to restore records with a required reference to a deleted record, as a deletion is refused while such a
 * reference exists. The referenced records are locked, so that no other transaction deletes them in between.
 */
async function assureThere(
  { ctx, queries }: Work,
  resource: Resource,
  column: string,
  ids: readonly string[],
  link?: Field,
): Promise<void> {
  const errors: Record<string, Bilingual> = {}
  for (const { field, of, many } of neededBy(ctx.model, resource, link)) {
    const held = word(many ? `c."id" = any(t."${field.column}")` : `c."id" = t."${field.column}"`)
    const rows = sql`${word(`t."${column}"`)} = any(${ids}::bigint[]) and t."is_deleted" = 0${ownTenant(ctx, resource)}`
    const tables = word(`"${resource.table}" t join "${of.table}" c on`)
    const names = sql`case when ${accessToNames(ctx, of).rows('c')} then ${displaySql(ctx, of, 'c')} end`
    const found = await runAll(
      queries,
      sql`select c."is_deleted" as gone, ${names} as name from ${tables} ${held} where ${rows}${ownTenant(ctx, of, 'c')} order by c."id" for key share of c`,
    )
    const missing = found.find(row => Number(row['gone']) !== 0)
    if (missing) errors[field.name] = gone(field, missing['name'])
  }
  const [first] = Object.values(errors)
  if (first) throw new Refusal('reference-gone', 409, first, { errors })
}

/** References that every row needs: required ones, and the parent in a tree. */
export const neededBy = (model: Model, resource: Resource, link?: Field): readonly Reference[] =>
  resource.fields
    .filter(field => field.column !== undefined && field.name !== link?.name)
    .filter(field => field.required || field.name === resource.tree)
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
