import { createHash } from 'node:crypto'
import { idOf } from '../../model/ids.ts'
import type { Action, Model, Resource, Transition } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { perModel } from '../../model/per-model.ts'
import { isTimed, isTransition, stepsOf } from '../../model/steps.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { dueParts } from '../../record/due-condition.ts'
import { formulasRead, valueDefinitionOf } from '../../record/formulas.ts'
import { describedModel } from '../../record/overlays.ts'
import { valuesRead } from '../../rules/parameter.ts'
import { platformTenant } from '../auth/actor.ts'
import { type DueSql, dueSql } from '../auth/expressions.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { isPerTenant, ofTenant, tenantColumns } from '../database/tenancy.ts'
import { tenantOfRow } from './own-tenant.ts'
import { live } from './select.ts'
import { areStale, storedFormulas } from './stale-values.ts'
import { stateKey, statesBefore } from './state-key.ts'

/** A step that a job makes. */
export interface DueStep {
  readonly resource: Resource
  readonly step: Transition | Action
  /** Digest of its `after`, `from` and `if` and of `opens` before it, with the formulas and the described parameters that they read. */
  readonly digest: string
}

const cache = perModel<readonly DueStep[]>()

/** The steps of a Model that a job makes, in the order of the descriptors. */
export const dueStepsOf = (model: Model): readonly DueStep[] =>
  cache(model, '', () =>
    Object.values(model.resources).flatMap(resource =>
      stepsOf(resource)
        .filter(isTimed)
        .map(step => ({ resource, step, digest: digestOf(describedModel(model), resource.name, step) })),
    ),
  )

/** Edits of parameters are not part of it: they apply at once. */
function digestOf(model: Model, name: string, step: Transition | Action): string {
  const resource = resourceOf(model, name)
  const { texts, all } = dueParts(resource, step)
  const fields = formulasRead(model, resource, texts)
  const formulas = fields.map(({ field }) => valueDefinitionOf(field))
  const parameters = valuesRead(model, [texts, formulas])
  const read = [...formulas, ...parameters]
  const rule = read.length > 0 ? [...all, read] : all
  return createHash('sha256').update(JSON.stringify(rule)).digest('hex').slice(0, 32)
}

/** Whether stored values that a step reads are not yet computed by their present formula: what is due is not known. */
export function readsStaleValues(queries: Queries, { model }: RequestContext, { resource, step }: DueStep) {
  const described = resourceOf(model, resource.name)
  const read = formulasRead(model, described, dueParts(described, step).texts)
  const formulas = read.flatMap(({ resource: of, field }) =>
    storedFormulas(model, of).filter(one => one.field.name === field.name),
  )
  return areStale(queries, formulas)
}

/** A record for which a step is due. */
export interface DueRow {
  readonly tenantId: string
  readonly id: string
}

/**
 * The records of all tenants for which a step is due, the earliest of each tenant first, without those that were due
 * before `since` and were not written after it.
 */
export async function dueRows(
  queries: Queries,
  ctx: RequestContext,
  due: DueStep,
  since: Date | null,
  limit: number,
): Promise<readonly DueRow[]> {
  const { at } = dueSql(ctx, due.resource, due.step, 't')
  const most = word(String(limit))
  const where = every([dueWhere(ctx, due), ...(since ? [sql`not ${wasDue(ctx, due, since)}`] : [])])
  const rows = sql`select t."id" from ${tableOf(due)} where ${where} order by ${at}, t."id" limit ${most}`
  const found = await runAll(
    queries,
    isPerTenant(due.resource)
      ? sql`select tenant.tenant_id as "tenantId", due."id"::text as id
          from blade_tenant tenant cross join lateral (${rows}) due where tenant.is_deleted = 0 limit ${most}`
      : sql`select ${platformTenant}::text as "tenantId", due."id"::text as id from (${rows}) due`,
  )
  return found.map(row => ({ tenantId: String(row['tenantId']), id: String(row['id']) }))
}

