import { typeOf } from '../../fields/index.ts'
import { readSerial, serialOf, serialScope } from '../../fields/serial/pattern.ts'
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
  return completeSerials(queries, ctx, resource, Array<Row>(count).fill({}), where)
}

/** The serial numbers of new records: those that they have, and the next ones of those that have none. */
export async function completeSerials(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  records: readonly Row[],
  where: 'alone' | 'in-transaction' = 'in-transaction',
): Promise<Row[]> {
  const now = wireNow(ctx)
  const completed: Row[] = records.map(() => ({}))
  for (const field of serialsOf(resource)) {
    const lacking = completed.filter((_, index) => (records[index]?.[field.name] ?? null) === null)
    if (lacking.length === 0) continue
    const numbers = await reserveNumbers(queries, ctx, resource, field, now, lacking.length, where)
    for (const [index, one] of lacking.entries()) one[field.name] = numbers[index]
  }
  return completed
}

/** Continues the counters of a serial field after given numbers; numbers of another form have no counter. */
export async function continueAfter(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  field: Field,
  numbers: readonly string[],
): Promise<void> {
  const pattern = typeOf(field).serial?.(field) ?? ''
  const highest = new Map<string, number>()
  for (const number of numbers) {
    const read = readSerial(pattern, number)
    if (read) highest.set(read.scope, Math.max(read.n, highest.get(read.scope) ?? 0))
  }
  const scopes = [...highest.keys()].sort()
  if (scopes.length === 0) return
  const lasts = scopes.map(scope => String(highest.get(scope)))
  await runAll(
    queries,
    sql`insert into engine_serial as s (tenant_id, resource, field, period, last)
      select ${tenantOf(ctx, resource)}::text, ${resource.name}::text, ${field.name}::text, given.period, given.last
      from unnest(${scopes}::text[], ${lasts}::bigint[]) as given(period, last) order by given.period
      on conflict (tenant_id, resource, field, period) do update set last = greatest(s.last, excluded.last)`,
  )
}

const tenantOf = ({ actor }: RequestContext, { shared }: Resource): string => (shared ? '' : actor.tenantId)

/** The fields whose values are serial numbers. */
export const serialsOf = ({ fields }: Resource): readonly Field[] => fields.filter(isSerial)

/** The next `count` values of a serial field at a time, which begins with `YYYY-MM-DD`. */
export async function reserveNumbers(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  field: Field,
  now: string,
  count: number,
  where: 'alone' | 'in-transaction' = 'in-transaction',
): Promise<string[]> {
  const pattern = typeOf(field).serial?.(field) ?? ''
  const key = sql`${tenantOf(ctx, resource)}::text, ${resource.name}::text, ${field.name}::text, ${serialScope(pattern, now)}::text`
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
