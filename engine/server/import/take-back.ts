import { typeOf } from '../../fields/index.ts'
import { isAsked } from '../../fields/record-schema.ts'
import type { Bilingual, Resource } from '../../model/model.ts'
import { refusalOf } from '../database/errors.ts'
import { Refusal } from '../refuse.ts'
import { type Access, accessTo } from '../store/access.ts'
import { assureAllowed } from '../store/allow-if.ts'
import { withCopies } from '../store/copies.ts'
import { sql, word } from '../store/fragment.ts'
import { ownTenant } from '../store/get.ts'
import { forgetSql } from '../store/history.ts'
import { lockRecords } from '../store/lock.ts'
import { ownVersion } from '../store/plan-lines.ts'
import { prepare } from '../store/prepare.ts'
import { partsOf } from '../store/referring.ts'
import { runAll } from '../store/run.ts'
import { changeLine, removeLines } from '../store/save-line.ts'
import { live } from '../store/select.ts'
import type { Row } from '../store/shape.ts'
import { type Work, workOn } from '../store/work.ts'
import { updateRecord } from '../store/write.ts'
import { wishesOf } from './check-draft.ts'
import { problems } from './row-problems.ts'
import type { StagedRow } from './staged-rows.ts'
import { rowsAtOnce, withoutMaster } from './write-rows.ts'
import { markUnwritten, type WrittenRow, writtenRows } from './written-rows.ts'

/** A change that could not be taken back, and why. */
export interface KeptChange {
  readonly row: number
  readonly message: Bilingual
}

/** What came of taking back. */
export interface TakenBack {
  readonly count: number
  readonly kept: readonly KeptChange[]
}

/**
 * Takes back all that an import wrote, the last row first. What it added goes as if it had never been; what it changed
 * gets its former values as a new version, unless somebody changed it since.
 */
export async function takeBack(
  work: Work,
  id: string,
  resource: Resource,
  editing: Access | undefined,
): Promise<TakenBack> {
  let count = 0
  const kept: KeptChange[] = []
  for (let before: number | undefined; ; ) {
    const rows = await writtenRows(work.queries, id, rowsAtOnce(resource), before)
    if (rows.length === 0) return { count, kept }
    before = rows.at(-1)?.row
    const added = rows.filter(({ operation }) => operation === 'add')
    const changed = rows.filter(({ operation }) => operation !== 'add')
    if (added.length > 0) await removeAdded(work, id, resource, added)
    count += added.length
    if (changed.length === 0) continue
    // Who may not change records any more still leaves none half imported.
    const back = await takeChangesBack(work, id, resource, editing ?? accessTo(work.asking, resource, 'edit'), changed)
    count += back.count
    kept.push(...back.kept)
  }
}

async function removeAdded(work: Work, id: string, resource: Resource, rows: readonly StagedRow[]): Promise<void> {
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    const ids = rows.map(({ recordId }) => recordId)
    if (resource.partOf) await removeLines(inside, resource, await linesLeft(inside, resource, ids))
    else await deleteRows(inside, resource, ids)
    await markUnwritten(
      queries,
      id,
      rows.map(({ row }) => ({ row })),
    )
  })
}

/** Those of the lines that nobody took away since. */
async function linesLeft({ asking, queries }: Work, resource: Resource, ids: readonly string[]): Promise<string[]> {
  const held = sql`${live('t')} and t."id" = any(${ids}::bigint[])${ownTenant(asking, resource)}`
  const rows = await runAll(queries, sql`select t."id" from ${word(`"${resource.table}" t`)} where ${held}`)
  return rows.map(({ id }) => String(id))
}

async function deleteRows({ asking, queries }: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  await runAll(queries, forgetSql(asking, resource, ids))
  for (const { resource: of, link } of partsOf(asking.model, resource)) {
    const lines = word(`"${of.table}" t where t."${link.column}"`)
    await runAll(queries, sql`delete from ${lines} = any(${ids}::bigint[])${ownTenant(asking, of)}`)
  }
  const table = word(`"${resource.table}" t`)
  await runAll(queries, sql`delete from ${table} where t."id" = any(${ids}::bigint[])${ownTenant(asking, resource)}`)
}

