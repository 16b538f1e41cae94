import { isMany } from '../../fields/options.ts'
import { isBoolean, isDictionary } from '../../fields/traits.ts'
import type { Field, Resource } from '../../model/model.ts'
import type { BulkPreview, FieldPreview, StatePreview } from '../../model/operation-view.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { guardOf, readsEntered } from '../../record/step-guard.ts'
import { type Access, accessTo, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { columnOf, type Fragment, join, sql, word } from '../database/fragment.ts'
import { valueSql } from '../database/rows-sql.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { Refusal } from '../errors/refuse.ts'
import { parseInput } from './input.ts'
import { rowCondition } from './row-condition.ts'
import { displaySql, seenSql } from './select.ts'
import { type PreviewedOperation, requiredOperationOf, type SelectedRows, selectedRows } from './selection.ts'
import { statesBefore } from './state-key.ts'
import { transitionNamed } from './step.ts'
import { fieldCell } from './write-row.ts'

/** The maximum number of different values of one field that are counted one by one. */
const maxValues = 8
/** The maximum number of records that are named. */
const maxNamed = 5

/**
 * The number of rows that an operation would change, and their values before and after, as far as the user may see
 * them.
 */
export async function bulkPreview(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  selected: SelectedRows,
  operation: PreviewedOperation,
): Promise<BulkPreview> {
  const access = demand(ctx, resource, requiredOperationOf(operation))
  const rows = selectedRows(ctx, resource, selected, operation.kind === 'restore' ? 'bin' : 'list')
  const isWritable =
    operation.kind !== 'restore' && access.bound ? sql`coalesce(${access.rows('t')}, false)` : word('true')
  const [counted] = await runAll(
    queries,
    sql`select count(*)::int as total, (count(*) filter (where not ${isWritable}))::int as out from ${rows}`,
  )
  const [total, outOfReach] = [Number(counted?.['total']), Number(counted?.['out'])]
  const isNamed = operation.kind === 'remove' || operation.kind === 'restore'
  return {
    total,
    outOfReach,
    fields: operation.kind === 'update' ? await fieldsOf(queries, ctx, resource, access, rows, operation.values) : [],
    states:
      operation.kind === 'transition' ? await statesOf(queries, ctx, resource, rows, operation.name, isWritable) : [],
    first: isNamed ? await firstOf(queries, ctx, resource, rows) : [],
  }
}

async function fieldsOf(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  rows: Fragment,
  given: Row,
): Promise<FieldPreview[]> {
  const view = accessTo(ctx, resource, 'view')
  const values = normalValues(ctx, resource, access, given)
  const all: FieldPreview[] = []
  for (const name of Object.keys(given)) {
    const field = fieldOf(resource, name)
    if (field?.column && view.reads(field))
      all.push(await fieldPreview(queries, ctx, field, rows, values[name] ?? null))
  }
  return all
}

/** Values in their normal form. Invalid values are returned unchanged. */
function normalValues(ctx: RequestContext, resource: Resource, access: Access, given: Row): Row {
  try {
    return parseInput(ctx, resource, access, given).values
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return given
    throw error
  }
}

async function fieldPreview(
  queries: Queries,
  ctx: RequestContext,
  field: Field,
  rows: Fragment,
  value: unknown,
): Promise<FieldPreview> {
  const stored = word(columnOf('t', String(field.column)))
  const seen = seenSql(ctx, field, stored)
  // An invisible reference is counted as the user reads it: missing.
  const column = seen ? (isMany(field) ? sql`nullif(${seen}, '{}')` : seen) : stored
  const isSame = sql`(${column} is not distinct from ${valueSql(fieldCell(field, value))})`
  const counts = [
    sql`(count(*) filter (where ${column} is null and not ${isSame}))::int as empty`,
    sql`(count(*) filter (where ${isSame}))::int as same`,
    sql`(count(*) filter (where ${column} is not null and not ${isSame}))::int as other`,
  ]
  const [row] = await runAll(queries, sql`select ${join(counts, ', ', '')} from ${rows}`)
  const [empty, same, other] = [Number(row?.['empty']), Number(row?.['same']), Number(row?.['other'])]
  const counted = { field: field.name, empty, same, other }
  const hasFew = (isDictionary(field) || isBoolean(field)) && !isMany(field)
  if (!hasFew || other === 0) return counted
  const groups = await runAll(
    queries,
    sql`select ${column} as value, count(*)::int as count from ${rows} and ${column} is not null and not ${isSame}
      group by ${column} order by count(*) desc limit ${word(String(maxValues))}`,
  )
  const found = groups.map(group => ({ value: group['value'], count: Number(group['count']) }))
  return { ...counted, values: found }
}

async function statesOf(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  rows: Fragment,
  name: string,
  isWritable: Fragment,
): Promise<StatePreview[]> {
  const step = transitionNamed(resource, name)
  const field = fieldOf(resource, resource.lifecycle?.field ?? '')
  if (!field?.column) return []
  const column = word(columnOf('t', field.column))
  const guard = readsEntered(ctx, resource, step) ? undefined : guardOf(ctx.model, resource, step)
  const met = guard ? rowCondition(ctx, resource, guard) : word('true')
  const groups = await runAll(
    queries,
    sql`select ${column} as state, ${isWritable} as held, ${met} as met, count(*)::int as count from ${rows} group by 1, 2, 3 order by 1, 2 desc, 3 desc`,
  )
  const from = new Set(statesBefore(ctx, resource, step))
  return groups.map(({ state, held, met, count }): StatePreview => {
    const key = state === null ? null : String(state)
    const barred =
      held !== true ? 'reach' : key === null || !from.has(key) ? 'state' : met !== true ? 'condition' : undefined
    return { from: key, count: Number(count), ...(barred && { barred }) }
  })
}

async function firstOf(queries: Queries, ctx: RequestContext, resource: Resource, rows: Fragment): Promise<string[]> {
  const named = sql`select coalesce(${displaySql(ctx, resource, 't')}, t."id"::text) as name from ${rows}`
  const found = await runAll(queries, sql`${named} order by t."id" desc limit ${word(String(maxNamed))}`)
  return found.map(row => String(row['name']))
}
