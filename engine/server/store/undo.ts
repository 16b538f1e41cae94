import { isInputField } from '../../fields/record-schema.ts'
import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { type Access, accessTo, demand } from '../auth/access.ts'
import type { Row } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { assureAllowed } from './allow-if.ts'
import { assureKnown, type Former, lineInputsFor } from './former-values.ts'
import { claimRecords, releaseRecords } from './idempotency.ts'
import { lockRecords, refusalOfLock } from './lock.ts'
import { changeOfMark, lockMarked, type Marking, writeMark } from './mark.ts'
import type { Outcomes } from './operations.ts'
import { prepare } from './prepare.ts'
import type { Undoing } from './previewed-operation.ts'
import { type Undoable, undoableOf } from './undo-entries.ts'
import { type Work, workOn } from './work.ts'
import { type StoredChange, updateMany } from './write.ts'

/**
 * Reverts the changes of an operation to these records: values are restored as a new version, added or restored records
 * are deleted, deleted ones are restored. A record with another version than the operation wrote is unchanged. It needs
 * the right that made the change, on the row before and after. States and read-only fields are restored too, while
 * rules, references and unique values are checked as for any change.
 */
export async function undo(
  work: Work,
  resource: Resource,
  { operation }: Undoing,
  ids: readonly string[],
  key?: string,
): Promise<Outcomes> {
  const outcomes = new Map<string, Refusal | null>(ids.map(id => [id, null]))
  const found = await undoableOf(work, operation, ids)
  const open: Undoable[] = []
  for (const id of ids) {
    const one = found.get(id)
    if (!one) outcomes.set(id, nothingToUndo())
    else if (await passes(work, one, outcomes)) open.push(one)
  }
  if (open.length === 0) return outcomes
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    const bodyOf = (id: string) => ['undo', resource.name, operation, id]
    const openIds = open.map(({ id }) => id)
    const mine = new Set(await claimRecords(inside, key, openIds, bodyOf))
    const refused = new Map<string, Refusal>()
    for (const alike of groupsOf(open.filter(({ id }) => mine.has(id))))
      await revert[alike.kind](inside, alike, refused)
    for (const [id, refusal] of refused) outcomes.set(id, refusal)
    await releaseRecords(inside, key, [...refused.keys()])
  })
  return outcomes
}

/** Whether a record may be reverted as far as is known before the transaction. The reason against it is recorded. */
async function passes(
  { ctx }: Work,
  { id, resource, isImported }: Undoable,
  outcomes: Map<string, Refusal | null>,
): Promise<boolean> {
  const refusal = await refusalOf(async () => isImported && demand(ctx, resource, 'import'))
  if (refusal) outcomes.set(id, refusal)
  return refusal === undefined
}

/** Records of one resource that are reverted in the same way and need the same right. */
interface Alike {
  readonly resource: Resource
  readonly kind: Undoable['kind']
  readonly right: string
  readonly records: Undoable[]
}

function groupsOf(wanted: readonly Undoable[]): Alike[] {
  const groups = new Map<string, Alike>()
  for (const one of wanted) {
    const { resource, kind, right } = one
    const key = `${resource.name} ${kind} ${right}`
    const group = groups.get(key) ?? { resource, kind, right, records: [] }
    group.records.push(one)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/**
 * Reverts records in the current transaction. Records that are refused before anything is written are added to
 * `refused`. A later refusal ends the transaction.
 */
type Revert = (work: Work, alike: Alike, refused: Map<string, Refusal>) => Promise<void>

const revert: Readonly<Record<Undoable['kind'], Revert>> = {
  async values(work, { resource, right, records }, refused) {
    await revertValues(work, resource, demand(work.ctx, resource, right), records, refused)
  },
  added: (work, alike, refused) => revertMark(work, alike, 'remove', refused),
  deleted: (work, alike, refused) => revertMark(work, alike, 'restore', refused),
}

/** Restores the former values of records as a new version of each, and returns those versions by id. */
export async function revertValues(
  work: Work,
  resource: Resource,
  access: Access,
  records: readonly Undoable[],
  refused: Map<string, Refusal>,
): Promise<ReadonlyMap<string, number>> {
  const stored = await lockRecords(
    work,
    resource,
    access,
    records.map(({ id }) => id),
  )
  const planned: StoredChange[] = []
  for (const { id, former, right, version } of records) {
    const refusal = await refusalOf(async () => {
      assureKnown(former)
      const before = stored.get(id)
      if (!before) throw await refusalOfLock(work, resource, id, right)
      if (before.record['version'] !== version) throw changedSince()
      if (right === 'edit') assureAllowed(work.ctx, resource, 'edit', before.record)
      assureReadable(resource, access, right, former)
      const lineInputs = await lineInputsFor(work, resource, former, before.lines)
      const prepared = prepare(work.ctx, resource, before, former.values, lineInputs, 'stored')
      await access.writes(work.queries, { before: before.record, after: prepared.after })
      planned.push({ before: before.record, prepared, step: { operation: 'undo' } })
    })
    if (refusal) refused.set(id, refusal)
  }
  await updateMany(work, resource, access, planned)
  return new Map(planned.map(({ before, prepared }) => [String(before['id']), Number(prepared.after['version'])]))
}

/** Deletes added records, or restores deleted ones, if they are unchanged since and may be written. */
async function revertMark(
  work: Work,
  { resource, records }: Alike,
  marking: Marking,
  refused: Map<string, Refusal>,
): Promise<void> {
  const { ctx, queries } = work
  const ids = records.map(({ id }) => id)
  const stored = new Map((await lockMarked(work, resource, ids, marking)).map(row => [String(row['id']), row]))
  const { writes } = accessTo(ctx, resource, 'delete')
  const same: Row[] = []
  for (const { id, version } of records) {
    const refusal = await refusalOf(async () => {
      const row = stored.get(id)
      if (!row || row['version'] !== version) throw changedSince()
      assureAllowed(ctx, resource, 'delete', row)
      await writes(queries, changeOfMark(row, marking))
      same.push(row)
    })
    if (refusal) refused.set(id, refusal)
  }
  if (same.length > 0) await writeMark(work, resource, same, marking)
}

/** The undo fails if it would restore a field that is now hidden from the user. */
function assureReadable(resource: Resource, access: Access, right: string, { values }: Former): void {
  if (right !== 'edit') return
  const isWithheld = Object.keys(values).some(name => {
    const field = fieldOf(resource, name)
    return field !== undefined && isInputField(field) && !access.writesField(field)
  })
  if (isWithheld) throw refuse.outOfReach()
}

async function refusalOf(work: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const changedSince = () =>
  refuse.conflict('changed-since', { zh: '之后又有修改，保持不变', en: 'Changed since; left unchanged' })

const nothingToUndo = () =>
  refuse.conflict('nothing-to-undo', { zh: '没有可撤销的数据变化', en: 'There are no data changes to undo' })
