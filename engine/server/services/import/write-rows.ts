import type { Resource } from '../../../model/model.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import type { Access } from '../../auth/access.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { Refusal, refuse } from '../../errors/refuse.ts'
import { assureAllowed } from '../../store/allow-if.ts'
import { dependsOnOthers } from '../../store/batch-changes.ts'
import { withCopies } from '../../store/copies.ts'
import { digestSecrets } from '../../store/digest-secrets.ts'
import { guardWrites } from '../../store/guard-writes.ts'
import { changesBetween, recordedSql } from '../../store/history.ts'
import { lockRecords } from '../../store/lock.ts'
import { ownVersion } from '../../store/plan-lines.ts'
import { prepare } from '../../store/prepare.ts'
import { assureAllReferences } from '../../store/references.ts'
import { partsOf } from '../../store/referring.ts'
import { changeLine, saveLine } from '../../store/save-line.ts'
import { reserveSerials } from '../../store/serial.ts'
import { type Work, workOn } from '../../store/work.ts'
import { type BatchChange, insertRecord, updateRecord, updateRecords } from '../../store/write.ts'
import { insertedAtOnce, insertSql } from '../../store/write-row.ts'
import { lineInputsOf } from './check-draft.ts'
import type { ImportAccess } from './import-access.ts'
import { problems } from './row-problems.ts'
import type { StagedRow } from './staged-rows.ts'
import { markWritten, type WrittenRow } from './written-rows.ts'

/** Rows of a resource per transaction: few, so that locks are short. */
export const rowsAtOnce = (resource: Resource): number => Math.min(250, insertedAtOnce(resource))

/** The context of writing rows. */
export interface WritingInto {
  readonly id: string
  readonly work: Work
  readonly resource: Resource
  /** The access rules of added and changed rows. */
  readonly access: ImportAccess
}

/** Stores checked rows, records them in history and marks them as written, in one transaction. */
export async function writeRows(into: WritingInto, rows: readonly StagedRow[]): Promise<void> {
  const { id, work, resource } = into
  await work.transaction(async queries => {
    const inside = { ...into, work: workOn(work, queries) }
    await markWritten(queries, id, resource.partOf ? await writeLines(inside, rows) : await writeRecords(inside, rows))
  })
}

async function writeRecords(into: WritingInto, rows: readonly StagedRow[]): Promise<WrittenRow[]> {
  const { resource, work } = into
  const parts = partsOf(work.ctx.model, resource)
  const added = rows.filter(({ operation }) => operation === 'add')
  const hasLines = ({ record }: StagedRow) => parts.some(({ name }) => name in record)
  return [
    ...(await addPlain(
      into,
      added.filter(row => !hasLines(row)),
    )),
    ...(await addWithLines(into, added.filter(hasLines))),
    ...(await change(
      into,
      rows.filter(({ operation }) => operation === 'update'),
    )),
  ]
}

/** New records without lines, in one statement. */
async function addPlain(into: WritingInto, rows: readonly StagedRow[]): Promise<WrittenRow[]> {
  if (rows.length === 0) return []
  const { work, resource } = into
  const access = accessFor(into, 'adding')
  const { ctx, queries } = work
  // Between the check and the write, referenced records may have been deleted or become invisible.
  await assureStillThere(work, resource, rows)
  const serials = await reserveSerials(queries, ctx, resource, rows.length)
  const stored: { record: Row; given: { id: string; ownerId: string | null } }[] = []
  for (const [index, { recordId, record }] of rows.entries()) {
    const whole = { ...record, ...serials[index] }
    await digestSecrets(work, resource, whole, new Set(Object.keys(whole)))
    const owner = resource.owner === undefined ? null : whole[resource.owner]
    stored.push({ record: whole, given: { id: recordId, ownerId: owner == null ? null : String(owner) } })
  }
  await guardWrites(
    work,
    resource,
    stored.map(({ record, given }) => ({ before: null, after: { ...record, id: given.id } })),
  )
  const history = stored.map(({ record, given }) => ({
    id: work.ids.next(),
    recordId: given.id,
    version: 1,
    operation: 'save',
    changes: changesBetween(resource, null, record, Object.keys(record)),
  }))
  const written = recordedSql(ctx, resource, history)
  const answers = await runAll(queries, sql`with ${written} ${insertSql(ctx, resource, stored, access)}`)
  if (!answers.every(row => row['held'] === true)) throw refuse.outOfReach()
  return rows.map(({ row, recordId }) => ({ row, recordId }))
}

