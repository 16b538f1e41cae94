import { lineResource } from '../../fields/traits.ts'
import { fieldWithId, resourceOfId } from '../../model/ids.ts'
import { masterFieldOf, masterOf } from '../../model/lines.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { brokenRules } from '../../record/broken-rules.ts'
import { compute, computedOf, computeWithLines } from '../../record/compute.ts'
import { evaluatedIn } from '../../record/in-master.ts'
import { storesTargets, targetIds } from '../../record/target-reads.ts'
import { accessTo } from '../auth/access.ts'
import { transmittedNow } from '../auth/request-context.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, shapeOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { rolledUpValues, storedValues } from './derived.ts'
import { isSame } from './history.ts'
import { linesOfRecords, lockRows } from './lock.ts'
import { ownTenant } from './own-tenant.ts'
import type { Prepared } from './prepare.ts'
import { partsOf } from './referring.ts'
import { countedChanges, countingIds, lockTogether, type ReportRange, storeRefreshed } from './roll-up.ts'
import { nextNumbers } from './serial.ts'
import { isFilledOnce } from './stale-values.ts'
import { initialKey } from './state-key.ts'
import { fieldId } from './stored-names.ts'
import { withTargetsOf } from './target-records.ts'
import type { Work } from './work.ts'

/** Stored values to compute again: those of records that name a target, or of all records of a resource. */
export interface StaleValue {
  /** The id of the resource, as are the following of fields. */
  readonly resource: string
  readonly field: string
  readonly reference: string
  readonly targetId: string
  /** Records up to this id are done. */
  readonly afterId: string
}

/** Records that one transaction computes again. */
export const recordsAtOnce = 200

/**
 * The written records with the stored values that they compute from others, which are locked until the end of the
 * transaction: a change of one either is seen here, or marks the value as stale after it is stored.
 */
export async function withLockedTargets<Written extends Prepared & { readonly before: Row | null }>(
  work: Work,
  resource: Resource,
  written: readonly Written[],
): Promise<readonly Written[]> {
  const counting = countingIds(work, countedChanges(resource, written))
  const records = written.map(({ after }) => after)
  const hasOwn = await withStoredRollUps(work, resource, written)
  if (!storesTargets(work.ctx.model, resource) && !hasOwn) {
    await lockOthers(work, counting, new Map())
    return written
  }
  const { ctx } = await lockTargets(work, resource, records, counting)
  return written.map(one => {
    const parts = one.parts.map(part => ({
      ...part,
      lines: part.lines.map(line => ({
        ...line,
        changed: new Set([...line.changed, ...computedAgain(ctx, part.part.resource, line.after, one.after)]),
      })),
    }))
    const changed = new Set([...one.changed, ...computedAgain(ctx, resource, one.after)])
    if (hasOwn) assureRules(ctx, resource, one.after, changed)
    return { ...one, parts, changed }
  })
}

/** Refuses a change that breaks a rule with the values that others have by now. */
function assureRules(ctx: Work['ctx'], resource: Resource, after: Row, changed: ReadonlySet<string>): void {
  const messages = brokenRules(
    ctx,
    resource,
    after,
    name => changed.has(name) || fieldOf(resource, name)?.rolledUp === true,
  )
  if (Object.keys(messages).length > 0) throw refuse.input(messages)
}

/** Computes the fields of a record, or of a line of a master, again, and returns the names of those that changed. */
function computedAgain(ctx: Work['ctx'], resource: Resource, record: Row, master: Row = {}): string[] {
  const next = evaluatedIn(ctx, resource, master, record, (own, values) =>
    compute(own, resource, computedOf(resource), values),
  )
  const changed = computedOf(resource).filter(({ name }) => !isSame(record[name] ?? null, next[name] ?? null))
  for (const { name } of changed) record[name] = next[name]
  return changed.map(({ name }) => name)
}

/**
 * Gives changed records the values of others that the transaction computed since they were read, as by a handler that
 * wrote a counted row. True if there are any.
 */