/** Gives changed records their former values, some in one transaction; where that fails, one by one. */
export async function takeChangesBack(
  work: Work,
  id: string,
  resource: Resource,
  editing: Access,
  rows: readonly StagedRow[],
): Promise<TakenBack> {
  if (rows.length === 0) return { count: 0, kept: [] }
  try {
    return await work.transaction(queries =>
      resource.partOf
        ? restoreLines(workOn(work, queries), id, resource, rows)
        : restore(workOn(work, queries), id, resource, editing, rows),
    )
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal || refusal.status === 503) throw error
    const [row] = rows
    if (rows.length === 1 && row) return { count: 0, kept: [{ row: row.row, message: refusal.say }] }
    const all: TakenBack[] = []
    for (const row of rows) all.push(await takeChangesBack(work, id, resource, editing, [row]))
    return { count: all.reduce((sum, { count }) => sum + count, 0), kept: all.flatMap(({ kept }) => kept) }
  }
}

/** Lines that were imported alone: each gets its former values as a change of its master. */
async function restoreLines(
  work: Work,
  id: string,
  resource: Resource,
  rows: readonly StagedRow[],
): Promise<TakenBack> {
  const back: WrittenRow[] = []
  const kept: KeptChange[] = []
  for (const { row, recordId, version, before = {} } of rows) {
    const line = { id: recordId, values: withoutMaster(resource, before) }
    try {
      await changeLine(work, resource, line, stored => {
        if (stored?.[ownVersion] !== version) throw new Refusal('stale', 409, problems.notTakenBack().message)
      })
      back.push({ row, recordId, version: Number(version) + 1 })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      kept.push({ row, message: error.say })
    }
  }
  await markUnwritten(work.queries, id, back)
  return { count: back.length, kept }
}

async function restore(
  work: Work,
  id: string,
  resource: Resource,
  editing: Access,
  rows: readonly StagedRow[],
): Promise<TakenBack> {
  const { asking, queries } = work
  const ids = rows.map(({ recordId }) => recordId)
  const locked = await lockRecords(work, resource, editing, ids)
  const back: WrittenRow[] = []
  const kept: KeptChange[] = []
  for (const { row, recordId, version, before } of rows) {
    const now = locked.get(recordId)
    if (!now || now.record['version'] !== version || !before) {
      kept.push({ row, ...problems.notTakenBack() })
      continue
    }
    try {
      assureAllowed(asking, resource, 'edit', now.record)
      const { own, wishes } = former(work, resource, before, now.lines)
      const copied = await withCopies(work, resource, now, own, wishes)
      const prepared = prepare(asking, resource, now, copied.values, copied.wishes)
      const after = await updateRecord(work, resource, editing, now.record, prepared, { operation: 'update' })
      back.push({ row, recordId, version: Number(after['version']) })
    } catch (error) {
      // What the rules refuse by now concerns this record alone; what the database refuses ends the transaction.
      if (!(error instanceof Refusal)) throw error
      kept.push({ row, message: error.say })
    }
  }
  await markUnwritten(queries, id, back)
  return { count: back.length, kept }
}

/** The former values as a change: lines that are still there keep their ids, those that went come back. */
function former({ asking }: Work, resource: Resource, before: Row, there: ReadonlyMap<string, readonly Row[]>) {
  const own = { ...before }
  const lines: Record<string, readonly Row[]> = {}
  for (const { name, resource: of, link } of partsOf(asking.model, resource)) {
    if (!(name in before)) continue
    delete own[name]
    const fields = of.fields.filter(field => isAsked(field) && !typeOf(field).secret && field.name !== link.name)
    lines[name] = (before[name] as readonly Row[]).map(line => ({
      ...Object.fromEntries(fields.map(field => [field.name, line[field.name] ?? null])),
      ...(there.get(name)?.some(({ id }) => id === line['id']) && { id: line['id'] }),
    }))
  }
  return { own, wishes: wishesOf(lines) }
}
