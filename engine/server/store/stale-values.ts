import { typeOf } from '../../fields/index.ts'
import { serialParts } from '../../fields/serial/pattern.ts'
import { isComputed, isSerial, lineResource } from '../../fields/traits.ts'
import { idOf } from '../../model/ids.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { perModel } from '../../model/per-model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { expressionOf } from '../../record/expressions.ts'
import { valueDefinitionOf } from '../../record/formulas.ts'
import { rollUpsOf } from '../../record/roll-ups.ts'
import { type StoredRead, storedReads } from '../../record/target-reads.ts'
import { valuesRead } from '../../rules/parameter.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'
import { ownTenant } from './own-tenant.ts'
import type { Query } from './query.ts'
import { live } from './select.ts'
import { fieldId } from './stored-names.ts'
import type { Work } from './work.ts'

/** The job that computes stale values again. */
export const refreshJob = 'value-refresh'

/** A field whose stored values the server makes: a computed one, a serial number, or the state of a lifecycle. */
export interface StoredFormula {
  readonly resource: Resource
  readonly field: Field
  /**
   * What its values depend on besides records: its expression, its scale, the parameters that it reads, and which related
   * records it counts. Of numbers and states, which only rows without a value get, it is constant.
   */
  readonly formula: string
}

/** Whether a field is not computed again, but only where it has no value. */
export const isFilledOnce = (field: Field): boolean => !isComputed(field)

const formulas = perModel<readonly StoredFormula[]>()

/** The fields of a resource whose stored values the server makes. */
export const storedFormulas = (model: Model, resource: Resource): readonly StoredFormula[] =>
  formulas(model, resource.name, () =>
    resource.fields
      .filter(field => field.column !== undefined && !field.derived && isMade(resource, field))
      .map(field => ({ resource, field, formula: formulaOf(model, resource, field) })),
  )

const isMade = ({ lifecycle }: Resource, field: Field): boolean =>
  isComputed(field) || isSerial(field) || field.name === lifecycle?.field

function formulaOf(model: Model, resource: Resource, field: Field): string {
  if (isFilledOnce(field)) return 'once'
  const definition = valueDefinitionOf(field)
  const parameters = valuesRead(model, definition[0])
  const lists = rollUpsOf(model, resource).filter(one => one.field.name === field.name)
  const counted = lists.map(({ records: { of, by, where } }) => [of.name, by.name, where])
  return JSON.stringify([...definition, parameters, ...counted])
}

/** Those of all resources. */
export const storedFormulasOf = (model: Model): readonly StoredFormula[] =>
  Object.values(model.resources).flatMap(resource => storedFormulas(model, resource))

/** A record that was changed, and the fields of it. */
export interface ChangedTarget {
  readonly id: string
  readonly changed: ReadonlySet<string>
}

/** System values that every change of a record changes. */
export const changedAlways: ReadonlySet<string> = new Set(['version', 'updateTime', 'updateUser'])

/**
 * Marks the values that other records store of changed ones as stale, in the transaction of the change, and the numbers
 * that records lack, which the change may complete.
 */
export async function markReaders(
  { ctx, queries }: Work,
  resource: Resource,
  targets: readonly ChangedTarget[],
): Promise<void> {
  const reads = storedReads(ctx.model).get(resource.name)
  if (!reads) return
  const stale = targets.flatMap(({ id, changed }) =>
    reads
      .filter(({ name }) => changed.has(name) || changedAlways.has(name))
      .map(read => [`${id} ${read.resource} ${read.field} ${pathOf(read)}`, { read, id }] as const),
  )
  if (stale.length === 0) return
  // In one order, so that two transactions that mark the same values do not deadlock.
  const rows = [...new Map(stale)].sort(([one], [other]) => (one < other ? -1 : 1))
  const values = rows.map(
    ([, { read, id }]) => sql`(${ctx.actor.tenantId}::text, ${join(keysOf(ctx.model, read), ', ', '')}, ${id}::bigint)`,
  )
  const given = sql`(values ${join(values, ', ', '')}) as v(tenant_id, resource, field, reference, target_id)`
  const isNeeded = every(reads.flatMap(read => ifLacking(ctx, read)))
  await mark(queries, sql`select v.*, clock_timestamp() from ${given} where ${isNeeded}`)
}

