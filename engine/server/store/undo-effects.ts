import { idOf } from '../../model/ids.ts'
import type { Bilingual } from '../../model/model.ts'
import { accessTo } from '../auth/access.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Refusal, refuse } from '../errors/refuse.ts'
import { deleted } from './bin.ts'
import { isEffect } from './caused-entries.ts'
import { isReplaced, occupyOrigins, releaseOrigins } from './effect-origin.ts'
import { lockRecords, rowVersions } from './lock.ts'
import { lockMarked, type Marking, writeMark } from './mark.ts'
import type { UndoKind } from './previewed-operation.ts'
import { live } from './select.ts'
import {
  isAsWritten,
  type OperationEntry,
  operationEntryOf,
  type RevertibleRecord,
  type Undoable,
  undoableBy,
} from './undo-entries.ts'
import { revertValues } from './undo-values.ts'
import type { Work } from './work.ts'

/**
 * The other records that the steps of a record's change created or updated, locked. Refuses if one of them was changed
 * since: its undo would be incomplete. Like the effects themselves, their undo is elevated.
 */
export async function lockEffects(work: Work, record: Undoable): Promise<readonly Undoable[]> {
  const elevated = { ...work, ctx: work.ctx.asSystem('step-effect') }
  const effects = (await effectsOf(elevated, [record])).get(record.id) ?? []
  for (const one of effects) {
    if (!isAsWritten(await lockedVersion(elevated, one), one)) throw effectChanged(one)
    if (one.kind === 'deleted' && (await isReplaced(elevated, one.resource, one.id))) throw effectReplaced(one)
  }
  return effects
}

/** The ids of those of the records whose effects on other records were changed since, without a lock. */
export async function withChangedEffects(
  work: Work,
  records: readonly RevertibleRecord[],
): Promise<ReadonlySet<string>> {
  const causes = await entriesWithEffects(
    work,
    records.flatMap(({ entries }) => entries),
  )
  const causing = records.filter(({ entries }) => entries.some(entry => causes.has(entry)))
  if (causing.length === 0) return new Set()
  const elevated = { ...work, ctx: work.ctx.asSystem('step-effect') }
  const effects = await effectsOf(elevated, causing)
  const all = [...effects.values()].flat()
  const stored = new Map<string, ReadonlyMap<string, number>>()
  const keyOf = ({ resource, kind }: Pick<Undoable, 'resource' | 'kind'>) => `${resource.name} ${kind}`
  for (const { resource, kind } of new Map(all.map(one => [keyOf(one), one])).values()) {
    const ids = all.filter(one => one.resource === resource && one.kind === kind).map(({ id }) => id)
    const among = kind === 'deleted' ? deleted('t') : live('t')
    const versions = await rowVersions(work, resource, accessTo(elevated.ctx, resource, 'edit'), ids, among)
    stored.set(keyOf({ resource, kind }), versions)
  }
  const isChanged = (one: Undoable) => !isAsWritten(stored.get(keyOf(one))?.get(one.id), one)
  return new Set([...effects].filter(([, some]) => some.some(isChanged)).map(([id]) => id))
}

/** The entries, of those given, that had effects. What a deletion took along is reverted with the deletion. */
export async function entriesWithEffects({ ctx, queries }: Work, entries: readonly string[]): Promise<Set<string>> {
  const rows = await runAll(
    queries,
    sql`select distinct e.cause_id::text as id from engine_history e join engine_history c on c.id = e.cause_id
      where e.tenant_id = ${ctx.actor.tenantId} and e.cause_id = any(${entries}::bigint[])
      and c.tenant_id = any(${[ctx.actor.tenantId, '']}::text[]) and ${isEffect('e', 'c')}`,
  )
  return new Set(rows.map(({ id }) => String(id)))
}

/**
 * Reverts the effects: created records are moved to the bin, deleted ones are restored, and updated ones get their former
 * values. `causeId` is the history entry of the undo of the record, whose own undo reverts them again.
 */
export async function revertEffects(work: Work, effects: readonly Undoable[], causeId: string): Promise<void> {
  const elevated = { ...work, ctx: work.ctx.asSystem('step-effect') }
  for (const one of effects) {
    const { id, resource } = one
    if (one.kind !== 'values') {
      const marking = markingFor[one.kind]
      const rows = await lockMarked(elevated, resource, [id], marking)
      // The record of the step may have taken it along.
      if (rows.length === 0) continue
      await writeMark(elevated, resource, rows, marking, () => causeId)
      // With `once`, the step creates a new record when it is made again.
      await (marking === 'remove' ? releaseOrigins : occupyOrigins)(elevated, resource, [id])
      continue
    }
    const refused = new Map<string, Refusal>()
    await revertValues(elevated, resource, accessTo(elevated.ctx, resource, 'edit'), [one], refused, causeId)
    const [refusal] = refused.values()
    if (refusal) throw refusal
  }
}

const markingFor = { added: 'remove', deleted: 'restore' } as const satisfies Record<string, Marking>

/**
 * The effects of records' changes on other records, and those of the steps that they caused, by the id of the changed
 * record; the latest first.
 */
async function effectsOf(
  work: Work,
  records: readonly RevertibleRecord[],
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

async function lockedVersion(work: Work, { id, resource, kind }: Undoable): Promise<number | undefined> {
  const access = accessTo(work.ctx, resource, 'edit')
  const row =
    kind === 'values'
      ? (await lockRecords(work, resource, access, [id])).get(id)?.record
      : (await lockMarked(work, resource, [id], markingFor[kind]))[0]
  return row && Number(row['version'])
}

const effectChanged = ({ resource: { title }, kind }: Undoable): Refusal =>
  refuse.conflict('effect-changed', changedTexts[kind](title))

const changedTexts: Readonly<Record<UndoKind, (title: Bilingual) => Bilingual>> = {
  added: ({ zh, en }) => ({
    zh: `生成的“${zh}”之后又有修改，保持不变`,
    en: `The created record of "${en}" has been changed since and was not reverted`,
  }),
  values: ({ zh, en }) => ({
    zh: `改写过的“${zh}”之后又有修改，保持不变`,
    en: `The updated record of "${en}" has been changed since and was not reverted`,
  }),
  deleted: ({ zh, en }) => ({
    zh: `移入回收站的“${zh}”之后又有变化，保持不变`,
    en: `The deleted record of "${en}" has been changed since and was not restored`,
  }),
}

const effectReplaced = ({ resource: { title } }: Undoable): Refusal =>
  refuse.conflict('effect-changed', {
    zh: `之后又生成了另一条“${title.zh}”，保持不变`,
    en: `Another record of "${title.en}" has been created since, and the deleted one was not restored`,
  })
