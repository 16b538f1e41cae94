import { isComputed } from '../../fields/traits.ts'
import type { Bilingual, Field, Resource } from '../../model/model.ts'
import { autoStepsOf } from '../../model/steps.ts'
import { brokenRules } from '../../record/broken-rules.ts'
import { computeWithLines } from '../../record/compute.ts'
import { limitFaults } from '../../record/limit-faults.ts'
import { rollUpsOver } from '../../record/roll-ups.ts'
import { namesReadByGuard } from '../../record/step-guard.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, recordOf, shapeOf } from '../database/shape.ts'
import { Refusal } from '../errors/refuse.ts'
import { rolledUpValues } from './derived.ts'
import { changesBetween, isSame } from './history.ts'
import { linesOfRecords } from './lock.ts'
import { namesOf } from './look-up.ts'
import { eventSql } from './outbox.ts'
import { ownTenant } from './own-tenant.ts'
import type { StoredRecord } from './plan-lines.ts'
import type { Prepared } from './prepare.ts'
import { tablesWithLines } from './referring.ts'
import { columnsSql } from './select.ts'
import { changedAlways, markReaders, storedFormulas } from './stale-values.ts'
import { withTargets } from './target-records.ts'
import type { Work } from './work.ts'
import { updateSql } from './write-row.ts'

/** A change of a row that others may count: null is a row that does not exist or is not visible. */
export interface CountedChange {
  readonly before: Row | null
  readonly after: Row | null
  readonly changed: ReadonlySet<string>
  /** The prefix of a field's name in an error. */
  readonly path?: string
  /** The field of an error, where it is not the reference. */
  readonly at?: string
  /** The history entry of the change. */
  readonly entryId?: string
}

/** Changes of rows, by their resource. */
export type CountedChanges = readonly (readonly [Resource, readonly CountedChange[]])[]

/** The changes of records and of their lines. */
export function countedChanges(
  resource: Resource,
  written: readonly (Pick<Prepared, 'after' | 'changed' | 'parts'> & Pick<CountedChange, 'before' | 'entryId'>)[],
): CountedChanges {
  const ofLines = written.flatMap(({ parts, entryId }) =>
    parts.map(({ part, lines, removed }) => {
      const gone = removed.map((before): CountedChange => ({ before, after: null, changed: nothing }))
      const changes = [...lines, ...gone].map(one => ({ ...one, ...(entryId !== undefined && { entryId }) }))
      return [part.resource, changes] as const
    }),
  )
  return [[resource, written], ...ofLines]
}

const nothing: ReadonlySet<string> = new Set()

/** Rows of one table that are deleted, restored, published or removed, as far as others count them. */
export async function markedRows(
  { ctx, queries }: Work,
  resource: Resource,
  ids: readonly string[],
): Promise<CountedChanges> {
  const all: (readonly [Resource, CountedChange[]])[] = []
  for (const { of, column } of tablesWithLines(ctx.model, resource)) {
    const references = [...new Set(rollUpsOver(ctx.model, of).map(({ records }) => records.by))]
    if (references.length === 0) continue
    const columns = word(references.map(one => `t."${one.column}" as "${one.name}"`).join(', '))
    const rows = await runAll(
      queries,
      sql`select distinct ${columns} from ${word(`"${of.table}" t`)} where ${word(`t."${column}"`)} = any(${ids}::bigint[])${ownTenant(ctx, of)}`,
    )
    all.push([of, rows.map(after => ({ before: null, after: textIds(after), changed: nothing }))])
  }
  return all
}

const textIds = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : value === null ? null : String(value),
    ]),
  )

/** The row that a record counts: the reference, as named in an error, and the history entry of its change. */
interface CountedRow {
  readonly at: string
  readonly entryId?: string
}

/** The records of one resource that count changed rows. */
interface Counting {
  /** Each with the first of its rows. */
  readonly ids: Map<string, CountedRow>
  readonly fields: Set<Field>
  /** The resource of the rows. */
  readonly of: Resource
}

/** The records that count changed rows, in the order of their resources' names. */
function countingOf({ ctx }: Pick<Work, 'ctx'>, changes: CountedChanges): readonly (readonly [Resource, Counting])[] {
  const found = new Map<Resource, Counting>()
  for (const [of, rows] of changes)
    for (const { resource, field, records, reads } of rollUpsOver(ctx.model, of)) {
      const { name } = records.by
      const counting = found.get(resource) ?? { ids: new Map(), fields: new Set(), of }
      for (const row of rows.filter(one => isConcerned(one, reads)))
        for (const id of [row.before?.[name] ?? [], row.after?.[name] ?? []].flat()) {
          found.set(resource, counting)
          counting.fields.add(field)
          if (!counting.ids.has(String(id))) counting.ids.set(String(id), countedRow(row, name))
        }
    }
  return [...found].sort(([one], [other]) => (one.name < other.name ? -1 : 1))
}

