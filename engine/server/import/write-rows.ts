import { typeOf } from '../../fields/index.ts'
import type { Resource } from '../../model/model.ts'
import { refuse } from '../refuse.ts'
import type { Access } from '../store/access.ts'
import { sql, word } from '../store/fragment.ts'
import { ownTenant } from '../store/get.ts'
import { changesBetween, historySql } from '../store/history.ts'
import { assureAllReferences } from '../store/references.ts'
import { runAll } from '../store/run.ts'
import { removeLines, saveLine } from '../store/save-line.ts'
import { reserveSerials } from '../store/serial.ts'
import type { Row } from '../store/shape.ts'
import { type Work, workOn } from '../store/work.ts'
import { insertSql } from '../store/write-row.ts'
import { markUnwritten, markWritten, type StagedRow, writtenRows } from './staging.ts'

/** PostgreSQL takes 65,535 bound values in one statement. */
const mostValues = 50_000
const systemValues = 9

/** How many rows of a resource are written in one transaction: few, so that nobody waits long. */
export const rowsAtOnce = (resource: Resource): number =>
  Math.max(1, Math.min(250, Math.floor(mostValues / (resource.fields.length + systemValues))))

/** What rows of people and roles have to pass beyond the predicate. */
export type RowGuard = (record: Row) => Promise<void>

/** Stores checked rows, writes them down in history and marks them as written, in one transaction. */
export async function writeRows(
  work: Work,
  importId: string,
  resource: Resource,
  access: Access,
  rows: readonly StagedRow[],
  guard?: RowGuard,
): Promise<void> {
  if (guard) for (const { record } of rows) await guard(record)
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    const ids = resource.partOf
      ? await writeLines(inside, resource, rows)
      : await writeRecords(inside, resource, access, rows)
    await markWritten(
      queries,
      importId,
      rows.map(({ row }, index) => ({ row, recordId: String(ids[index]) })),
    )
  })
}

async function writeRecords(work: Work, resource: Resource, access: Access, rows: readonly StagedRow[]) {
  const { asking, queries } = work
  // Between the check and the write somebody may have deleted what rows refer to, or taken the right to see it.
  await assureStillThere(work, resource, rows)
  const serials = await reserveSerials(queries, asking, resource, rows.length)
  const stored: { record: Row; given: { id: string; ownerId: string | null } }[] = []
  for (const [index, { recordId, record }] of rows.entries()) {
    const whole = await digested(work, resource, { ...record, ...serials[index] })
    const owner = resource.owner === undefined ? null : whole[resource.owner]
    stored.push({ record: whole, given: { id: recordId, ownerId: owner == null ? null : String(owner) } })
  }
  const history = stored.map(({ record, given }) => ({
    id: work.ids.next(),
    recordId: given.id,
    version: 1,
    operation: 'save',
    changes: changesBetween(resource, null, record, Object.keys(record)),
  }))
  const written = historySql(asking, resource, history)
  const held = await runAll(queries, sql`with written as (${written}) ${insertSql(asking, resource, stored, access)}`)
  if (!held.every(row => row['held'] === true)) throw refuse.outOfReach()
  return rows.map(({ recordId }) => recordId)
}

async function assureStillThere(work: Work, resource: Resource, rows: readonly StagedRow[]): Promise<void> {
  const own = new Set(rows.map(({ recordId }) => recordId))
  const changed = new Set(resource.fields.map(field => field.name))
  await assureAllReferences(
    work.queries,
    work.asking,
    resource,
    rows.map(({ record }) => ({ after: record, changed })),
    own,
  )
}

/** Lines go in one by one: each is a change of its master. */
async function writeLines(work: Work, resource: Resource, rows: readonly StagedRow[]): Promise<string[]> {
  const ids: string[] = []
  for (const { record } of rows) ids.push(String((await saveLine(work, resource, record))['id']))
  return ids
}

/** What is kept of a password is its digest. */
async function digested(work: Work, resource: Resource, record: Row): Promise<Row> {
  for (const field of resource.fields) {
    const value = record[field.name]
    if (typeOf(field).secret && typeof value === 'string') record[field.name] = await work.hashPassword(value)
  }
  return record
}

/** Takes back all that an import wrote, the last row first, as if it had never been. */
export async function takeBack(work: Work, importId: string, resource: Resource): Promise<number> {
  for (let count = 0; ; ) {
    const rows = await writtenRows(work.queries, importId, rowsAtOnce(resource))
    if (rows.length === 0) return count
    await work.transaction(async queries => {
      const ids = rows.map(({ recordId }) => recordId)
      if (resource.partOf) await removeLines(workOn(work, queries), resource, ids)
      else await deleteRows(workOn(work, queries), resource, ids)
      await markUnwritten(
        queries,
        importId,
        rows.map(({ row }) => row),
      )
    })
    count += rows.length
  }
}

async function deleteRows({ asking, queries }: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  const ofThis = sql`resource = ${resource.name} and record_id = any(${ids}::bigint[])`
  await runAll(queries, sql`delete from engine_history where ${ofThis}`)
  const table = word(`"${resource.table}" t`)
  await runAll(queries, sql`delete from ${table} where t."id" = any(${ids}::bigint[])${ownTenant(asking, resource)}`)
}
