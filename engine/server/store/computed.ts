import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { compute } from '../../record/compute.ts'
import { computedFromTargets } from '../../record/target-reads.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { columnOf, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row, Shape } from '../database/shape.ts'
import { ownTenant } from './own-tenant.ts'
import { seenSql } from './select.ts'
import { withTargets } from './target-records.ts'
import type { Work } from './work.ts'

type Reading = Pick<Work, 'ctx' | 'queries'>

/** Records that were read, with the computed values that have no column. */
export async function withComputed(work: Reading, { resource, computed }: Shape, records: Row[]): Promise<Row[]> {
  if (computed.length === 0 || records.length === 0) return records
  const names = computedFromTargets(work.ctx.model, resource).flatMap(({ reference, list }) =>
    list ? [] : (reference ?? []),
  )
  const whole = await withStoredReferences(work, resource, records, names)
  return withTargets(work, ctx =>
    records.map((record, at) => {
      const values = compute(ctx, resource, computed, whole[at] ?? record)
      return { ...record, ...Object.fromEntries(computed.map(({ name }) => [name, values[name] ?? null])) }
    }),
  )
}

/**
 * The records with the references that read as null because the actor does not see their records: a value that reads a
 * field of such a record is as restricted as the field, not as the record.
 */
export async function withStoredReferences(
  work: Reading,
  resource: Resource,
  records: readonly Row[],
  names: readonly string[],
): Promise<readonly Row[]> {
  const { ctx, queries } = work
  const columns = invisibleColumns(ctx, resource, names)
  if (columns.length === 0) return records
  const ids = records.map(({ id }) => String(id))
  const read = word(columns.map(({ name, column }) => `${columnOf('t', column)}::text as "${name}"`).join(', '))
  const rows = await runAll(
    queries,
    sql`select t."id"::text as "#id", ${read} from ${word(`"${resource.table}" t`)} where t."id" = any(${ids}::bigint[])${ownTenant(ctx, resource)}`,
  )
  const stored = new Map(rows.map(({ '#id': id, ...values }) => [String(id), values]))
  return records.map(record => {
    const values = Object.entries(stored.get(String(record['id'])) ?? {})
    // A reference that is hidden from the actor is not part of the record.
    return { ...record, ...Object.fromEntries(values.filter(([name]) => Object.hasOwn(record, name))) }
  })
}

/** The references through which computed fields read, of whose records the actor sees some only. */
function invisibleColumns(ctx: RequestContext, resource: Resource, names: readonly string[]) {
  return [...new Set(names)].flatMap(name => {
    const field = fieldOf(resource, name)
    return field?.column && seenSql(ctx, field, 't') ? [{ name: field.name, column: field.column }] : []
  })
}
