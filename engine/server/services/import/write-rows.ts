import { isLines, valuesWithoutMaster } from '../../../model/lines.ts'
import type { Resource } from '../../../model/model.ts'
import { type Access, operationTitles } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { Refusal, refuse } from '../../errors/refuse.ts'
import type { PlannedWrite, WriteRequest, WriteTarget } from '../../store/aspects/aspect.ts'
import { lockRecords, refusalOfLock } from '../../store/lock.ts'
import { ownVersion, type StoredRecord } from '../../store/plan-lines.ts'
import { brokenByNow } from '../../store/publish.ts'
import { partsOf } from '../../store/referring.ts'
import { changeLine, saveLine } from '../../store/save-line.ts'
import { initialKey } from '../../store/state-key.ts'
import { withTargetsOf } from '../../store/target-records.ts'
import { type Work, workOn } from '../../store/work.ts'
import { plan, store } from '../../store/write.ts'
import { lineInputsOf } from './check-draft.ts'
import type { ImportAccess } from './import-access.ts'
import { selfReferences } from './references-in-file.ts'
import { problems } from './row-problems.ts'
import type { StagedRow } from './staged-rows.ts'
import { markRows, type WrittenRow, writtenAmong } from './written-rows.ts'

/** Rows per transaction: few, so that locks are short. */
export const rowsPerTransaction = 250

/** The context of writing rows. */
export interface WritingInto {
  readonly id: string
  readonly work: Work
  readonly resource: Resource
  /** The access rules of added and changed rows. */
  readonly access: ImportAccess
  /** Continues after rows that cannot be written; otherwise one such row rolls back all others. */
  readonly goodRows: boolean
}

/** Stores checked rows, records them in history and marks them as written, in one transaction. */
export async function writeRows(into: WritingInto, rows: readonly StagedRow[]): Promise<void> {
  const { id, work } = into
  await work.transaction(async queries => {
    const inside = { ...into, work: workOn(work, queries) }
    await markRows(queries, id, await writeInto(inside, rows), true)
  })
}

/** Stores checked rows in the current transaction. */
export const writeInto = (into: WritingInto, rows: readonly StagedRow[]): Promise<WrittenRow[]> =>
  isLines(into.resource) ? writeLines(into, rows) : writeRecords(into, rows)

async function writeRecords(into: WritingInto, rows: readonly StagedRow[]): Promise<WrittenRow[]> {
  const added = rows.filter(({ operation }) => operation === 'add')
  const changed = rows.filter(({ operation }) => operation === 'update')
  return [...(await add(into, added)), ...(await change(into, changed))]
}

/** New records, all by the same statements. Those of an all-or-nothing import stay invisible until all are written. */
async function add(into: WritingInto, rows: readonly StagedRow[]): Promise<WrittenRow[]> {
  if (rows.length === 0) return []
  const { id, work, resource, goodRows } = into
  const { ctx, queries } = work
  const inside = await withTargetsOf(
    work,
    resource,
    rows.map(({ record }) => record),
  )
  const ownReferences = selfReferences(resource)
  const targets = rows.flatMap(({ record }) => ownReferences.map(({ name }) => record[name]))
  const named = targets.filter(one => typeof one === 'string')
  const access = accessFor(into, 'adding')
  const target: WriteTarget = goodRows
    ? { resource, access, origin: 'import' }
    : { resource, access, origin: 'import-whole', known: await writtenAmong(queries, id, named) }
  // Those of an all-or-nothing import follow when it is published.
  const auto = goodRows ? { title: operationTitles.import } : {}
  const records: PlannedWrite[] = []
  for (const { recordId, record, warnings = [] } of rows) {
    const change = newChange(work, resource, record)
    const state = hasOwnState(ctx, resource, record) ? { step: { operation: 'importState' } } : auto
    records.push({ ...(await plan(inside, target, { ...change, id: recordId, ...state })), warnings })
  }
  await store(work, target, records)
  if (goodRows) {
    const ids = rows.map(({ recordId }) => recordId)
    const [late] = await brokenByNow(work, resource, ids)
    if (late) throw refuse.input({ [late.field.name]: late.message })
  }
  return rows.map(({ row, recordId }) => ({ row, recordId }))
}

