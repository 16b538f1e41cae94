import type { Resource } from '../../model/model.ts'
import { demand } from '../auth/access.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Refusal, refuse } from '../errors/refuse.ts'
import { claimRecords, releaseRecords } from './idempotency.ts'
import type { Outcomes } from './operations.ts'
import { ownTenant } from './own-tenant.ts'
import { accessToRevert, groupsToRevert, refusalFrom, revert } from './revert.ts'
import { effectsOf, lockEffects, revertEffects } from './undo-effects.ts'
import { type Undoable, undoableOf } from './undo-entries.ts'
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
  operation: string,
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
    else {
      const refusal = await refusalFrom(async () => one.isImported && demand(work.ctx, one.resource, 'import'))
      if (refusal) outcomes.set(id, refusal)
      else open.push(one)
    }
  }
  if (open.length === 0) return outcomes
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    const bodyOf = (id: string) => ['undo', resource.name, operation, id]
    const openIds = open.map(({ id }) => id)
    const mine = new Set(await claimRecords(inside, key, openIds, bodyOf))
    const refused = new Map<string, Refusal>()
    const wanted: Undoable[] = []
    const claimed = open.filter(({ id }) => mine.has(id))
    const effects = await effectsOf(inside, claimed)
    await lockInOrder(
      inside,
      claimed.filter(({ id }) => effects.has(id)),
    )
    for (const one of claimed) {
      // Before anything is written: a record whose effects cannot be reverted stays as it is.
      const own = effects.get(one.id) ?? []
      const refusal = await refusalFrom(async () => {
        for (const { resource, id } of [one, ...own].filter(({ hasStarted }) => hasStarted))
          await inside.processes?.assureEditable(inside, resource, [id])
        await lockEffects(inside, own)
      })
      if (refusal) refused.set(one.id, refusal)
      else wanted.push(one)
    }
    const entryOf = new Map<string, string>()
    for (const alike of groupsToRevert(wanted)) {
      const access = accessToRevert(inside, alike)
      const reverted = await revert(inside, alike, access, (id, refusal) => refused.set(id, refusal))
      for (const [id, { entryId }] of reverted) entryOf.set(id, entryId)
    }
    for (const [id, entry] of entryOf) await revertEffects(inside, effects.get(id) ?? [], entry)
    for (const [id, refusal] of refused) outcomes.set(id, refusal)
    await releaseRecords(inside, key, [...refused.keys()])
  })
  // What a deletion took along is restored with it, or stays with it.
  for (const [id, of] of along) outcomes.set(id, outcomes.get(of) ?? null)
  return outcomes
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

const nothingToUndo = () =>
  refuse.conflict('nothing-to-undo', { zh: '没有可撤销的数据变化', en: 'There are no data changes to undo' })