/** New records with lines, each saved as from a form. */
async function addWithLines(into: WritingInto, rows: readonly StagedRow[]) {
  if (rows.length === 0) return []
  const { work, resource } = into
  const access = accessFor(into, 'adding')
  const { ctx, queries } = work
  const serials = await reserveSerials(queries, ctx, resource, rows.length)
  const written: WrittenRow[] = []
  for (const [index, { row, record }] of rows.entries()) {
    const { own, lineInputs } = apart(work, resource, record)
    const copied = await withCopies(work, resource, null, own, lineInputs)
    const prepared = prepare(ctx, resource, null, copied.values, copied.lineInputs)
    Object.assign(prepared.after, serials[index])
    written.push({ row, recordId: String((await insertRecord(work, resource, access, prepared))['id']) })
  }
  return written
}

/**
 * Changes of records that were not changed since the check: in one statement, if neither lines nor a tree are affected.
 */
async function change(into: WritingInto, rows: readonly StagedRow[]): Promise<WrittenRow[]> {
  if (rows.length === 0) return []
  const { work, resource } = into
  const access = accessFor(into, 'changing')
  const ids = rows.map(({ recordId }) => recordId)
  const locked = await lockRecords(work, resource, access, ids)
  const step = { operation: 'update' }
  const changes: (BatchChange & WrittenRow)[] = []
  for (const { row, recordId, record, version } of rows) {
    const before = locked.get(recordId)
    if (before?.record['version'] !== version || !before) throw changedMeanwhile()
    assureAllowed(work.ctx, resource, 'edit', before.record)
    const { own, lineInputs } = apart(work, resource, record)
    const copied = await withCopies(work, resource, before, own, lineInputs)
    const prepared = prepare(work.ctx, resource, before, copied.values, copied.lineInputs)
    changes.push({ row, recordId, before: before.record, prepared, step })
  }
  const isPlain = ({ prepared }: (typeof changes)[number]) =>
    prepared.parts.length === 0 && !dependsOnOthers(work, resource, { prepared })
  if (changes.every(isPlain)) {
    await updateRecords(work, resource, access, changes)
    return changes.map(({ row, recordId, before, prepared }) => {
      const isNew = [...prepared.changed].some(name => fieldOf(resource, name)?.column)
      return { row, recordId, version: Number(before['version']) + (isNew ? 1 : 0) }
    })
  }
  const written: WrittenRow[] = []
  for (const { row, recordId, before, prepared } of changes) {
    const after = await updateRecord(work, resource, access, before, prepared, step)
    written.push({ row, recordId, version: Number(after['version']) })
  }
  return written
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

async function assureStillThere(work: Work, resource: Resource, rows: readonly StagedRow[]): Promise<void> {
  const own = new Set(rows.map(({ recordId }) => recordId))
  const changed = new Set(resource.fields.map(field => field.name))
  await assureAllReferences(
    work.queries,
    work.ctx,
    resource,
    rows.map(({ record }) => ({ after: record, changed })),
    own,
  )
}

/** Lines imported on their own are written one by one: each is a change of its master. */
async function writeLines({ work, resource }: WritingInto, rows: readonly StagedRow[]): Promise<WrittenRow[]> {
  const written: WrittenRow[] = []
  for (const { row, recordId, record, operation, version } of rows) {
    if (operation === 'add') written.push({ row, recordId: String((await saveLine(work, resource, record))['id']) })
    else {
      const line = { id: recordId, values: withoutMaster(resource, record) }
      await changeLine(work, resource, line, stored => {
        if (stored?.[ownVersion] !== version) throw changedMeanwhile()
      })
      written.push({ row, recordId, version: Number(version) + 1 })
    }
  }
  return written
}

/** The values of a line without its master, which cannot change. */
export const withoutMaster = ({ partOf }: Resource, record: Row): Row =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== partOf?.field))
