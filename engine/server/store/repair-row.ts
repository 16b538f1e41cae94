import { typeOf } from '../../fields/index.ts'
import type { Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, recordOf, shapeOf } from '../database/shape.ts'
import { changesBetween, isSame, record } from './history.ts'
import { insertInitial, planInitial } from './initial-rows.ts'
import { ownTenant } from './own-tenant.ts'
import { rollUp } from './roll-up.ts'
import { columnsSql } from './select.ts'
import type { Recording, Work } from './work.ts'
import { updateSql } from './write-row.ts'

/**
 * Restores and enables the first row that fits, with the given values, or creates it. Returns its id. A stored
 * row is changed beside `write`: a broken invariant must not refuse its own repair. An `initial` row has no history.
 */
export async function repairRow(
  work: Work,
  name: string,
  which: Fragment,
  valuesOf: (row: Row) => Row,
  created: Row,
  recording: Exclude<Recording, 'pending'> = 'recorded',
): Promise<string> {
  const resource = resourceOf(work.ctx.model, name)
  const row = await firstRow(work, resource, which)
  if (!row) return create(work, resource, created, recording)
  const { queries, ctx, ids } = work
  const id = String(row['id'])
  const before = { ...recordOf(shapeOf(ctx.model, resource, new Set()), row), ...secretsOf(resource, row) }
  const after = { ...before, ...valuesOf(before) }
  const changed = new Set(Object.keys(after).filter(field => !isSame(before[field] ?? null, after[field] ?? null)))
  const isHidden = Number(row['#mark']) !== 0 || Number(before['status']) !== 1
  if (changed.size === 0 && !isHidden) return id
  const table = word(`"${resource.table}"`)
  await runAll(queries, sql`update ${table} set is_deleted = 0, status = 1 where id = ${id}::bigint`)
  await runAll(queries, updateSql(ctx, resource, [{ id, record: after }], changed))
  await record(queries, ctx, resource, [
    {
      id: ids.next(),
      recordId: id,
      version: Number(before['version']) + 1,
      operation: isHidden ? 'restore' : 'update',
      changes: changesBetween(resource, before, after, changed),
    },
  ])
  await rollUp(work, [[resource, [{ before: isHidden ? null : before, after, changed }]]], () => undefined)
  return id
}

async function firstRow({ ctx, queries }: Work, resource: Resource, which: Fragment): Promise<Row | undefined> {
  const columns = word(columnsSql(shapeOf(ctx.model, resource, new Set()), 't'))
  const table = word(`"${resource.table}" t`)
  const [row] = await runAll(
    queries,
    sql`select ${columns}, t.is_deleted as "#mark", to_jsonb(t) as "#stored" from ${table}
      where ${which}${ownTenant(ctx, resource)} order by t.is_deleted, t.id limit 1 for update of t`,
  )
  return row
}

/** The stored digests, which records do not contain. */
const secretsOf = ({ fields }: Resource, row: Row): Row => {
  const stored = row['#stored'] as Row
  return Object.fromEntries(
    fields.filter(field => typeOf(field).secret).map(({ name, column }) => [name, stored[String(column)] ?? null]),
  )
}

async function create(work: Work, resource: Resource, values: Row, recording: Recording): Promise<string> {
  const { ctx, queries, ids } = work
  const id = ids.next()
  const created = await planInitial(work, resource, { id, values })
  // As an initial row, a new account is not refused by the limit of the tenant.
  const [{ after } = created] = await insertInitial(work, resource, [created])
  if (recording === 'initial') return id
  const changes = changesBetween(resource, null, after, created.changed)
  await record(queries, ctx, resource, [{ id: ids.next(), recordId: id, version: 1, operation: 'save', changes }])
  return id
}

/** A list with the values that it must contain. */
export const united = (stored: unknown, needed: readonly string[]): string[] => [
  ...new Set([...[stored ?? []].flat().map(String), ...needed]),
]
