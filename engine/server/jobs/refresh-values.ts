import { idOf, resourceWithId } from '../../model/ids.ts'
import type { Model } from '../../model/model.ts'
import { platformTenant } from '../auth/actor.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { isChangedTable } from '../errors/database-errors.ts'
import { Refusal } from '../errors/refuse.ts'
import { duplicateOf } from '../store/duplicate.ts'
import { tenantOfRow } from '../store/own-tenant.ts'
import {
  countStale,
  nextStale,
  recordsAtOnce,
  referenceToOne,
  refreshNext,
  type StaleValue,
} from '../store/refresh-values.ts'
import { isFilledOnce, type StoredFormula, storedFormulasOf } from '../store/stale-values.ts'
import { type Work, workOn } from '../store/work.ts'
import type { EngineJob, EngineJobWork } from './job.ts'

/** Stored values that one look selects. */
const maxAtOnce = 100

interface StaleInTenant extends StaleValue {
  readonly tenantId: string
}

/**
 * The job that computes stored values again after what they read has changed: a formula, a parameter, or another record;
 * and that gives existing rows the number or the state of a field that is new. Each transaction computes some records
 * and stores how far it is, so that another process continues there.
 */
export const refreshValues: EngineJob = {
  title: { zh: '重新计算存储的值', en: 'Recompute stored values' },
  schedule: { seconds: 15, atStart: true },
  async run(work) {
    await markFormulas(work.workFor(platformTenant))
    let transactions = 0
    // Values that cannot be computed delay no others; the run fails at its end, and is repeated.
    const failed = new Map<string, Failure>()
    for (;;) {
      const found = await staleValues(work.queries, work.executionFor(platformTenant).ctx.model, failed.size)
      const stale = found.filter(one => !failed.has(JSON.stringify(keysOf(one))))
      if (stale.length === 0 || work.signal.aborted) break
      for (const one of stale)
        try {
          transactions += await refreshAll(work, one)
        } catch (error) {
          if (error instanceof Refusal && error.code === 'tables-changed') throw error
          failed.set(JSON.stringify(keysOf(one)), { stale: one, error })
        }
    }
    if (failed.size > 0) throw await failureOf(work, [...failed.values()])
    return transactions
  },
}

interface Failure {
  readonly stale: StaleInTenant
  readonly error: unknown
}

/** One error for all failures, whose message names each field with its rows and the first reason. */
async function failureOf(work: EngineJobWork, failures: readonly Failure[]): Promise<unknown> {
  const errors = failures.map(({ error }) => error)
  // The process has not read the tables of the present Model yet: the run is retried.
  if (errors.every(isChangedTable)) return errors[0]
  const byField = new Map<string, { readonly rows: number; readonly ids: readonly string[]; readonly reason: string }>()
  for (const { stale, error } of failures) {
    const field = `${stale.resource}.${stale.field}`
    const known = byField.get(field) ?? { rows: 0, ids: [], reason: reasonOf(work, stale, error) }
    const ids = stale.reference === 'id' ? [...known.ids, stale.targetId] : known.ids
    byField.set(field, { ...known, ids, rows: known.rows + (await rowsLeft(work, stale)) })
  }
  const inOrder = [...byField].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const texts = inOrder.map(
    ([field, { rows, ids, reason }]) => `${field} (${rows} ${rows === 1 ? 'row' : 'rows'}${shownIds(ids)}): ${reason}`,
  )
  return new AggregateError(errors, `Stored values were not recomputed: ${texts.join('; ')}`)
}

const maxShown = 5

/** The first ids of records that failed alone. */
const shownIds = (ids: readonly string[]): string =>
  ids.length === 0 ? '' : `: ${ids.slice(0, maxShown).join(', ')}${ids.length > maxShown ? ', …' : ''}`

/** Why a value could not be stored: of an equal value of another record the sentence that a save would show. */
function reasonOf({ executionFor }: EngineJobWork, { tenantId, resource }: StaleInTenant, error: unknown): string {
  const { ctx } = executionFor(tenantId)
  const of = resourceWithId(ctx.model, resource)
  const duplicate = of && duplicateOf(ctx, of, error)
  return duplicate?.text.en ?? (error instanceof Error ? error.message : String(error))
}

/** The rows whose value is still to be computed. */
async function rowsLeft(work: EngineJobWork, stale: StaleInTenant): Promise<number> {
  const own = work.workFor(stale.tenantId)
  const [now] = await runAll(
    work.queries,
    sql`select after_id::text as "afterId" from engine_stale_value where ${keyOf(stale)}`,
  )
  return now && isKnown(own.ctx.model, stale) ? countStale(own, { ...stale, afterId: String(now['afterId']) }) : 0
}

/** Marks all values of fields whose formula, or a parameter of it, is another than at the last call. */
export async function markFormulas(work: Work): Promise<void> {
  const known = new Map(
    (await runAll(work.queries, sql`select resource, field, formula from engine_formula`)).map(row => [
      `${row['resource']} ${row['field']}`,
      row['formula'],
    ]),
  )
  const changed = storedFormulasOf(work.ctx.model).filter(
    ({ resource, field, formula }) => known.get(`${idOf(resource)} ${idOf(field)}`) !== formula,
  )
  for (const one of changed) await work.transaction(inside => markAll(inside, one))
}

