import { fault, faultMessage } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import {
  filledPattern,
  longestSerial,
  readSerial,
  type SerialPart,
  serialOf,
  serialParts,
  serialScope,
} from '../../fields/serial/pattern.ts'
import { isSerial } from '../../fields/traits.ts'
import { idOf } from '../../model/ids.ts'
import type { Field, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { type RequestContext, transmittedNow } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, referenceOf } from '../database/shape.ts'
import { tenantKey } from '../database/tenancy.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { readInTenant } from './target-records.ts'

/**
 * The next value of each serial field of new records. Outside a transaction they are allocated before the record is
 * stored and are not reused: a refused record leaves a gap, and no request waits for the transaction of another.
 */
export async function reserveSerials(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  records: readonly Row[],
  where: 'alone' | 'in-transaction' = 'in-transaction',
): Promise<Row[]> {
  const none = Object.fromEntries(serialsOf(resource).map(({ name }) => [name, null]))
  const without = records.map(record => ({ ...record, ...none }))
  return completeSerials(queries, ctx, resource, without, where)
}

/** The serial numbers of new records: those that they have, and the next ones of those that have none. */
export async function completeSerials(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  records: readonly Row[],
  where: 'alone' | 'in-transaction' = 'in-transaction',
): Promise<Row[]> {
  const now = transmittedNow(ctx)
  const all = records.map(record => ({ record, completed: {} as Row }))
  for (const field of serialsOf(resource)) {
    const lacking = all.filter(({ record }) => (record[field.name] ?? null) === null)
    if (lacking.length === 0) continue
    const without = lacking.map(({ record }) => record)
    const numbers = await reserveNumbers(queries, ctx, resource, field, without, () => now, where)
    for (const [index, { completed }] of lacking.entries()) completed[field.name] = numbers[index]
  }
  return all.map(({ completed }) => completed)
}

/** Continues the counters of a serial field after given numbers; numbers of another form have no counter. */
export async function continueAfter(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  field: Field,
  numbers: readonly string[],
): Promise<void> {
  const pattern = patternOf(field)
  const highest = new Map<string, number>()
  for (const number of numbers) {
    const read = readSerial(pattern, number)
    if (read) highest.set(read.scope, Math.max(read.n, highest.get(read.scope) ?? 0))
  }
  await moveCounters(queries, ctx, resource, field, highest, 'raise')
}

const patternOf = (field: Field): string => typeOf(field).serial?.(field) ?? ''

/** The fields whose values are serial numbers. */
export const serialsOf = ({ fields }: Resource): readonly Field[] => fields.filter(isSerial)

/** The next values of a serial field for records, at a time of each that begins with `YYYY-MM-DD`. */
export async function reserveNumbers(...input: Parameters<typeof nextNumbers>): Promise<string[]> {
  return (await nextNumbers(...input)).map(number => {
    if (number instanceof Refusal) throw number
    return number
  })
}

/** The next values of a serial field; a refusal for each that is too long or lacks the text of another record. */
export async function nextNumbers(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  field: Field,
  records: readonly Row[],
  timeOf: (record: Row) => string,
  where: 'alone' | 'in-transaction' = 'in-transaction',
): Promise<(string | Refusal)[]> {
  const patterns = await patternsOf(queries, ctx, resource, field, records)
  const scopes = records.map((record, index) => {
    const pattern = patterns[index] ?? ''
    return pattern instanceof Refusal ? pattern : serialScope(pattern, timeOf(record))
  })
  const counts = new Map<string, number>()
  for (const scope of scopes) if (!(scope instanceof Refusal)) counts.set(scope, (counts.get(scope) ?? 0) + 1)
  const lasts = await moveCounters(queries, ctx, resource, field, counts, 'add', where)
  const used = new Map([...lasts].map(([scope, last]) => [scope, last - (counts.get(scope) ?? 0)]))
  return scopes.map(scope => {
    if (scope instanceof Refusal) return scope
    const n = (used.get(scope) ?? 0) + 1
    used.set(scope, n)
    // The scope has no more dates.
    const number = serialOf(scope, '', n)
    if (number.length <= longestSerial) return number
    return refuse.input({ [field.name]: faultMessage(fault('length.long', { limit: longestSerial }), field.title) })
  })
}

/** Adds numbers to the counters of a serial field, or raises the counters to them, by scope. Returns the last values. */
async function moveCounters(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  field: Field,
  numbers: ReadonlyMap<string, number>,
  how: 'add' | 'raise',
  where: 'alone' | 'in-transaction' = 'in-transaction',
): Promise<ReadonlyMap<string, number>> {
  if (numbers.size === 0) return new Map()
  const scopes = [...numbers.keys()]
  const given = sql`unnest(${scopes}::text[], ${[...numbers.values()].map(String)}::bigint[]) as given(period, last)`
  // In one order, so that no two transactions wait for each other.
  const insert = sql`insert into engine_serial as s (tenant_id, resource, field, period, last)
    select ${tenantKey(resource, ctx.actor.tenantId)}::text, ${idOf(resource)}::text, ${idOf(field)}::text, given.period, given.last
    from ${where === 'alone' ? sql`unhurried, ${given}` : given} order by given.period
    on conflict (tenant_id, resource, field, period)
    do update set last = ${word(how === 'add' ? 's.last + excluded.last' : 'greatest(s.last, excluded.last)')}
    returning period, last`
  const rows = await runAll(
    queries,
    where === 'alone' ? sql`with unhurried as materialized (${unhurried}) ${insert}` : insert,
  )
  return new Map(rows.map(({ period, last }) => [String(period), Number(last)]))
}

/** The pattern of each record, with the texts of the records to which it refers; a refusal where one has none. */
async function patternsOf(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  field: Field,
  records: readonly Row[],
): Promise<(string | Refusal)[]> {
  const pattern = patternOf(field)
  const parts = serialParts(pattern)
  const referred = new Map<string, Row>()
  for (const reference of new Set(parts.map(part => part.reference))) {
    const by = fieldOf(resource, reference)
    const [target] = by ? referenceOf(ctx.model, by) : []
    const ids = [...new Set(records.flatMap(record => record[reference] ?? []).map(String))]
    if (!target || ids.length === 0) continue
    for (const row of await readInTenant({ ctx, queries }, target.of, ids))
      referred.set(`${reference} ${row['id']}`, row)
  }
  return records.map(record => {
    const textOf = ({ reference, field: name }: SerialPart) => referred.get(`${reference} ${record[reference]}`)?.[name]
    const without = parts.find(part => (textOf(part) ?? null) === null)
    return without ? noSuchRecord(resource, without.reference) : filledPattern(pattern, part => String(textOf(part)))
  })
}

function noSuchRecord(resource: Resource, reference: string): Refusal {
  const title = fieldOf(resource, reference)?.title ?? { zh: reference, en: reference }
  return refuse.input({ [reference]: faultMessage(fault('value.select-correct'), title) })
}

/**
 * The counter's lock is not held during a disk flush (seven times the saves per second). It is safe: the log is written
 * in order, so that a record on the disk has its number there before it.
 */
const unhurried = word(`select set_config('synchronous_commit', 'off', true)`)