/** Stores the marks of a query, and makes the job due that computes their values again. */
async function mark(queries: Queries, marks: Fragment): Promise<void> {
  const marked = await runAll(
    queries,
    sql`insert into engine_stale_value (tenant_id, resource, field, reference, target_id, at) ${marks}
      on conflict (tenant_id, resource, field, reference, target_id) do update set after_id = 0 returning field`,
  )
  if (marked.length > 0) await makeDue(queries)
}

/**
 * Also of a run that is under way, which may have read before. A transaction that does not get the row does not wait for
 * it: another has made the job due.
 */
const makeDue = (queries: Queries) =>
  runAll(
    queries,
    sql`update engine_job set next_at = least(next_at, clock_timestamp()), is_requested = true where name = (select name
      from engine_job where name = ${refreshJob} and (next_at > clock_timestamp() or not is_requested) for update skip locked)`,
  )

/**
 * Marks the serial numbers that restored rows lack: what completes a number, as the text of another record, may have
 * been stored while they were in the bin.
 */
export async function markLacking(
  { ctx, queries }: Work,
  resource: Resource,
  column: string,
  ids: readonly string[],
): Promise<void> {
  for (const field of resource.fields.filter(isSerial)) {
    const references = new Set(serialParts(typeOf(field).serial?.(field) ?? '').map(({ reference }) => reference))
    for (const reference of references) {
      const target = word(`t."${fieldOf(resource, reference)?.column}"`)
      const lacking = sql`${word(`t."${column}"`)} = any(${ids}::bigint[]) and ${live('t')}
        and ${word(`t."${field.column}"`)} is null and ${target} is not null${ownTenant(ctx, resource)}`
      await mark(
        queries,
        sql`select distinct ${ctx.actor.tenantId}::text, ${idOf(resource)}::text, ${idOf(field)}::text, ${fieldId(resource, reference)}::text, ${target}, clock_timestamp()
          from ${word(`"${resource.table}" t`)} where ${lacking}`,
      )
    }
  }
}

/** That a mark of a number concerns a record without one that is not in the bin, by the index of the reference. */
function ifLacking(ctx: RequestContext, read: StoredRead): readonly Fragment[] {
  const resource = resourceOf(ctx.model, read.resource)
  const field = fieldOf(resource, read.field)
  if (!field || !isFilledOnce(field)) return []
  const path = pathOf(read)
  const lacking = sql`select from ${word(`"${resource.table}" t`)}
    where ${word(`t."${fieldOf(resource, path)?.column}"`)} = v.target_id and ${live('t')}
      and ${word(`t."${field.column}"`)} is null${ownTenant(ctx, resource)}`
  const isOther = sql`(v.resource, v.field, v.reference) <> (${join(keysOf(ctx.model, read), ', ', '')})`
  return [sql`(${isOther} or exists (${lacking}))`]
}

/** The resource, the field and the reference as rows name them. */
function keysOf(model: Model, read: StoredRead): Fragment[] {
  const resource = resourceOf(model, read.resource)
  const { list, reference = '' } = read
  const lines = list === undefined ? undefined : fieldOf(resource, list)
  const of = (lines && lineResource(lines, model)) ?? resource
  const path = [...(lines ? [idOf(lines)] : []), fieldId(of, reference)].join('.')
  return [idOf(resource), fieldId(resource, read.field), path].map(text => sql`${text}::text`)
}

const pathOf = ({ list, reference = '' }: StoredRead) => (list === undefined ? reference : `${list}.${reference}`)

