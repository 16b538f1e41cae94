import { isId } from '../../fields/id/id-text.ts'
import { isPermissions } from '../../fields/traits.ts'
import { masterFieldOf, masterOf } from '../../model/lines.ts'
import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { type Access, accessTo, forbiddenOf } from '../auth/access.ts'
import { columnOf, every, type Fragment, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, recordOf, type Shape, shapeOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { derivedSql } from './derived.ts'
import { readOne } from './get.ts'
import { ownTenant } from './own-tenant.ts'
import { linePosition, ownVersion, type StoredRecord } from './plan-lines.ts'
import { type ChildPart, partsOf } from './referring.ts'
import { columnsSql, live } from './select.ts'
import type { Work } from './work.ts'

const nothing: ReadonlySet<string> = new Set()

/**
 * The stored record with its lines, locked until the end of the transaction. The refusal of a write shows that the
 * record exists only to users who may see it.
 */
export async function lockRecord(
  work: Work,
  resource: Resource,
  access: Access,
  id: string,
  operation: string,
): Promise<StoredRecord> {
  const stored = isId(id) ? (await lockRecords(work, resource, access, [id])).get(id) : undefined
  if (!stored) throw await refusalOfLock(work, resource, id, operation)
  return stored
}

/** Those of several records that the access allows, by id, locked in the same way. Of lines, their masters are locked first. */
export async function lockRecords(
  work: Work,
  resource: Resource,
  access: Access,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredRecord>> {
  await lockMasters(work, resource, ids)
  const rows = await lockRows(work, shapeOf(work.ctx.model, resource, nothing), access, ids)
  const lines = await linesOfRecords(
    work,
    resource,
    rows.map(({ id }) => String(id)),
  )
  return new Map(
    rows.map(record => [String(record['id']), { record, lines: lines.get(String(record['id'])) ?? new Map() }]),
  )
}

/** A change of a line is one of its master, which locks the master first. */
async function lockMasters({ ctx, queries }: Work, lines: Resource, ids: readonly string[]): Promise<void> {
  const master = masterOf(ctx.model, lines)
  if (!master) return
  const masters = sql`select ${word(`t."${masterFieldOf(lines)?.column}" from "${lines.table}" t`)} where t."id" = any(${ids}::bigint[])`
  await runAll(
    queries,
    sql`select m."id" from ${word(`"${master.table}" m`)} where m."id" in (${masters})${ownTenant(ctx, master, 'm')} order by m."id" for update of m`,
  )
}

/** Those of the rows that the access allows, by default live ones, locked until the end of the transaction. */
export async function lockRows(
  work: Work,
  shape: Shape,
  access: Access,
  ids: readonly string[],
  among = live('t'),
): Promise<Row[]> {
  const where = every([among, access.rows('t'), sql`t."id" = any(${ids}::bigint[])`])
  const table = word(`"${shape.resource.table}" t`)
  const granted = { ...shape, derived: shape.derived.filter(isPermissions) }
  const codes = derivedSql(work.ctx, granted, name => columnOf('t', String(fieldOf(shape.resource, name)?.column)))
  const columns = join([word(columnsSql(shape, 't')), ...codes], ', ', '')
  // Always in the same order, so that two transactions that lock the same rows do not deadlock.
  const rows = await runAll(
    work.queries,
    sql`select ${columns} from ${table} where ${where} order by t."id" for update of t`,
  )
  return rows.map(row => recordOf(shape, row))
}

/** The lines of records, by the record's id and the name of their part. */
export async function linesOfRecords(
  work: Work,
  resource: Resource,
  ids: readonly string[],
  among = live('t'),
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly Row[]>>> {
  const all = new Map(ids.map(id => [id, new Map<string, Row[]>()]))
  for (const part of partsOf(work.ctx.model, resource)) {
    for (const lines of all.values()) lines.set(part.name, [])
    for (const line of await storedLines(work, part, ids, among))
      all.get(String(line[part.link.name]))?.get(part.name)?.push(line)
  }
  return all
}

async function storedLines(work: Work, part: ChildPart, masterIds: readonly string[], among: Fragment): Promise<Row[]> {
  if (masterIds.length === 0) return []
  const shape = shapeOf(work.ctx.model, part.resource, nothing)
  const where = sql`${among} and ${word(`t."${part.link.column}"`)} = any(${masterIds}::bigint[])${ownTenant(work.ctx, part.resource)}`
  const table = word(`"${part.resource.table}" t`)
  const rows = await runAll(
    work.queries,
    sql`select ${word(columnsSql(shape, 't'))}, t."line_no" as ${word(`"${linePosition}"`)}, t."version" as ${word(`"${ownVersion}"`)} from ${table} where ${where} order by t."line_no", t."id"`,
  )
  const own = (row: Row) => ({ [linePosition]: row[linePosition], [ownVersion]: row[ownVersion] })
  return rows.map(row => ({ ...recordOf(shape, row), ...own(row) }))
}

/** Why a record could not be locked: it does not exist, or the user may see it but not write it. */
export async function refusalOfLock(
  { ctx, queries }: Work,
  resource: Resource,
  id: string,
  operation: string,
): Promise<Error> {
  const view = accessTo(ctx, resource, 'view')
  if (!view.allowed || operation === 'view') return refuse.notFound(resource.title)
  // Throws 404 unless the actor sees it.
  await readOne(queries, ctx, resource, view, id)
  return forbiddenOf(ctx, resource, operation)
}