const countedRow = ({ at, path = '', entryId }: CountedChange, reference: string): CountedRow => ({
  at: at ?? `${path}${reference}`,
  ...(entryId !== undefined && { entryId }),
})

const isConcerned = ({ before, after, changed }: CountedChange, reads: ReadonlySet<string>): boolean =>
  !before || !after || (changed.size > 0 && [...changed, ...changedAlways].some(name => reads.has(name)))

/** The ids of the records that count changed rows, by the name of their resource. */
export const countingIds = (work: Pick<Work, 'ctx'>, changes: CountedChanges): ReadonlyMap<string, Set<string>> =>
  new Map(countingOf(work, changes).map(([{ name }, { ids }]) => [name, new Set(ids.keys())]))

/** Whether others count the records of a resource. */
export const isCounted = ({ ctx }: Pick<Work, 'ctx'>, resource: Resource): boolean =>
  rollUpsOver(ctx.model, resource).length > 0

/** Locks the records that count rows, before these are written. */
export async function lockCounting(work: Work, changes: CountedChanges): Promise<void> {
  for (const [resource, { ids }] of countingOf(work, changes))
    await lockTogether(work, resource, [...ids.keys()], 'written')
}

/**
 * Locks records of one resource in order of id. Those that are written later get the stronger lock from the beginning:
 * two transactions that have the weaker one would wait for each other. It lets others refer to the records.
 */
export async function lockTogether(
  { ctx, queries }: Work,
  of: Resource,
  ids: readonly string[],
  use: 'read' | 'written',
): Promise<void> {
  const which = sql`t."id" = any(${ids}::bigint[])${ownTenant(ctx, of)}`
  const strength = word(use === 'read' ? 'share' : 'no key update')
  await runAll(
    queries,
    sql`select t."id" from ${word(`"${of.table}" t`)} where ${which} order by t."id" for ${strength} of t`,
  )
}

/** Reports a value outside its range, which is not stored. */
export type ReportRange = (resource: string, id: string) => void

/** The new stored values of records, by the name of the resource and the id. */
export type NewValues = Map<string, Row>

/**
 * Computes the values of records that count changed rows again, after these were stored: by one aggregate for all of
 * them, without a new version or history. A rule that reads such a value and is broken refuses the change of the row,
 * and automatic steps that read one may be made. With `report`, as in a job, neither is evaluated.
 */
export async function rollUp(work: Work, changes: CountedChanges, report?: ReportRange): Promise<NewValues> {
  const all: NewValues = new Map()
  for (const [resource, counting] of countingOf(work, changes)) {
    const ids = [...counting.ids.keys()]
    // Before the aggregate, which is another statement: it sees what the previous holder of the lock committed.
    await lockTogether(work, resource, ids, 'written')
    const stored = await storedRecords(work, resource, ids)
    const values = await rolledUpValues(work, resource, [...counting.fields], ids)
    const records = stored.map(({ record, lines }): Row => ({ ...record, ...Object.fromEntries(lines) }))
    const [before, after] = await withTargets(work, ctx => [
      records.map(record => computeWithLines(ctx, resource, record) as Row),
      records.map(record => computeWithLines(ctx, resource, { ...record, ...values.get(String(record['id'])) }) as Row),
    ])
    const results = after.map((next, index) => ({
      next,
      stored: stored[index] as CountingRecord,
      changed: new Set(
        computedNames(resource).filter(name => !isSame(before[index]?.[name] ?? null, next[name] ?? null)),
      ),
    }))
    const evaluated = report ? [] : results.filter(({ stored: { isLive }, changed }) => isLive && changed.size > 0)
    for (const { next, changed } of evaluated) await assureValid(work, resource, counting, next, changed)
    for (const [key, row] of await storeRefreshed(work, resource, records, after, report, counting.ids))
      all.set(key, row)
    for (const { next, stored: former, changed } of evaluated)
      if (readsInAuto(work, resource, changed)) {
        const id = String(next['id'])
        const { at: _, ...cause } = counting.ids.get(id) ?? { at: '' }
        await work.makeAuto?.(work, resource, { ...cause, id, before: former, title: counting.of.title })
      }
  }
  return all
}

/** The computed fields of a record, with or without a column, without those that the database computes at each read. */
const computedNames = ({ fields }: Resource): readonly string[] =>
  fields.filter(field => isComputed(field) && !field.derived).map(({ name }) => name)