/** Whether a new record has a state of the file. It is kept: automatic steps begin at the next change. */
const hasOwnState = (ctx: RequestContext, resource: Resource, record: Row): boolean =>
  resource.lifecycle !== undefined && record[resource.lifecycle.field] !== initialKey(ctx, resource)

/** Makes the automatic steps of a written record. One that made some counts as changed since the import. */
export async function makeAutoOf(
  work: Work,
  resource: Resource,
  id: string,
  before: StoredRecord | null,
  entryId?: string,
): Promise<void> {
  const cause = { id, before, title: operationTitles.import, ...(entryId !== undefined && { entryId }) }
  await work.makeAuto?.(work, resource, cause)
}

/** A staged record without lines was prepared by its check. Lines are computed again from those of the file. */
function newChange(work: Work, resource: Resource, record: Row): WriteRequest {
  const { own, lines } = apart(work, resource, record)
  if (lines.size > 0) return { before: null, set: own, lines }
  const changed = new Set(resource.fields.map(({ name }) => name))
  return { before: null, prepared: { after: own, changed, parts: [] } }
}

/** Changes of records that were not changed since the check. */
async function change(into: WritingInto, rows: readonly StagedRow[]): Promise<WrittenRow[]> {
  if (rows.length === 0) return []
  const { work, resource } = into
  const access = accessFor(into, 'changing')
  const ids = rows.map(({ recordId }) => recordId)
  const locked = await lockRecords(work, resource, access, ids)
  const there = [...locked.values()].map(({ record, lines }) => ({ ...record, ...Object.fromEntries(lines) }))
  const inside = await withTargetsOf(work, resource, [...there, ...rows.map(({ record }) => record)])
  const target = { resource, access, origin: 'import' } as const
  const changes: PlannedWrite[] = []
  for (const { recordId, record, version } of rows) {
    const before = locked.get(recordId)
    if (!before) throw await refusalOfLock(work, resource, recordId, 'edit')
    if (before.record['version'] !== version) throw changedMeanwhile()
    const { own: entered, lines } = apart(work, resource, record)
    changes.push(await plan(inside, target, { before, entered, lines, title: operationTitles.import }))
  }
  const written = await store(work, target, changes)
  return rows.map(({ row, recordId }, index) => ({
    row,
    recordId,
    version: Number(written[index]?.after['version']),
  }))
}

/** The access rules of an operation. The check rejects rows without the right, so a missing one is a bug. */
function accessFor({ access, resource }: WritingInto, which: 'adding' | 'changing'): Access {
  const found = access[which]
  if (!found) throw new Error(`Rows of "${resource.name}" were to be written without a right (${which}).`)
  return found
}

const changedMeanwhile = () => new Refusal('stale', 409, problems.changedMeanwhile().message)

/** The values of a staged record, separated from its lines. */
function apart({ ctx }: Work, resource: Resource, record: Row) {
  const parts = new Set(partsOf(ctx.model, resource).map(({ name }) => name))
  const isOfLines = ([name]: readonly [string, unknown]) => parts.has(name)
  const all = Object.entries(record)
  const lines = Object.fromEntries(all.filter(isOfLines)) as Record<string, readonly Row[]>
  return { own: Object.fromEntries(all.filter(one => !isOfLines(one))), lines: lineInputsOf(lines) }
}

/** Lines imported on their own are written one by one: each is a change of its master. */
async function writeLines({ work, resource }: WritingInto, rows: readonly StagedRow[]): Promise<WrittenRow[]> {
  const written: WrittenRow[] = []
  for (const { row, recordId, record, operation, version } of rows) {
    if (operation === 'add') written.push({ row, recordId: String((await saveLine(work, resource, record))['id']) })
    else {
      const line = { id: recordId, values: valuesWithoutMaster(resource, record) }
      await changeLine(work, resource, line, stored => {
        if (stored?.[ownVersion] !== version) throw changedMeanwhile()
      })
      written.push({ row, recordId, version: Number(version) + 1 })
    }
  }
  return written
}