async function withStoredRollUps(
  work: Work,
  resource: Resource,
  written: readonly { readonly before: Row | null; readonly after: Row }[],
): Promise<boolean> {
  const fields = resource.fields.filter(({ rolledUp }) => rolledUp)
  const changed = written.filter(({ before }) => before !== null)
  if (fields.length === 0 || changed.length === 0) return false
  const ids = changed.map(({ before }) => String(before?.['id']))
  const stored = await storedValues(work, resource, fields, ids)
  let isOther = false
  for (const { before, after } of changed)
    for (const { name } of fields) {
      const value = stored.get(String(before?.['id']))?.[name] ?? null
      // A value of which the change itself is a part was computed with it.
      if (isSame(value, before?.[name] ?? null) || !isSame(after[name] ?? null, before?.[name] ?? null)) continue
      after[name] = value
      isOther = true
    }
  return isOther
}

/** Locks the records that expressions of some read, until the end of the transaction, and loads them. */
async function lockTargets(
  work: Work,
  resource: Resource,
  records: readonly Row[],
  counting: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): Promise<Work> {
  await lockOthers(work, counting, targetIds(work.ctx.model, resource, records))
  return withTargetsOf(work, resource, records)
}

/** Locks the records that are written later and those that are read, each resource once, in one order. */
async function lockOthers(
  work: Work,
  written: ReadonlyMap<string, ReadonlySet<string>>,
  read: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  for (const name of [...new Set([...written.keys(), ...read.keys()])].sort()) {
    const ids = new Set([...(written.get(name) ?? []), ...(read.get(name) ?? [])])
    await lockTogether(work, resourceOf(work.ctx.model, name), [...ids], written.has(name) ? 'written' : 'read')
  }
}

/**
 * Computes the stored values of the next records again, at most `most`, in the current transaction, without a new
 * version. Returns the last of them; undefined if there are no more. A value outside its range is kept and reported.
 */
export async function refreshNext(
  work: Work,
  stale: StaleValue,
  most: number,
  report: ReportRange,
): Promise<string | undefined> {
  const { ctx } = work
  const resource = resourceOfId(ctx.model, stale.resource)
  const root = rootOf(ctx.model, resource)
  const ids = await nextStale(work, stale, most)
  const rows = await lockRows(work, shapeOf(ctx.model, root, new Set()), accessTo(ctx, root, 'view'), ids, word('true'))
  const lines = await linesOfRecords(work, root, ids, sql`t."is_deleted" <> 1`)
  const records = rows.map(row => ({ ...row, ...Object.fromEntries(lines.get(String(row['id'])) ?? []) }) as Row)
  const filled = await withCounted(work, resource, stale.field, await withMissing(work, resource, stale.field, records))
  const inside = await lockTargets(work, root, filled)
  const next = filled.map(record => computeWithLines(inside.ctx, root, record) as Row)
  await storeRefreshed(work, root, records, next, report)
  for (const { resource: of, field } of partsOf(ctx.model, root))
    if (field) await storeRefreshed(work, of, ...linesIn(field.name, records, next), report)
  return ids.length < most ? undefined : ids.at(-1)
}

/** The ids of the next records whose stored values are to be computed again. */
export async function nextStale(work: Work, stale: StaleValue, most: number): Promise<readonly string[]> {
  const resource = resourceOfId(work.ctx.model, stale.resource)
  const found = await runAll(
    work.queries,
    sql`select distinct r.id::text as "id", r.id as n from (${recordsSql(work, resource, stale)}) r
      where r.id > ${stale.afterId}::bigint order by n limit ${word(String(most))}`,
  )
  return found.map(({ id }) => String(id))
}

/** The reference by which a stale value is that of one record; of lines, of those of one master. */
export const referenceToOne = (model: Model, resource: Resource): string =>
  fieldId(resource, (refreshOrder(model, resource) === 'id' ? undefined : masterFieldOf(resource)?.name) ?? 'id')

/** The records whose stored values are still to be computed again. */
export async function countStale(work: Work, stale: StaleValue): Promise<number> {
  const resource = resourceOfId(work.ctx.model, stale.resource)
  const [row] = await runAll(
    work.queries,
    sql`select count(distinct r.id) as count from (${recordsSql(work, resource, stale)}) r where r.id > ${stale.afterId}::bigint`,
  )
  return Number(row?.['count'])
}

