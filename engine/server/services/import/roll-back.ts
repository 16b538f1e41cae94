import { typeOf } from '../../../fields/index.ts'
import { isInputField } from '../../../fields/record-schema.ts'
import type { Resource } from '../../../model/model.ts'
import { type Access, accessTo } from '../../auth/access.ts'
import { sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { type Row, recordOf, shapeOf } from '../../database/shape.ts'
import { refusalOf } from '../../errors/database-errors.ts'
import { Refusal } from '../../errors/refuse.ts'
import { assureAllowed } from '../../store/allow-if.ts'
import { withCopies } from '../../store/copies.ts'
import { ownTenant } from '../../store/get.ts'
import { guardWrites } from '../../store/guard-writes.ts'
import { deleteHistorySql } from '../../store/history.ts'
import { lockRecords } from '../../store/lock.ts'
import { deletionSql } from '../../store/outbox.ts'
import { ownVersion } from '../../store/plan-lines.ts'
import { prepare } from '../../store/prepare.ts'
import { partsOf } from '../../store/referring.ts'
import { changeLine, removeLines } from '../../store/save-line.ts'
import { columnsSql, live } from '../../store/select.ts'
import { type Work, workOn } from '../../store/work.ts'
import { updateRecord } from '../../store/write.ts'
import { lineInputsOf } from './check-draft.ts'
import { problems } from './row-problems.ts'
import type { StagedRow } from './staged-rows.ts'
import { rowsAtOnce, withoutMaster } from './write-rows.ts'
import { markUnwritten, type WrittenRow, writtenRows } from './written-rows.ts'

/**
 * Rolls back all that an import wrote, last row first; returns the number of rows. Added records are removed with their
 * history, changed ones get their former values as a new version. Records changed since remain.
 */
export async function rollBack(
  work: Work,
  id: string,
  resource: Resource,
  editing: Access | undefined,
): Promise<number> {
  let count = 0
  for (let before: number | undefined; ; ) {
    const rows = await writtenRows(work.queries, id, rowsAtOnce(resource), before)
    if (rows.length === 0) return count
    before = rows.at(-1)?.row
    const added = rows.filter(({ operation }) => operation === 'add')
    const changed = rows.filter(({ operation }) => operation !== 'add')
    if (added.length > 0) await removeAdded(work, id, resource, added)
    count += added.length
    // A user who may no longer change records must still be able to roll back.
    const access = editing ?? accessTo(work.ctx, resource, 'edit')
    if (changed.length > 0) count += await takeChangesBack(work, id, resource, access, changed)
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

/** The lines that have not been deleted since. */
async function linesLeft({ ctx, queries }: Work, resource: Resource, ids: readonly string[]): Promise<string[]> {
  const condition = sql`${live('t')} and t."id" = any(${ids}::bigint[])${ownTenant(ctx, resource)}`
  const rows = await runAll(queries, sql`select t."id" from ${word(`"${resource.table}" t`)} where ${condition}`)
  return rows.map(({ id }) => String(id))
}

async function deleteRows(work: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  const { ctx, queries, ids: newIds } = work
  await guardDeletion(work, resource, ids)
  await runAll(queries, deletionSql(ctx, resource, newIds.next(), ids))
  await runAll(queries, deleteHistorySql(ctx, resource, ids))
  for (const { resource: of, link } of partsOf(ctx.model, resource)) {
    const lines = word(`"${of.table}" t where t."${link.column}"`)
    await runAll(queries, sql`delete from ${lines} = any(${ids}::bigint[])${ownTenant(ctx, of)}`)
  }
  const table = word(`"${resource.table}" t`)
  await runAll(queries, sql`delete from ${table} where t."id" = any(${ids}::bigint[])${ownTenant(ctx, resource)}`)
}

/** Rows that were changed since may grant more by now. */
async function guardDeletion(work: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  if (resource.guard !== 'authority') return
  const shape = shapeOf(work.ctx.model, resource, new Set())
  const table = word(`"${resource.table}" t`)
  const rows = await runAll(
    work.queries,
    sql`select ${word(columnsSql(shape, 't'))} from ${table} where t."id" = any(${ids}::bigint[])${ownTenant(work.ctx, resource)} for update of t`,
  )
  const changes = rows.map(row => ({ before: recordOf(shape, row), after: null }))
  await guardWrites(work, resource, changes)
}

/**
 * Restores the former values of changed records in one transaction; if one of them is refused, each in its own. Returns
 * the number restored.
 */
async function takeChangesBack(
  work: Work,
  id: string,
  resource: Resource,
  editing: Access,
  rows: readonly StagedRow[],
): Promise<number> {
  try {
    return await work.transaction(async queries => {
      const inside = workOn(work, queries)
      const back = resource.partOf
        ? await restoreLines(inside, resource, rows)
        : await restore(inside, resource, editing, rows)
      await markUnwritten(queries, id, back)
      return back.length
    })
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal || refusal.status === 503) throw error
    if (rows.length === 1) return 0
    let count = 0
    for (const row of rows) count += await takeChangesBack(work, id, resource, editing, [row])
    return count
  }
}

/** Lines imported on their own: each gets its former values as a change of its master. */
async function restoreLines(work: Work, resource: Resource, rows: readonly StagedRow[]): Promise<WrittenRow[]> {
  const back: WrittenRow[] = []
  for (const { row, recordId, version, before = {} } of rows) {
    const line = { id: recordId, values: withoutMaster(resource, before) }
    await changeLine(work, resource, line, stored => {
      if (stored?.[ownVersion] !== version) throw changedSince()
    })
    back.push({ row, recordId, version: Number(version) + 1 })
  }
  return back
}

async function restore(
  work: Work,
  resource: Resource,
  editing: Access,
  rows: readonly StagedRow[],
): Promise<WrittenRow[]> {
  const ids = rows.map(({ recordId }) => recordId)
  const locked = await lockRecords(work, resource, editing, ids)
  const back: WrittenRow[] = []
  for (const { row, recordId, version, before } of rows) {
    const now = locked.get(recordId)
    if (!now || now.record['version'] !== version || !before) throw changedSince()
    assureAllowed(work.ctx, resource, 'edit', now.record)
    const { own, lineInputs } = former(work, resource, before, now.lines)
    const copied = await withCopies(work, resource, now, own, lineInputs)
    const prepared = prepare(work.ctx, resource, now, copied.values, copied.lineInputs)
    const after = await updateRecord(work, resource, editing, now.record, prepared, { operation: 'update' })
    back.push({ row, recordId, version: Number(after['version']) })
  }
  return back
}

const changedSince = () => new Refusal('stale', 409, problems.notRolledBack().message)

/** The former values as a change: existing lines keep their ids, deleted ones are restored. */
function former({ ctx }: Work, resource: Resource, before: Row, there: ReadonlyMap<string, readonly Row[]>) {
  const own = { ...before }
  const lines: Record<string, readonly Row[]> = {}
  for (const { name, resource: of, link } of partsOf(ctx.model, resource)) {
    if (!(name in before)) continue
    delete own[name]
    const fields = of.fields.filter(field => isInputField(field) && !typeOf(field).secret && field.name !== link.name)
    lines[name] = (before[name] as readonly Row[]).map(line => ({
      ...Object.fromEntries(fields.map(field => [field.name, line[field.name] ?? null])),
      ...(there.get(name)?.some(({ id }) => id === line['id']) && { id: line['id'] }),
    }))
  }
  return { own, lineInputs: lineInputsOf(lines) }
}