async function markAll(queries: Queries, { resource, field, formula }: StoredFormula): Promise<void> {
  const tenant = tenantOfRow(resource)
  await runAll(
    queries,
    sql`insert into engine_stale_value (tenant_id, resource, field, reference, target_id, at)
      select distinct ${tenant}, ${idOf(resource)}::text, ${idOf(field)}::text, '', 0::bigint, now() from ${word(`"${resource.table}" t`)}
      where ${word(isFilledOnce(field) ? `t."${field.column}" is null` : 'true')}
      on conflict (tenant_id, resource, field, reference, target_id) do update set after_id = 0`,
  )
  await runAll(
    queries,
    sql`insert into engine_formula (resource, field, formula) values (${idOf(resource)}, ${idOf(field)}, ${formula})
      on conflict (resource, field) do update set formula = excluded.formula`,
  )
}

/** Those of fields that the Model has. Others stay: another process may have them, or a later revision. */
async function staleValues(queries: Queries, model: Model, failed: number): Promise<StaleInTenant[]> {
  const known = storedFormulasOf(model).map(({ resource, field }) => `${idOf(resource)} ${idOf(field)}`)
  const rows = await runAll(
    queries,
    sql`select tenant_id, resource, field, reference, target_id::text, after_id::text from engine_stale_value
      where resource || ' ' || field = any(${known}::text[]) order by at limit ${maxAtOnce + failed}::integer`,
  )
  return rows.map(row => ({
    tenantId: String(row['tenant_id']),
    resource: String(row['resource']),
    field: String(row['field']),
    reference: String(row['reference']),
    targetId: String(row['target_id']),
    afterId: String(row['after_id']),
  }))
}

/** Computes all records of a mark again, each of them alone where one of the next cannot be. */
async function refreshAll(work: EngineJobWork, stale: StaleInTenant): Promise<number> {
  let transactions = 0
  let alone = 0
  while (!work.signal.aborted)
    try {
      if (!(await refreshSome(work, stale, alone > 0 ? 1 : recordsAtOnce))) break
      transactions++
      if (alone > 0) alone--
    } catch (error) {
      if (isChangedTable(error) || (error instanceof Refusal && error.code === 'tables-changed')) throw error
      if (alone === 0) alone = recordsAtOnce
      else if (!(await setAside(work, stale))) throw error
    }
  return transactions
}

/** Records of a field that have marks of their own; with more, the reason is not one of records. */
const maxDeferred = 100

/** Gives the next record, which cannot be computed, a mark of its own: it delays none after it. False if there is none. */
async function setAside(work: EngineJobWork, stale: StaleInTenant): Promise<boolean> {
  const own = work.workFor(stale.tenantId)
  const { model } = own.ctx
  const resource = resourceWithId(model, stale.resource)
  const reference = resource && referenceToOne(model, resource)
  if (reference === undefined || reference === stale.reference) return false
  return own.transaction(async queries => {
    const [now] = await runAll(
      queries,
      sql`select after_id::text as "afterId", (select count(*)::integer from engine_stale_value where tenant_id = ${stale.tenantId}
          and resource = ${stale.resource} and field = ${stale.field} and reference = ${reference}) as aside
        from engine_stale_value where ${keyOf(stale)}`,
    )
    if (!now || Number(now['aside']) >= maxDeferred) return false
    const afterId = String(now['afterId'])
    const [id, later] = await nextStale(workOn(own, queries), { ...stale, afterId }, 2)
    if (id === undefined || later === undefined) return false
    await runAll(
      queries,
      sql`insert into engine_stale_value (tenant_id, resource, field, reference, target_id, at)
        values (${stale.tenantId}, ${stale.resource}, ${stale.field}, ${reference}, ${id}::bigint, clock_timestamp())
        on conflict (tenant_id, resource, field, reference, target_id) do nothing`,
    )
    await runAll(
      queries,
      sql`update engine_stale_value set after_id = ${id}::bigint where ${keyOf(stale)} and after_id = ${afterId}::bigint`,
    )
    return true
  })
}

/** Computes some records again, by the present Model; false if there are no more. */
async function refreshSome(work: EngineJobWork, stale: StaleInTenant, most: number): Promise<boolean> {
  const own: Work = work.workFor(stale.tenantId)
  return own.transaction(async queries => {
    const [now] = await runAll(
      queries,
      sql`select after_id::text as "afterId" from engine_stale_value where ${keyOf(stale)}`,
    )
    if (!now || !isKnown(own.ctx.model, stale)) return false
    const afterId = String(now['afterId'])
    const report = (resource: string, id: string) =>
      work.report({ resource, id }, 'a stored value is outside its range and was not recomputed')
    const last = await refreshNext(workOn(own, queries), { ...stale, afterId }, most, report)
    // Not if the target was changed meanwhile: then it begins again.
    const isSame = sql`${keyOf(stale)} and after_id = ${afterId}::bigint`
    await runAll(
      queries,
      last === undefined
        ? sql`delete from engine_stale_value where ${isSame}`
        : sql`update engine_stale_value set after_id = ${last}::bigint where ${isSame}`,
    )
    return true
  })
}

const isKnown = (model: Model, { resource, field }: StaleValue): boolean =>
  storedFormulasOf(model).some(one => idOf(one.resource) === resource && idOf(one.field) === field)

const keysOf = ({ tenantId, resource, field, reference, targetId }: StaleInTenant) => [
  tenantId,
  resource,
  field,
  reference,
  targetId,
]

const keyOf = ({ tenantId, resource, field, reference, targetId }: StaleInTenant) =>
  sql`tenant_id = ${tenantId} and resource = ${resource} and field = ${field} and reference = ${reference} and target_id = ${targetId}::bigint`