/** The locked records with the value of a field that the database computes from related records. */
async function withCounted(
  work: Work,
  resource: Resource,
  id: string,
  records: readonly Row[],
): Promise<readonly Row[]> {
  const field = fieldWithId(resource, id)
  if (!field?.rolledUp) return records
  const ids = records.map(({ id }) => String(id))
  const values = await rolledUpValues(work, resource, [field], ids)
  return records.map(record => ({ ...record, ...values.get(String(record['id'])) }))
}

/** The records, or their lines, with numbers and states where they have none. */
async function withMissing(
  work: Work,
  resource: Resource,
  id: string,
  records: readonly Row[],
): Promise<readonly Row[]> {
  const field = fieldWithId(resource, id)
  if (!field || !isFilledOnce(field)) return records
  const { model } = work.ctx
  const part = partsOf(model, rootOf(model, resource)).find(one => one.resource === resource)?.field
  if (!part) return withValues(work, resource, field, records)
  const next: Row[] = []
  for (const record of records)
    next.push({ ...record, [part.name]: await withValues(work, resource, field, record[part.name] as Row[]) })
  return next
}

async function withValues(work: Work, resource: Resource, field: Field, records: readonly Row[]): Promise<Row[]> {
  const lacking = records.filter(record => (record[field.name] ?? null) === null)
  const values = await missingValues(work, resource, field, lacking)
  const filled = new Map(lacking.map((record, index) => [record, { ...record, [field.name]: values[index] }]))
  return records.map(record => filled.get(record) ?? record)
}

/**
 * The initial state, or the next numbers of the days on which the records were created; null where the reference or the
 * text of a number is missing, as before it was required. A change of them marks the number again.
 */
async function missingValues(
  { ctx, queries }: Work,
  resource: Resource,
  field: Field,
  records: readonly Row[],
): Promise<readonly (string | null)[]> {
  if (field.name === resource.lifecycle?.field) return records.map(() => initialKey(ctx, resource) ?? null)
  const createdAt = ({ createTime }: Row) => String(createTime ?? transmittedNow(ctx))
  const numbers = await nextNumbers(queries, ctx, resource, field, records, createdAt)
  return numbers.map(number => (typeof number === 'string' ? number : null))
}

const linesIn = (name: string, records: readonly Row[], next: readonly Row[]): [Row[], Row[]] => [
  records.flatMap(record => record[name] as Row[]),
  next.flatMap(record => record[name] as Row[]),
]

/** The resource whose records are computed with a resource: the master of lines that are a field of it. */
function rootOf(model: Model, resource: Resource): Resource {
  const master = masterOf(model, resource)
  return master && partsOf(model, master).some(part => part.resource === resource && part.field) ? master : resource
}

/** The column in whose order the stored values of a resource are computed again: of lines the id of their master. */
export function refreshOrder(model: Model, resource: Resource): string {
  const link = rootOf(model, resource) === resource ? undefined : masterFieldOf(resource)
  return link?.column ?? 'id'
}

/** The ids of the records whose values are stale. A reference that does not exist any more is all of them. */
function recordsSql(work: Work, resource: Resource, stale: StaleValue): Fragment {
  const { ctx } = work
  const { reference, targetId } = stale
  const list = fieldWithId(resource, reference.split('.').at(-2) ?? '')
  const of = (list && lineResource(list, ctx.model)) ?? resource
  const column = fieldWithId(of, reference.split('.').at(-1) ?? '')?.column
  const isTarget = column === undefined ? sql`true` : sql`${word(`t."${column}"`)} = ${targetId}::bigint`
  return sql`select ${word(`t."${refreshOrder(ctx.model, of)}"`)} as id from ${word(`"${of.table}" t`)} where ${isTarget} and ${isConcerned(resource, stale.field)}${ownTenant(ctx, of)}`
}

function isConcerned(resource: Resource, id: string): Fragment {
  const field = fieldWithId(resource, id)
  return word(field?.column !== undefined && isFilledOnce(field) ? `t."${field.column}" is null` : 'true')
}
