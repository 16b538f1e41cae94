import { isLines, valuesWithoutMaster } from '../../../model/lines.ts'
import type { Resource } from '../../../model/model.ts'
import { type Access, operationTitles } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { Refusal, refuse } from '../../errors/refuse.ts'
import { assureAllowed } from '../../store/allow-if.ts'
import { lockRecords } from '../../store/lock.ts'
import { assureUnlocked } from '../../store/locked-fields.ts'
import { planChange } from '../../store/plan-change.ts'
import { ownVersion, type StoredRecord } from '../../store/plan-lines.ts'
import { type Prepared, prepare } from '../../store/prepare.ts'
import { brokenByNow } from '../../store/publish.ts'
import { partsOf } from '../../store/referring.ts'
import { changeLine, saveLine } from '../../store/save-line.ts'
import { completeSerials } from '../../store/serial.ts'
import { initialKey } from '../../store/state-key.ts'
import { withTargets, withTargetsOf } from '../../store/target-records.ts'
import { withInvisible } from '../../store/visible-references.ts'
import { type Work, workOn } from '../../store/work.ts'
import { insertMany, type NewRecord, type StoredChange, updateMany } from '../../store/write.ts'
import { lineInputsOf } from './check-draft.ts'
import type { ImportAccess } from './import-access.ts'
import { selfReferences } from './references-in-file.ts'
import { problems } from './row-problems.ts'
import type { StagedRow } from './staged-rows.ts'
import { markWritten, type WrittenRow, writtenAmong } from './written-rows.ts'

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
  const { id, work, resource } = into
  await work.transaction(async queries => {
    const inside = { ...into, work: workOn(work, queries) }
    await markWritten(
      queries,
      id,
      isLines(resource) ? await writeLines(inside, rows) : await writeRecords(inside, rows),
    )
  })
}

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
  const serials = await completeSerials(
    queries,
    ctx,
    resource,
    rows.map(({ record }) => record),
  )
  const records: NewRecord[] = []
  const inside = await withTargetsOf(
    work,
    resource,
    rows.map(({ record }) => record),
  )
  for (const [index, { recordId, record, warnings = [] }] of rows.entries()) {
    const { after, changed, parts } = await newRecord(inside, resource, record)
    const operation = hasOwnState(ctx, resource, after) ? { operation: 'importState' as const } : {}
    const ids = { id: recordId, entryId: work.ids.next() }
    records.push({ ...ids, after: { ...after, ...serials[index] }, changed, parts, warnings, ...operation })
  }
  const adding = accessFor(into, 'adding')
  if (goodRows) {
    await insertMany(work, resource, adding, records)
    const [late] = await brokenByNow(
      work,
      resource,
      rows.map(({ recordId }) => recordId),
    )
    if (late) throw refuse.input({ [late.field.name]: late.message })
    for (const { id = '', entryId, operation } of records)
      if (operation !== 'importState') await makeAutoOf(work, resource, id, null, entryId)
  } else {
    const ownReferences = selfReferences(resource)
    const targets = records
      .flatMap(({ after }) => ownReferences.map(({ name }) => after[name]))
      .filter(one => typeof one === 'string')
    await insertMany(work, resource, adding, records, 'pending', await writtenAmong(queries, id, targets))
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
async function newRecord(work: Work, resource: Resource, record: Row): Promise<Prepared> {
  const { own, lineInputs } = apart(work, resource, record)
  if (lineInputs.size === 0) return { after: own, changed: new Set(resource.fields.map(({ name }) => name)), parts: [] }
  return withTargets(work, ctx => prepare(ctx, resource, null, own, lineInputs))
}

/** Changes of records that were not changed since the check. */
async function change(into: WritingInto, rows: readonly StagedRow[]): Promise<WrittenRow[]> {
  if (rows.length === 0) return []
  const { work, resource } = into
  const access = accessFor(into, 'changing')
  const ids = rows.map(({ recordId }) => recordId)
  const locked = await lockRecords(work, resource, access, ids)
  const changes: StoredChange[] = []
  const there = [...locked.values()].map(({ record, lines }) => ({ ...record, ...Object.fromEntries(lines) }))
  const inside = await withTargetsOf(work, resource, [...there, ...rows.map(({ record }) => record)])
  for (const { recordId, record, version } of rows) {
    const before = locked.get(recordId)
    if (before?.record['version'] !== version || !before) throw changedMeanwhile()
    await assureAllowed(inside, resource, 'edit', [before.record])
    const given = apart(work, resource, record)
    const { values: own, lineInputs } = await withInvisible(work, resource, before, given.own, given.lineInputs)
    await assureUnlocked(work, resource, before, own, lineInputs)
    const step = { operation: 'update', id: work.ids.next() }
    changes.push(await planChange(inside, resource, before, own, lineInputs, step))
  }
  await updateMany(work, resource, access, changes)
  for (const [index, { recordId }] of rows.entries())
    await makeAutoOf(work, resource, recordId, locked.get(recordId) ?? null, changes[index]?.step.id)
  return rows.map(({ row, recordId }, index) => ({
    row,
    recordId,
    version: Number(changes[index]?.prepared.after['version']),
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
  return { own: Object.fromEntries(all.filter(one => !isOfLines(one))), lineInputs: lineInputsOf(lines) }
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
