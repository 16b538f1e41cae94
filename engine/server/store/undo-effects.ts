import { accessTo } from '../auth/access.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Refusal, refuse } from '../errors/refuse.ts'
import { freeOrigins } from './effect-origin.ts'
import { lockRecords } from './lock.ts'
import { lockMarked, writeMark } from './mark.ts'
import { type OperationEntry, operationEntryOf, type Undoable, undoableBy } from './undo-entries.ts'
import { revertValues } from './undo-values.ts'
import type { Work } from './work.ts'

/**
 * The other records that the steps of a record's change created or updated, locked. Refuses if one of them was changed
 * since: its undo would be incomplete. Like the effects themselves, their undo is elevated.
 */
export async function lockEffects(work: Work, { id, resource, entries }: Undoable): Promise<Undoable[]> {
  const elevated = { ...work, ctx: work.ctx.asSystem('step-effect') }
  const effects = (await effectsOf(elevated, entries)).filter(
    one => one.id !== id || one.resource.name !== resource.name,
  )
  for (const one of effects) {
    const version = await lockedVersion(elevated, one)
    if (version !== one.version) throw effectChanged(one)
  }
  return effects
}

/** The entries, of those given, whose steps had effects. What a deletion took along is reverted with the deletion. */
export async function entriesWithEffects({ ctx, queries }: Work, entries: readonly string[]): Promise<Set<string>> {
  const rows = await runAll(
    queries,
    sql`select distinct e.cause_id::text as id from engine_history e join engine_history c on c.id = e.cause_id
      where e.tenant_id = ${ctx.actor.tenantId} and e.cause_id = any(${entries}::bigint[])
      and c.tenant_id = any(${[ctx.actor.tenantId, '']}::text[]) and c.operation not in ('remove', 'restore')`,
  )
  return new Set(rows.map(({ id }) => String(id)))
}

/** Reverts the effects: created records are moved to the bin, and updated ones get their former values. */
export async function revertEffects(work: Work, effects: readonly Undoable[]): Promise<void> {
  const elevated = { ...work, ctx: work.ctx.asSystem('step-effect') }
  for (const one of effects) {
    const { id, resource } = one
    if (one.kind === 'added') {
      const rows = await lockMarked(elevated, resource, [id], 'remove')
      await writeMark(elevated, resource, rows, 'remove')
      // With `once`, the step creates a new record when it is made again.
      await freeOrigins(elevated, resource, [id])
      continue
    }
    const refused = new Map<string, Refusal>()
    await revertValues(elevated, resource, accessTo(elevated.ctx, resource, 'edit'), [one], refused)
    const [refusal] = refused.values()
    if (refusal) throw refusal
  }
}

/** The effects of history entries, and those of the steps that they caused; the latest first. */
async function effectsOf(work: Work, entries: readonly string[]): Promise<Undoable[]> {
  const { tenantId } = work.ctx.actor
  const rows = await runAll(
    work.queries,
    sql`with recursive caused as (
        select id, record_id, resource, operation, version, changes from engine_history
          where tenant_id = ${tenantId} and cause_id = any(${entries}::bigint[])
        union select h.id, h.record_id, h.resource, h.operation, h.version, h.changes
          from engine_history h join caused c on h.tenant_id = ${tenantId} and h.cause_id = c.id
      ) select id::text as id, record_id::text as record_id, resource, operation, version, changes from caused
        where version is not null order by caused.id desc`,
  )
  const byRecord = new Map<string, { readonly id: string; readonly own: OperationEntry[] }>()
  for (const row of rows) {
    const key = `${row['resource']} ${row['record_id']}`
    const one = byRecord.get(key) ?? { id: String(row['record_id']), own: [] }
    one.own.push(operationEntryOf(row))
    byRecord.set(key, one)
  }
  return [...byRecord.values()].flatMap(({ id, own }) => undoableBy(work, id, own, own) ?? [])
}

async function lockedVersion(work: Work, { id, resource, kind }: Undoable): Promise<number | undefined> {
  const access = accessTo(work.ctx, resource, 'edit')
  const row =
    kind === 'added'
      ? (await lockMarked(work, resource, [id], 'remove'))[0]
      : (await lockRecords(work, resource, access, [id])).get(id)?.record
  return row && Number(row['version'])
}

const effectChanged = ({ resource: { title }, kind }: Undoable): Refusal =>
  kind === 'added'
    ? refuse.conflict('effect-changed', {
        zh: `生成的“${title.zh}”之后又有修改，保持不变`,
        en: `The created record of "${title.en}" has been changed since and was not reverted`,
      })
    : refuse.conflict('effect-changed', {
        zh: `改写过的“${title.zh}”之后又有修改，保持不变`,
        en: `The updated record of "${title.en}" has been changed since and was not reverted`,
      })
