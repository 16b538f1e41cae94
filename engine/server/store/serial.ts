import { typeOf } from '../../fields/index.ts'
import { serialOf, serialScope } from '../../fields/serial/pattern.ts'
import { isSerial } from '../../fields/traits.ts'
import type { Field, Resource } from '../../model/model.ts'
import { type RequestContext, wireNow } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'

/**
 * The next `count` values of each serial field of a resource. Outside a transaction they are allocated before the
 * record is stored and are not reused: a refused record leaves a gap, and no request waits for the transaction of
 * another.
 */
export async function reserveSerials(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  count: number,
  where: 'alone' | 'in-transaction' = 'in-transaction',
): Promise<Row[]> {
  const records: Row[] = Array.from({ length: count }, () => ({}))
  if (count === 0) return records
  const now = wireNow(ctx)
  for (const field of serialsOf(resource)) {
    const numbers = await reserveNumbers(queries, ctx, resource, field, now, count, where)
    for (const [index, record] of records.entries()) record[field.name] = numbers[index]
  }
  return records
}

/** The fields whose values are serial numbers. */
export const serialsOf = ({ fields }: Resource): readonly Field[] => fields.filter(isSerial)

/** The next `count` values of a serial field at a time, which begins with `YYYY-MM-DD`. */
export async function reserveNumbers(
  queries: Queries,
  { actor }: RequestContext,
  resource: Resource,
  field: Field,
  now: string,
  count: number,
  where: 'alone' | 'in-transaction' = 'in-transaction',
): Promise<string[]> {
  const pattern = typeOf(field).serial?.(field) ?? ''
  const tenant = resource.shared ? '' : actor.tenantId
  const key = sql`${tenant}::text, ${resource.name}::text, ${field.name}::text, ${serialScope(pattern, now)}::text`
  const insert = sql`insert into engine_serial as s (tenant_id, resource, field, period, last) select ${key}, ${count}::bigint`
  const counted = sql`on conflict (tenant_id, resource, field, period) do update set last = s.last + excluded.last returning last`
  const statement =
    where === 'in-transaction'
      ? sql`${insert} ${counted}`
      : sql`with unhurried as materialized (${unhurried}) ${insert} from unhurried ${counted}`
  const [row] = await runAll(queries, statement)
  const last = Number(row?.['last'])
  return Array.from({ length: count }, (_, index) => serialOf(pattern, now, last - count + 1 + index))
}

/**
 * The counter's lock is not held during a disk flush (seven times the saves per second). It is safe: the log is written
 * in order, so that a record on the disk has its number there before it.
 */
const unhurried = word(`select set_config('synchronous_commit', 'off', true)`)