export interface CountingRecord extends StoredRecord {
  readonly isLive: boolean
}

/** Records with their lines; deleted ones too, so that their values are right when they are restored. */
export async function storedRecords(work: Work, resource: Resource, ids: readonly string[]): Promise<CountingRecord[]> {
  const { ctx, queries } = work
  const shape = shapeOf(ctx.model, resource, new Set())
  const rows = await runAll(
    queries,
    sql`select ${word(columnsSql(shape, 't'))}, t."is_deleted" as "#mark" from ${word(`"${resource.table}" t`)}
      where t."id" = any(${ids}::bigint[])${ownTenant(ctx, resource)} order by t."id"`,
  )
  const lines = await linesOfRecords(work, resource, ids)
  return rows.map(row => {
    const record = recordOf(shape, row)
    return { record, lines: lines.get(String(record['id'])) ?? new Map(), isLive: Number(row['#mark']) === 0 }
  })
}

/** Refuses the change where a value is outside its range, or a rule that reads one is broken. */
async function assureValid(
  work: Work,
  resource: Resource,
  counting: Counting,
  record: Row,
  changed: ReadonlySet<string>,
): Promise<void> {
  const messages = await withTargets(work, ctx => ({
    ...brokenRules(ctx, resource, record, name => changed.has(name)),
    ...limitFaults(record, resource.fields, ctx.model, name => changed.has(name)),
  }))
  const [message] = Object.values(messages)
  if (message) throw await refusalOf(work, resource, counting, record, message)
}

/** The refusal of a change of a counted row, at its reference. The counting record is named if the actor sees it. */
async function refusalOf(
  { ctx, queries }: Work,
  resource: Resource,
  { ids }: Counting,
  record: Row,
  message: Bilingual,
): Promise<Refusal> {
  const id = String(record['id'])
  const [option] = await namesOf(queries, ctx.withoutElevation(), resource, [id])
  const named = ({ title }: Resource, language: 'zh' | 'en') => `${title[language]} ${option?.name}`
  const text = option
    ? { zh: `${named(resource, 'zh')}：${message.zh}`, en: `${named(resource, 'en')}: ${message.en}` }
    : message
  return new Refusal('related-rule', 409, text, { errors: { [ids.get(id)?.at ?? '']: text } })
}

/** Whether the condition of an automatic step reads a changed field. */
const readsInAuto = ({ ctx }: Work, resource: Resource, changed: ReadonlySet<string>): boolean =>
  autoStepsOf(resource).some(step => namesReadByGuard(ctx, resource, step).record.some(name => changed.has(name)))

/**
 * Stores the computed values of records that differ from the stored ones, without a new version, and marks or computes
 * again what is computed from them elsewhere. A value outside its range is reported and not stored. `counted` contains
 * the row that each record counts.
 */
export async function storeRefreshed(
  work: Work,
  resource: Resource,
  before: readonly Row[],
  after: readonly Row[],
  report?: ReportRange,
  counted?: ReadonlyMap<string, CountedRow>,
): Promise<NewValues> {
  const { ctx, queries, ids } = work
  const names = storedFormulas(ctx.model, resource).map(({ field }) => field.name)
  const changed = after.flatMap((record, index) => {
    const old = before[index] ?? {}
    const differing = names.filter(name => !isSame(old[name] ?? null, record[name] ?? null))
    if (differing.length === 0) return []
    const id = String(record['id'])
    const faults = limitFaults(record, resource.fields, ctx.model, name => differing.includes(name), 'stored')
    if (Object.keys(faults).length === 0) return [{ id, record, old, changed: new Set(differing) }]
    report?.(resource.name, id)
    return []
  })
  if (changed.length === 0) return new Map()
  await runAll(queries, updateSql(ctx, resource, changed, new Set(names), { refreshed: true }))
  const rows = changed.map(({ id, record, old, changed }) => ({
    recordId: id,
    version: Number(record['version']) + 1,
    changes: changesBetween(resource, old, record, changed),
  }))
  await runAll(queries, eventSql(ctx, resource, ids.next(), rows))
  await markReaders(work, resource, changed)
  const changes = changed.map(
    ({ id, record, old, changed }): CountedChange => ({ before: old, after: record, changed, ...counted?.get(id) }),
  )
  const above = await rollUp(work, [[resource, changes]], report)
  const own = changed.map(
    ({ id, record, changed }) =>
      [`${resource.name} ${id}`, Object.fromEntries([...changed].map(name => [name, record[name]]))] as const,
  )
  return new Map([...own, ...above])
}
