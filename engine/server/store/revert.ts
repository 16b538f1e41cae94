import { isInputField } from '../../fields/record-schema.ts'
import type { Resource } from '../../model/model.ts'
import { bindNamed } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { type Access, demand } from '../auth/access.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { type PlannedWrite, rowChangeOf, type WriteTarget } from './aspects/aspect.ts'
import { assureAllowed } from './aspects/locks.ts'
import { accessToBind } from './bind.ts'
import { deletionAccess, lockDeletable } from './deletion.ts'
import { assureKnown, lineInputsFor } from './former-values.ts'
import { type LinkChange, revertedLinks } from './links.ts'
import { lockRecords, refusalOfLock } from './lock.ts'
import type { StoredRecord } from './plan-lines.ts'
import { isAsWritten, type Undoable } from './undo-entries.ts'
import type { Work } from './work.ts'
import { plan, store } from './write.ts'

/** Records of one resource that are reverted in the same way and need the same right. */
interface Alike extends Pick<Undoable, 'resource' | 'kind' | 'right'> {
  readonly records: readonly Undoable[]
}

/** The records in groups of those that are reverted together. */
export function groupsToRevert(wanted: readonly Undoable[]): Alike[] {
  const groups = new Map<string, Alike & { readonly records: Undoable[] }>()
  for (const one of wanted) {
    const { resource, kind, right } = one
    const key = `${resource.name} ${kind} ${right}`
    const group = groups.get(key) ?? { resource, kind, right, records: [] }
    group.records.push(one)
    groups.set(key, group)
  }
  return [...groups.values()]
}

type Reverted = Omit<Alike, 'records'>

/** Added records are deleted, and deleted ones restored. */
const deletionFor = { added: 'remove', deleted: 'restore', values: undefined } as const

/** The access that reverting such records needs. */
export function accessToRevert({ ctx }: Work, { resource, kind, right }: Reverted): Access {
  const deletion = deletionFor[kind]
  if (deletion) return deletionAccess(ctx, resource, deletion)
  const bind = bindNamed(resource, right)
  return bind ? accessToBind(ctx, resource, bind) : demand(ctx, resource, right)
}

/** The stored records, as far as they can be reverted, locked until the end of the transaction. */
export async function lockReverted(
  work: Work,
  { resource, kind }: Reverted,
  access: Access,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredRecord>> {
  const deletion = deletionFor[kind]
  if (!deletion) return lockRecords(work, resource, access, ids)
  const rows = await lockDeletable(work, resource, access, ids, deletion)
  return new Map(rows.map(record => [String(record['id']), { record, lines: new Map() }]))
}

/**
 * Reverts records in the current transaction: former values are a new version of each, added records are deleted,
 * deleted ones restored. Returns by id the version and the history entry. A record that is refused before anything is
 * written is reported; a later refusal ends the transaction. `causeId` is the entry of the record whose effects these
 * are: they were compared when they were locked, and one that was deleted with it is left out.
 */
export async function revert(
  given: Work,
  group: Alike,
  access: Access,
  report: (id: string, refusal: Refusal) => void,
  causeId?: string,
): Promise<ReadonlyMap<string, { readonly version: number; readonly entryId: string }>> {
  const work = { ...given, ctx: given.ctx.unasked() }
  const { resource, kind, records } = group
  const target = { resource, access, origin: 'undo', deletion: deletionFor[kind] } as const
  const ids = records.map(({ id }) => id)
  const stored = await lockReverted(work, group, access, ids)
  const planned: PlannedWrite[] = []
  for (const one of records) {
    const before = stored.get(one.id)
    if (!before && causeId !== undefined) continue
    const refusal = await refusalFrom(async () => planned.push(await planOne(work, target, one, before, causeId)))
    if (refusal) report(one.id, refusal)
  }
  const written = await store(work, target, planned)
  return new Map(written.map(({ id, after, step }) => [id, { version: Number(after['version']), entryId: step.id }]))
}

async function planOne(
  work: Work,
  target: WriteTarget & { readonly access: Access },
  one: Undoable,
  before: StoredRecord | undefined,
  causeId: string | undefined,
): Promise<PlannedWrite> {
  const { resource, access, deletion } = target
  const { former, right } = one
  assureKnown(former)
  if (!before) throw deletion ? changedSince() : await refusalOfLock(work, resource, one.id, right)
  const { record } = before
  if (causeId === undefined && !isAsWritten(record['version'], one)) throw changedSince()
  const cause = causeId !== undefined && { causeId }
  if (deletion) {
    if (!cause) await assureAllowed(work, resource, 'delete', [record])
    await access.writes(work.queries, rowChangeOf(record, deletion))
    return plan(work, target, { before, step: { ...cause } })
  }
  if (right === 'edit') await assureAllowed(work, resource, 'edit', [record])
  assureReadable(resource, access, one)
  const lines = await lineInputsFor(work, resource, former, before.lines)
  const links: LinkChange[] = []
  for (const [name, change] of former.links) links.push(await revertedLinks(work, resource, record, name, change))
  const step = { operation: 'undo', ...cause }
  const change = await plan(work, target, { before, set: former.values, lines, links, step })
  await access.writes(work.queries, { before: record, after: change.after, links })
  return change
}
/** The undo fails if it would restore a field that the operation edited and that is now hidden from the user. */
function assureReadable(resource: Resource, access: Access, { right, entered }: Undoable): void {
  if (right !== 'edit') return
  const isWithheld = entered.some(name => {
    const field = fieldOf(resource, name)
    return field !== undefined && isInputField(field) && !access.writesField(field)
  })
  if (isWithheld) throw refuse.outOfReach()
}

/** The refusal of the work; undefined where it was done. */
export async function refusalFrom(work: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** 409: the record was changed after the operation. */
export const changedSince = () =>
  refuse.conflict('changed-since', {
    zh: '之后又有修改，保持不变',
    en: 'The record has been changed since and was not reverted',
  })