/** The stored computed fields of a resource whose values are not yet computed again after a change. */
export async function staleFields(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
): Promise<ReadonlySet<string>> {
  const { model, actor } = ctx
  const computed = (of: Resource) => storedFormulas(model, of).filter(({ field }) => !isFilledOnce(field))
  if (computed(resource).length === 0) return new Set()
  const lines = resource.fields.flatMap(field => lineResource(field, model) ?? [])
  const all = [resource, ...lines].flatMap(computed)
  const rows = await runAll(
    queries,
    sql`select v.resource, v.field from (values ${rowsOf(all)}) as v(resource, field, formula)
      where exists (select from engine_stale_value s where s.tenant_id = ${actor.tenantId} and s.resource = v.resource and s.field = v.field)
        or exists (select from engine_formula f where f.resource = v.resource and f.field = v.field and f.formula <> v.formula)`,
  )
  if (rows.length === 0) return new Set()
  const isStale = (one: StoredFormula) =>
    rows.some(row => row['resource'] === idOf(one.resource) && row['field'] === idOf(one.field))
  const stale = all.filter(isStale).map(one => `${one.resource.name}.${one.field.name}`)
  return withReaders(model, resource, new Set(stale))
}

/** Whether values of formulas are not yet computed again in some tenant, or were never computed. */
export async function areStale(queries: Queries, formulas: readonly StoredFormula[]): Promise<boolean> {
  if (formulas.length === 0) return false
  const rows = await runAll(
    queries,
    sql`select from (values ${rowsOf(formulas)}) as v(resource, field, formula)
      where exists (select from engine_stale_value s where s.resource = v.resource and s.field = v.field)
        or not exists (select from engine_formula f where f.resource = v.resource and f.field = v.field and f.formula = v.formula)
      limit 1`,
  )
  return rows.length > 0
}

const rowsOf = (formulas: readonly StoredFormula[]): Fragment =>
  join(
    formulas.map(one => sql`(${idOf(one.resource)}::text, ${idOf(one.field)}::text, ${one.formula}::text)`),
    ', ',
    '',
  )

/** The fields of a resource that are stale, and those that are computed from them or from stale values of lines. */
function withReaders(model: Model, resource: Resource, stale: ReadonlySet<string>): ReadonlySet<string> {
  const own = new Set<string>()
  const isStale = (name: string): boolean => {
    const field = resource.fields.find(one => one.name === name)
    const line = field && lineResource(field, model)
    return own.has(name) || (line?.fields.some(one => stale.has(`${line.name}.${one.name}`)) ?? false)
  }
  const computed = resource.fields.filter(isComputed)
  // As many rounds as there are fields are enough for any order of them.
  for (const _ of computed)
    for (const { name, compute } of computed)
      if (stale.has(`${resource.name}.${name}`) || readsOf(model, resource, String(compute)).some(isStale))
        own.add(name)
  return own
}

const readsOf = (model: Model, resource: Resource, text: string) => expressionOf(model, resource, text).reads

/** Refuses a query that sorts or filters by a stored value that is not yet computed again; others need no statement. */
export async function assureFresh(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  query: Pick<Query, 'conditions' | 'sorts'>,
): Promise<void> {
  const named = [...query.conditions, ...query.sorts]
  if (named.some(({ field }) => isComputed(field))) refuseStale(await staleFields(queries, ctx, resource), query)
}

/** Refuses such a query for stale fields that were already found. */
export function refuseStale(
  stale: ReadonlySet<string>,
  { conditions, sorts }: Pick<Query, 'conditions' | 'sorts'>,
): void {
  const field = [...conditions, ...sorts].map(one => one.field).find(({ name }) => stale.has(name))
  if (field)
    throw refuse.conflict('stale-values', {
      zh: `${field.title.zh}正在重新计算，请稍后再按它排序或筛选`,
      en: `${field.title.en} is being recomputed; sort or filter by it later`,
    })
}
