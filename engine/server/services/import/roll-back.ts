import { isLines, valuesWithoutMaster } from '../../../model/lines.ts'
import type { Resource } from '../../../model/model.ts'
import { type Access, accessTo } from '../../auth/access.ts'
import { sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { Refusal } from '../../errors/refuse.ts'
import { batchOrEach } from '../../store/batch-or-each.ts'
import { ownTenant } from '../../store/own-tenant.ts'
import { ownVersion } from '../../store/plan-lines.ts'
import { purge } from '../../store/purge.ts'
import { revert } from '../../store/revert.ts'
import { changeLine, removeLines } from '../../store/save-line.ts'
import { live } from '../../store/select.ts'
import { undoableOf } from '../../store/undo-entries.ts'
import { type Work, workOn } from '../../store/work.ts'
import { problems } from './row-problems.ts'
import type { StagedRow } from './staged-rows.ts'
import { rowsPerTransaction } from './write-rows.ts'
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
  for (let before: StagedRow | undefined; ; ) {
    const rows = await writtenRows(work.queries, id, rowsPerTransaction, before)
    if (rows.length === 0) return count
    before = rows.at(-1)
    const added = rows.filter(({ operation }) => operation === 'add')
    const changed = rows.filter(({ operation }) => operation !== 'add')
    if (added.length > 0) await removeAdded(work, id, resource, added)
    count += added.length
    // A user who may no longer change records must still be able to roll back.
    const access = editing ?? accessTo(work.ctx, resource, 'edit')
    if (changed.length > 0) count += await revertChanges(work, id, resource, access, changed)
  }
}

async function removeAdded(work: Work, id: string, resource: Resource, rows: readonly StagedRow[]): Promise<void> {
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    const ids = rows.map(({ recordId }) => recordId)
    if (isLines(resource)) await removeLines(inside, resource, await linesLeft(inside, resource, ids))
    else await purge(inside, resource, ids)
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

/**
 * Restores the former values of changed records in one transaction; if one of them is refused, each in its own. Returns
 * the number restored.
 */
async function revertChanges(
  work: Work,
  id: string,
  resource: Resource,
  editing: Access,
  rows: readonly StagedRow[],
): Promise<number> {
  let count = 0
  const restore = async (some: readonly StagedRow[]) => {
    count += await work.transaction(async queries => {
      const inside = workOn(work, queries)
      const back = isLines(resource)
        ? await restoreLines(inside, resource, some)
        : await restoreRecords(inside, id, resource, editing, some)
      await markUnwritten(queries, id, back)
      return back.length
    })
  }
  await batchOrEach(rows, restore, () => undefined)
  return count
}

/** Lines imported on their own: each gets its former values as a change of its master. */
async function restoreLines(work: Work, resource: Resource, rows: readonly StagedRow[]): Promise<WrittenRow[]> {
  const back: WrittenRow[] = []
  for (const { row, recordId, version, before = {} } of rows) {
    const line = { id: recordId, values: valuesWithoutMaster(resource, before) }
    await changeLine({ ...work, typed: false }, resource, line, stored => {
      if (stored?.[ownVersion] !== version) throw changedSince()
    })
    back.push({ row, recordId, version: Number(version) + 1 })
  }
  return back
}

async function restoreRecords(
  work: Work,
  id: string,
  resource: Resource,
  editing: Access,
  rows: readonly StagedRow[],
): Promise<WrittenRow[]> {
  const found = await undoableOf(
    work,
    id,
    rows.map(({ recordId }) => recordId),
  )
  const group = { resource, kind: 'values', right: 'edit', records: [...found.values()] } as const
  const reverted = await revert(work, group, editing, () => undefined)
  return rows.flatMap(({ row, recordId }) => {
    const version = reverted.get(recordId)?.version
    return version === undefined ? [] : [{ row, recordId, version }]
  })
}

const changedSince = () => new Refusal('stale', 409, problems.notRolledBack().message)
