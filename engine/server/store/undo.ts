import type { Resource } from '../../model/model.ts'
import { bindNamed } from '../../model/names.ts'
import { type Access, accessTo, demand } from '../auth/access.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { type Refusal, refuse } from '../errors/refuse.ts'
import { assureAllowed } from './allow-if.ts'
import { accessToBind } from './bind.ts'
import { claimRecords, releaseRecords } from './idempotency.ts'
import { rowVersions } from './lock.ts'
import { changeOfMark, lockMarked, type Marking, versionsToMark, writeMark } from './mark.ts'
import type { Outcomes } from './operations.ts'
import { ownTenant } from './own-tenant.ts'
import type { Undoing, UndoKind } from './previewed-operation.ts'
import { entriesWithEffects, lockEffects, revertEffects, withChangedEffects } from './undo-effects.ts'
import { isAsWritten, type RevertibleRecord, revertibleRecords, type Undoable, undoableOf } from './undo-entries.ts'
import { changedSince, refusalFrom, revertValues } from './undo-values.ts'
import { type Work, workOn } from './work.ts'

/**
 * Reverts the changes of an operation to these records: values are restored as a new version, added or restored records
 * are deleted, deleted ones are restored. A record with another version than the operation wrote is unchanged. It needs
 * the right that made the change, on the row before and after. States and read-only fields are restored too, while
 * rules, references and unique values are checked as for any change. The effects of a step on other records, and the
 * automatic steps that the change caused, are reverted too; messages are not. No automatic step is made.
 */
export async function undo(
  { makeAuto: _none, ...work }: Work,
  resource: Resource,
  { operation }: Undoing,
  ids: readonly string[],
  key?: string,
): Promise<Outcomes> {
  const outcomes = new Map<string, Refusal | null>(ids.map(id => [id, null]))
  const found = await undoableOf(work, operation, ids)
  const open: Undoable[] = []
  const along: (readonly [id: string, of: string])[] = []
  for (const id of ids) {
    const one = found.get(id)
    if (!one) outcomes.set(id, nothingToUndo())
    else if (one.alongWith !== undefined) along.push([id, one.alongWith])
    else if (await passes(work, one, outcomes)) open.push(one)
  }
  if (open.length === 0) return outcomes
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    const bodyOf = (id: string) => ['undo', resource.name, operation, id]
    const openIds = open.map(({ id }) => id)
    const mine = new Set(await claimRecords(inside, key, openIds, bodyOf))
    const refused = new Map<string, Refusal>()
    const effects = new Map<string, readonly Undoable[]>()
    const wanted: Undoable[] = []
    const claimed = open.filter(({ id }) => mine.has(id))
    const causes = await entriesWithEffects(
      inside,
      claimed.flatMap(({ entries }) => entries),
    )
    const causing = claimed.filter(({ entries }) => entries.some(entry => causes.has(entry)))
    await lockInOrder(inside, causing)
    for (const one of claimed) {
      if (!causing.includes(one)) {
        wanted.push(one)
        continue
      }
      // Before anything is written: a record whose effects cannot be reverted stays as it is.
      const refusal = await refusalFrom(async () => effects.set(one.id, await lockEffects(inside, one)))
      if (refusal) refused.set(one.id, refusal)
      else wanted.push(one)
    }
    const entryOf = new Map<string, string>()
    for (const alike of groupsOf(wanted))
      for (const [id, entry] of await revert[alike.kind](inside, alike, refused)) entryOf.set(id, entry)
    for (const [id, entry] of entryOf) await revertEffects(inside, effects.get(id) ?? [], entry)
    for (const [id, refusal] of refused) outcomes.set(id, refusal)
    await releaseRecords(inside, key, [...refused.keys()])
  })
  // What a deletion took along is restored with it, or stays with it.
  for (const [id, of] of along) outcomes.set(id, outcomes.get(of) ?? null)
  return outcomes
}

/**
 * The number of records that an undo would revert, as far as their versions and those of their effects show: not those
 * that were changed since or that the actor may not revert. Rules and unique values are checked by the undo alone.
 */
export async function revertible(work: Work, { operation }: Undoing, ids: readonly string[]): Promise<number> {
  const found = await revertibleRecords(work, operation, ids)
  const own = [...found.values()].filter(one => one.alongWith === undefined)
  const same = new Set<string>()
  for (const { resource, kind, right, records } of groupsOf(own)) {
    // Without the right, none of them is reverted.
    await refusalFrom(async () => {
      if (records.some(one => one.isImported)) demand(work.ctx, resource, 'import')
      const versions = await storedVersions[kind](
        work,
        resource,
        records.map(one => one.id),
        right,
      )
      for (const one of records) if (isAsWritten(versions.get(one.id), one)) same.add(one.id)
    })
  }
  const unchanged = own.filter(({ id }) => same.has(id))
  const refused = await withChangedEffects(work, unchanged)
  const isReverted = (id: string) => same.has(id) && !refused.has(id)
  return ids.filter(id => isReverted(found.get(id)?.alongWith ?? id)).length
}

