import { isDescribed, isGuarded } from '../../model/guard.ts'
import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { duplicateText, uniqueSetsOf } from '../../model/unique-sets.ts'
import { brokenRules } from '../../record/broken-rules.ts'
import { computeWithLines } from '../../record/compute.ts'
import { reportedField } from '../../record/duplicate-lines.ts'
import { expressionOf, type RecordContext } from '../../record/expressions.ts'
import { textsOfChange } from '../../record/formulas.ts'
import { inMaster } from '../../record/in-master.ts'
import { invariantsOf } from '../auth/sign-in-invariants.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { sameValues } from './duplicate.ts'
import { storeEditsOf } from './edited-properties.ts'
import { missingReferences } from './needed-references.ts'
import { eventSql } from './outbox.ts'
import { ownTenant } from './own-tenant.ts'
import { partsOf, tablesWithLines } from './referring.ts'
import { lockCounting, markedRows, rollUp, storedRecords } from './roll-up.ts'
import { live } from './select.ts'
import { withTargets } from './target-records.ts'
import type { Work } from './work.ts'
import { pendingMark, publishSql } from './write-row.ts'

/** Why a pending record cannot become visible. */
export interface PublishConflict {
  /** The record; of a line, its master. */
  readonly id: string
  readonly field: Field
  readonly message: Bilingual
}

/** Thrown in the transaction that publishes, which is rolled back. */
export class PublishConflicts extends Error {
  readonly conflicts: readonly PublishConflict[]

  constructor(conflicts: readonly PublishConflict[]) {
    super('Pending records conflict with what was written since they were checked.')
    this.conflicts = conflicts
  }
}

/** Rows in one event. */
const eventSize = 500
const maxConflicts = 100

/**
 * Makes pending records visible together with their lines, in the current transaction. Throws `PublishConflicts` if
 * another record has a unique value by now, a required reference was deleted, or a rule that reads the clock is broken.
 */
export async function publish(work: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { ctx, queries } = work
  const all = tablesWithLines(ctx.model, resource)
  const counted = await markedRows(work, resource, ids)
  await lockCounting(work, counted)
  const taken: PublishConflict[] = []
  for (const { of, column } of all) taken.push(...(await takenValues(work, of, column, ids)))
  if (taken.length > 0) throw new PublishConflicts(taken)
  for (const { of, column } of all) await runAll(queries, publishSql(ctx, of, ids, column))
  const missing: PublishConflict[] = []
  for (const { of, column, link } of all) missing.push(...(await missingReferences(work, of, column, ids, link)))
  if (missing.length > 0) throw new PublishConflicts(missing)
  const late = await brokenByNow(work, resource, ids)
  if (late.length > 0) throw new PublishConflicts(late)
  for (let from = 0; from < ids.length; from += eventSize) {
    const rows = ids.slice(from, from + eventSize).map(recordId => ({ recordId, version: 1, changes: {} }))
    await runAll(queries, eventSql(ctx, resource, work.ids.next(), rows))
  }
  await rollUp(work, counted)
  if (isDescribed(resource)) await storeEditsOf(work, resource, ids)
  const added = ids.map(id => ({ before: null, after: { id } }))
  if (isGuarded(resource)) work.authorityChanged(invariantsOf(resource, added))
}

/**
 * The rules that records and their lines break by now; none where no expression of them reads the clock. They were
 * checked at another time.
 */
export async function brokenByNow(
  work: Work,
  resource: Resource,
  ids: readonly string[],
): Promise<readonly PublishConflict[]> {
  const conflicts: PublishConflict[] = []
  const parts = partsOf(work.ctx.model, resource)
  if (![resource, ...parts.map(part => part.resource)].some(one => readsClock(work.ctx.model, one))) return conflicts
  for (let from = 0; from < ids.length && conflicts.length < maxConflicts; from += eventSize) {
    const stored = await storedRecords(work, resource, ids.slice(from, from + eventSize))
    const found = await withTargets(work, ctx =>
      stored.flatMap(({ record, lines }) => {
        const present = computeWithLines(ctx, resource, { ...record, ...Object.fromEntries(lines) })
        const broken = (of: Resource, own: RecordContext, values: Row) =>
          Object.entries(brokenRules(own, of, values, () => true)).flatMap(([name, message]) => {
            const field = fieldOf(of, name)
            return field ? [{ id: String(record['id']), field, message }] : []
          })
        const ofLines = parts.flatMap(({ name, resource: line }) =>
          (present[name] as readonly Row[]).flatMap(one => broken(line, ...inMaster(ctx, line, present, one))),
        )
        return [...broken(resource, ctx, present), ...ofLines]
      }),
    )
    conflicts.push(...found)
  }
  return conflicts
}

/** Whether a rule, or a value that a rule may read, depends on the time. */
const readsClock = (model: Model, resource: Resource): boolean =>
  textsOfChange(resource).some(text => expressionOf(model, resource, text).readsClock)

/** Unique values of pending rows that visible rows have. */
async function takenValues(
  { ctx, queries }: Work,
  of: Resource,
  column: string,
  ids: readonly string[],
): Promise<PublishConflict[]> {
  const conflicts: PublishConflict[] = []
  for (const set of uniqueSetsOf(of)) {
    const field = reportedField(of, set)
    if (!field) continue
    const table = word(`"${of.table}"`)
    const same = sameValues(ctx, of, set)
    const pending = sql`${word(`t."${column}"`)} = any(${ids}::bigint[]) and ${word(`t."is_deleted" = ${pendingMark}`)}`
    const rows = await runAll(
      queries,
      sql`select distinct ${word(`t."${column}"::text`)} as id from ${table} t join ${table} o on ${same} and ${live('o')}${ownTenant(ctx, of, 'o')}
        where ${pending}${ownTenant(ctx, of)} limit ${maxConflicts}::integer`,
    )
    conflicts.push(...rows.map(({ id }) => ({ id: String(id), field, message: duplicateText(of, set) })))
  }
  return conflicts
}
