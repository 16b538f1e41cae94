import { isId } from '../../fields/id/id-text.ts'
import type { Bilingual, Resource } from '../../model/model.ts'
import { accessTo, demand } from '../auth/access.ts'
import { join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, shapeOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { assureAllowed } from './allow-if.ts'
import { ownTenant } from './get.ts'
import { guardWrites } from './guard-writes.ts'
import { record } from './history.ts'
import { claimRecords } from './idempotency.ts'
import { lockRows } from './lock.ts'
import { partsOf, type Referring, referringTo } from './referring.ts'
import { live } from './select.ts'
import { type Work, workOn } from './work.ts'
import { deleteSql } from './write-row.ts'

/** Marks records as deleted with their lines: all of them, or none. The rows and their history remain. */
export async function remove(work: Work, resource: Resource, ids: readonly string[], key?: string): Promise<void> {
  const { ctx } = work
  const access = demand(ctx, resource, 'delete')
  const all = [...new Set(ids)]
  if (!all.every(isId)) throw refuse.notFound(resource.title)
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    const wanted = await claimRecords(inside, key, all, id => ['remove', resource.name, id])
    if (wanted.length === 0) return
    const rows = await lockRows(inside, shapeOf(ctx.model, resource, new Set()), access, wanted)
    if (rows.length < wanted.length) throw refuse.notFound(resource.title)
    for (const row of rows) assureAllowed(ctx, resource, 'delete', row)
    await moveToBin(inside, resource, rows)
  })
}

/** Marks locked records as deleted, with their lines, in the current transaction. */
export async function moveToBin(work: Work, resource: Resource, rows: readonly Row[]): Promise<void> {
  const { ctx, queries } = work
  const ids = rows.map(({ id }) => String(id))
  await guardWrites(
    work,
    resource,
    rows.map(before => ({ before, after: null })),
  )
  await assureUnreferred(work, resource, ids)
  const deletedRows = await runAll(queries, deleteSql(ctx, resource, ids))
  for (const part of partsOf(ctx.model, resource))
    await runAll(queries, deleteSql(ctx, part.resource, ids, 'with-its-master', String(part.link.column)))
  const entries = deletedRows.map(row => ({
    id: work.ids.next(),
    recordId: String(row['id']),
    version: Number(row['version']),
    operation: 'remove',
    changes: {},
  }))
  await record(queries, ctx, resource, entries)
}

/** Refuses to delete a record with children in its tree or with required references to it. */
async function assureUnreferred({ ctx, queries }: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  const own = new Set(partsOf(ctx.model, resource).map(part => part.resource.name))
  const keeping = referringTo(ctx.model, resource).filter(
    one => isBelow(resource, one) || (one.field.required && !own.has(one.resource.name)),
  )
  if (keeping.length === 0) return
  const columns = keeping.map((one, index) => {
    const column = word(`t."${one.field.column}"`)
    const refersTo = one.many ? sql`${column} && ${ids}::bigint[]` : sql`${column} = any(${ids}::bigint[])`
    const others = one.resource.name === resource.name ? sql` and t."id" <> all(${ids}::bigint[])` : word('')
    return sql`exists (select 1 from ${word(`"${one.resource.table}" t`)} where ${live('t')} and ${refersTo}${others}${ownTenant(ctx, one.resource)}) as ${word(`"${index}"`)}`
  })
  const [row] = await runAll(queries, sql`select ${join(columns, ', ', '')}`)
  const keeper = keeping.find((_one, index) => row?.[String(index)] === true)
  if (!keeper) return
  if (isBelow(resource, keeper))
    throw refuse.conflict('has-children', { zh: '请先删除子节点!', en: 'Delete its sublevels first' })
  const isKnown = accessTo(ctx, keeper.resource, 'view').allowed
  throw refuse.conflict('referred', referred(isKnown ? keeper.resource.title : undefined))
}

const isBelow = (resource: Resource, { resource: other, field }: Referring) =>
  other.name === resource.name && field.name === resource.tree

/** Names only resources that the actor may see. */
const referred = (by: Bilingual | undefined): Bilingual =>
  by
    ? { zh: `该记录正被“${by.zh}”引用，不能删除`, en: `The record cannot be deleted: "${by.en}" refers to it` }
    : { zh: '该记录正被其他数据引用，不能删除', en: 'The record cannot be deleted: other records refer to it' }