/** The stored versions of the rows that an undo of each kind locks. */
const storedVersions: Readonly<
  Record<
    UndoKind,
    (work: Work, resource: Resource, ids: readonly string[], right: string) => Promise<ReadonlyMap<string, number>>
  >
> = {
  values: (work, resource, ids, right) => rowVersions(work, resource, accessByRight(work, resource, right), ids),
  added: (work, resource, ids) => versionsToMark(work, resource, ids, 'remove'),
  deleted: (work, resource, ids) => versionsToMark(work, resource, ids, 'restore'),
}

/** Whether a record may be reverted as far as is known before the transaction. The reason against it is recorded. */
async function passes(
  { ctx }: Work,
  { id, resource, isImported }: Undoable,
  outcomes: Map<string, Refusal | null>,
): Promise<boolean> {
  const refusal = await refusalFrom(async () => isImported && demand(ctx, resource, 'import'))
  if (refusal) outcomes.set(id, refusal)
  return refusal === undefined
}

/** Locks the records before their effects, as their steps do. */
async function lockInOrder({ ctx, queries }: Work, records: readonly Undoable[]): Promise<void> {
  for (const resource of new Set(records.map(one => one.resource))) {
    const ids = records.filter(one => one.resource === resource).map(({ id }) => id)
    const table = word(`"${resource.table}" t`)
    await runAll(
      queries,
      sql`select from ${table} where t."id" = any(${ids}::bigint[])${ownTenant(ctx, resource)} order by t."id" for update of t`,
    )
  }
}

/** Records of one resource that are reverted in the same way and need the same right. */
interface Alike<One extends RevertibleRecord = Undoable> {
  readonly resource: Resource
  readonly kind: UndoKind
  readonly right: string
  readonly records: One[]
}

function groupsOf<One extends RevertibleRecord>(wanted: readonly One[]): Alike<One>[] {
  const groups = new Map<string, Alike<One>>()
  for (const one of wanted) {
    const { resource, kind, right } = one
    const key = `${resource.name} ${kind} ${right}`
    const group: Alike<One> = groups.get(key) ?? { resource, kind, right, records: [] }
    group.records.push(one)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/**
 * Reverts records in the current transaction, and returns their history entries by id. Records that are refused before
 * anything is written are added to `refused`. A later refusal ends the transaction.
 */
type Revert = (work: Work, alike: Alike, refused: Map<string, Refusal>) => Promise<ReadonlyMap<string, string>>

const revert: Readonly<Record<UndoKind, Revert>> = {
  async values(work, { resource, right, records }, refused) {
    const reverted = await revertValues(work, resource, accessByRight(work, resource, right), records, refused)
    return new Map([...reverted].map(([id, { entryId }]) => [id, entryId]))
  },
  added: (work, alike, refused) => revertMark(work, alike, 'remove', refused),
  deleted: (work, alike, refused) => revertMark(work, alike, 'restore', refused),
}

/** The access that reverting values needs. */
function accessByRight({ ctx }: Work, resource: Resource, right: string): Access {
  const bind = bindNamed(resource, right)
  return bind ? accessToBind(ctx, resource, bind) : demand(ctx, resource, right)
}

/** Deletes added records, or restores deleted ones, if they are unchanged since and may be written. */
async function revertMark(
  work: Work,
  { resource, records }: Alike,
  marking: Marking,
  refused: Map<string, Refusal>,
): Promise<ReadonlyMap<string, string>> {
  const { ctx, queries } = work
  const ids = records.map(({ id }) => id)
  const stored = new Map((await lockMarked(work, resource, ids, marking)).map(row => [String(row['id']), row]))
  const { writes } = accessTo(ctx, resource, 'delete')
  const same: Row[] = []
  for (const one of records) {
    const { id } = one
    const refusal = await refusalFrom(async () => {
      const row = stored.get(id)
      if (!row || !isAsWritten(row['version'], one)) throw changedSince()
      await assureAllowed(work, resource, 'delete', [row])
      await writes(queries, changeOfMark(row, marking))
      same.push(row)
    })
    if (refusal) refused.set(id, refusal)
  }
  return same.length > 0 ? writeMark(work, resource, same, marking) : new Map()
}

const nothingToUndo = () =>
  refuse.conflict('nothing-to-undo', { zh: '没有可撤销的数据变化', en: 'There are no data changes to undo' })