/** The number of records for which a step is due, of those that were due at a time and were not written after it. */
export async function dueCount(queries: Queries, ctx: RequestContext, due: DueStep, since: Date): Promise<number> {
  const where = every([dueWhere(ctx, due), wasDue(ctx, due, since)])
  const rows = sql`select count(*) as count from ${tableOf(due)} where ${where}`
  const [found] = await runAll(
    queries,
    isPerTenant(due.resource)
      ? sql`select coalesce(sum(due.count), 0)::integer as count
          from blade_tenant tenant cross join lateral (${rows}) due where tenant.is_deleted = 0`
      : sql`select (${rows})::integer as count`,
  )
  return Number(found?.['count'])
}

const tableOf = ({ resource }: DueStep): Fragment => word(`"${resource.table}" t`)

function dueWhere(ctx: RequestContext, { resource, step }: DueStep): Fragment {
  const { at, basis, isReached, conditions, opens } = dueSql(ctx, resource, step, 't')
  const now = ctx.clock.now.toISOString()
  const tenant = tenantOfRow(resource)
  const ofStep = (alias: string) =>
    sql`${word(`${alias}.tenant_id`)} = ${tenant} and ${word(`${alias}.resource`)} = ${idOf(resource)}
      and ${word(`${alias}.record_id`)} = t."id" and ${word(`${alias}.step`)} = ${idOf(step)}`
  return every([
    ...tenantColumns(resource).map(column => word(`t."${column}" = tenant."${column}"`)),
    live('t'),
    ...(isTransition(step) ? statesOf(ctx, resource, step, opens) : [isNewTime({ at, basis }, ofStep('made'))]),
    isReached,
    ...conditions,
    sql`not exists (select 1 from engine_step_failure failed where ${ofStep('failed')} and failed.next_at > ${now}::timestamptz)`,
  ])
}

/** The time of the step was reached then, and the record was not written since. Rows of an SQL file may have no times. */
function wasDue(ctx: RequestContext, { resource, step }: DueStep, since: Date): Fragment {
  const { isReached } = dueSql(ctx.at(since), resource, step, 't')
  const written = sql`coalesce(greatest(t."create_time", t."update_time"), '-infinity')`
  return sql`coalesce(${isReached} and ${written} < ${since.toISOString()}::timestamptz, false)`
}

/** The record is in a state from which the transition starts, and which `opens` does not close. */
function statesOf(ctx: RequestContext, resource: Resource, step: Transition, opens: DueSql['opens']): Fragment[] {
  const name = fieldOf(resource, resource.lifecycle?.field ?? '')?.column
  if (!name) return []
  const column = word(`t."${name}"`)
  const keys = (states: readonly string[]) => states.map(state => stateKey(ctx, resource, state))
  return [
    sql`${column} = any(${statesBefore(ctx, resource, step)}::text[])`,
    ...opens.map(({ states, isOpen }) => sql`(${column} <> all(${keys(states)}::text[]) or ${isOpen})`),
  ]
}

/**
 * The action was made neither for this time nor for the same values of the record, of which a parameter that changed
 * since makes another time.
 */
const isNewTime = ({ at, basis }: Pick<DueSql, 'at' | 'basis'>, isOfStep: Fragment): Fragment =>
  sql`not exists (select 1 from engine_step_time made
    where ${isOfStep} and (made.at = ${timeText(at)} or made.basis = ${basis}))`

/** A day or time as a text that does not depend on settings of the connection. */
const timeText = (at: Fragment): Fragment => sql`extract(epoch from ${at})::text`

/** Claims the present time of an action for a locked record; false where the action was made for it before. */
export async function claimTime(
  queries: Queries,
  ctx: RequestContext,
  { resource, step }: DueStep,
  id: string,
): Promise<boolean> {
  const { at, basis } = dueSql(ctx, resource, step, 't')
  const { tenantId } = ctx.actor
  const isOfStep = sql`made.tenant_id = ${tenantId} and made.resource = ${idOf(resource)}
    and made.record_id = t."id" and made.step = ${idOf(step)}`
  const rows = await runAll(
    queries,
    sql`insert into engine_step_time (tenant_id, resource, record_id, step, at, basis)
      select ${tenantId}, ${idOf(resource)}, t."id", ${idOf(step)}, ${timeText(at)}, ${basis}
      from ${word(`"${resource.table}" t`)}
      where t."id" = ${id}::bigint${ofTenant(resource, tenantId)}
        and ${isNewTime({ at, basis }, isOfStep)}
      on conflict do nothing returning at`,
  )
  return rows.length > 0
}
