import { idOf } from '../../model/ids.ts'
import { type Access, accessTo } from '../auth/access.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Refusal, refuse } from '../errors/refuse.ts'
import { isEffect } from './aspects/deletion-effects.ts'
import { isReplaced, occupyOrigins, releaseOrigins } from './effect-origin.ts'
import { accessToRevert, lockReverted, revert } from './revert.ts'
import { isAsWritten, type OperationEntry, operationEntryOf, type Undoable, undoableBy } from './undo-entries.ts'
import type { Work } from './work.ts'

/**
 * Locks the effects of a record's change. Refuses if one of them was changed since: its undo would be incomplete. Like the
 * effects themselves, their undo is elevated.
 */
export async function lockEffects(work: Work, effects: readonly Undoable[]): Promise<void> {
  const elevated = { ...work, ctx: work.ctx.asSystem('step-effect') }
  for (const one of effects) {
    const stored = await lockReverted(elevated, one, effectAccess(elevated, one), [one.id])
    if (!isAsWritten(stored.get(one.id)?.record['version'], one)) throw effectChanged(one)
    if (one.kind === 'deleted' && (await isReplaced(elevated, one.resource, one.id))) throw effectReplaced(one)
  }
}

/**
 * Reverts the effects: created records are moved to the bin, deleted ones are restored, and updated ones get their former
 * values. `causeId` is the history entry of the undo of the record, whose own undo reverts them again.
 */
export async function revertEffects(work: Work, effects: readonly Undoable[], causeId: string): Promise<void> {
  const elevated = { ...work, ctx: work.ctx.asSystem('step-effect') }
  for (const one of effects) {
    const { id, resource, kind } = one
    const group = { ...one, records: [one] }
    const throwing = (_id: string, refusal: Refusal) => {
      throw refusal
    }
    const reverted = await revert(elevated, group, effectAccess(elevated, one), throwing, causeId)
    if (!reverted.has(id) || kind === 'values') continue
    // With `once`, the step creates a new record when it is made again.
    await (kind === 'added' ? releaseOrigins : occupyOrigins)(elevated, resource, [id])
  }
}

const effectAccess = (work: Work, one: Undoable): Access =>
  one.kind === 'values' ? accessTo(work.ctx, one.resource, 'edit') : accessToRevert(work, one)

/**
 * The other records that the steps of records' changes created or updated, and those of the steps that they caused, by the
 * id of the changed record; the latest first. What a deletion took along is reverted with the deletion.
 */
export async function effectsOf(
  work: Work,
  records: readonly Undoable[],
): Promise<ReadonlyMap<string, readonly Undoable[]>> {
  const { tenantId } = work.ctx.actor
  const causing = new Map(records.flatMap(record => record.entries.map(entry => [entry, record] as const)))
  const rows = await runAll(
    work.queries,
    sql`with recursive caused as (
        select h.cause_id as root, h.id, h.record_id, h.resource, h.operation, h.version, h.changes from engine_history h
          join engine_history c on c.tenant_id = any(${[tenantId, '']}::text[]) and c.id = h.cause_id
          where h.tenant_id = ${tenantId} and h.cause_id = any(${[...causing.keys()]}::bigint[]) and ${isEffect('h', 'c')}
        union select c.root, h.id, h.record_id, h.resource, h.operation, h.version, h.changes
          from engine_history h join caused c on h.tenant_id = ${tenantId} and h.cause_id = c.id
          where c.operation not in ('remove', 'restore')
      ) select root::text as root, id::text as id, record_id::text as record_id, resource, operation, version, changes from caused
        where version is not null order by caused.id desc`,
  )
  const found = new Map<string, { readonly of: string; readonly id: string; readonly own: OperationEntry[] }>()
  for (const row of rows) {
    const record = causing.get(String(row['root']))
    const id = String(row['record_id'])
    if (!record || (record.id === id && idOf(record.resource) === row['resource'])) continue
    const key = `${record.id} ${row['resource']} ${id}`
    const one = found.get(key) ?? { of: record.id, id, own: [] }
    // An entry may be an effect of several entries of the record.
    if (one.own.at(-1)?.id !== row['id']) one.own.push(operationEntryOf(row))
    found.set(key, one)
  }
  const effects = new Map<string, Undoable[]>()
  for (const { of, id, own } of found.values()) {
    const one = undoableBy(work, id, own, own)
    if (one) effects.set(of, [...(effects.get(of) ?? []), one])
  }
  return effects
}

const effectChanged = ({ resource: { title } }: Undoable): Refusal =>
  refuse.conflict('effect-changed', {
    zh: `这一步改动过的“${title.zh}”之后又有修改，保持不变`,
    en: `The record of "${title.en}" that the step wrote has been changed since and was not reverted`,
  })

const effectReplaced = ({ resource: { title } }: Undoable): Refusal =>
  refuse.conflict('effect-changed', {
    zh: `之后又生成了另一条“${title.zh}”，保持不变`,
    en: `Another record of "${title.en}" has been created since, and the deleted one was not restored`,
  })
