import { lineResource } from '../../fields/traits.ts'
import type { Field, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { targetIds, targetReads } from '../../record/target-reads.ts'
import type { Lookups } from '../../rules/run.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, recordOf, shapeOf } from '../database/shape.ts'
import { rolledUpValue } from './derived.ts'
import { ownTenant } from './own-tenant.ts'
import { columnsSql } from './select.ts'
import type { Work } from './work.ts'

type Reading = Pick<Work, 'ctx' | 'queries'>

/** The maximum number of records of one resource that a statement reads. */
const atOnce = 1000

/**
 * Records of references, for expressions that read their fields. An evaluation notes those that it lacks; they are
 * loaded by one statement for each resource, and the evaluation is repeated.
 */
export class TargetRecords implements Lookups {
  private readonly known = new Map<string, Row | null>()
  private readonly lacking = new Map<string, Set<string>>()
  private readonly values = new Map<string, unknown>()
  private readonly awaited = new Map<string, (work: Reading) => Promise<unknown>>()

  record(resource: string, id: bigint): Row | undefined {
    const found = this.known.get(`${resource} ${id}`)
    if (found === undefined) this.lacking.set(resource, (this.lacking.get(resource) ?? new Set()).add(String(id)))
    return found ?? undefined
  }

  /** Trees are read by the database only. */
  isBelow(): null {
    return null
  }

  /** The value that a field has by the related records of a changed record. */
  rolledUp(resource: Resource, field: Field, names: readonly string[], record: Row): unknown {
    const key = JSON.stringify([resource.name, field.name, record['id'], names.map(name => record[name] ?? null)])
    const copy = { ...record }
    return this.value(key, work => rolledUpValue(work, resource, field, copy))
  }

  /** A value that the database determines; null until it is read. */
  value(key: string, read: (work: Reading) => Promise<unknown>): unknown {
    if (!this.values.has(key)) this.awaited.set(key, read)
    return this.values.get(key) ?? null
  }

  /** Loads the records and computes the values that evaluations lacked; false if there are none. */
  async complete(work: Reading): Promise<boolean> {
    const [lacking, awaited] = [[...this.lacking], [...this.awaited]]
    this.lacking.clear()
    this.awaited.clear()
    for (const [key, read] of awaited) this.values.set(key, await read(work))
    for (const [resource, ids] of lacking) await this.load(work, resource, [...ids])
    return lacking.length + awaited.length > 0
  }

  /** Loads records in the tenant, deleted ones too, without the conditions of the actor. */
  async load({ ctx, queries }: Reading, resource: string, ids: readonly string[]): Promise<void> {
    const wanted = ids.filter(id => /^\d{1,18}$/.test(id) && !this.known.has(`${resource} ${id}`))
    for (const id of ids) if (!this.known.has(`${resource} ${id}`)) this.known.set(`${resource} ${id}`, null)
    for (let from = 0; from < wanted.length; from += atOnce) {
      const rows = await readInTenant(
        { ctx, queries },
        resourceOf(ctx.model, resource),
        wanted.slice(from, from + atOnce),
      )
      for (const row of rows) this.known.set(`${resource} ${row['id']}`, row)
    }
  }
}

/** The result of an evaluation whose expressions may read records of references. */
export async function withTargets<Result>(
  work: Reading,
  evaluation: (ctx: RequestContext) => Result | Promise<Result>,
): Promise<Result> {
  const targets = work.ctx.targets instanceof TargetRecords ? work.ctx.targets : new TargetRecords()
  const ctx = work.ctx.withTargets(targets)
  for (;;) {
    const outcome = await attempt(() => evaluation(ctx))
    // The first attempt may have refused what it could not read.
    if (await targets.complete(work)) continue
    if ('error' in outcome) throw outcome.error
    return outcome.result
  }
}

async function attempt<Result>(
  evaluation: () => Result | Promise<Result>,
): Promise<{ readonly result: Result } | { readonly error: unknown }> {
  try {
    return { result: await evaluation() }
  } catch (error) {
    return { error }
  }
}

/** The work in a context with the records that the references of many records name; one statement for each resource. */
export async function withTargetsOf<Some extends Reading>(
  work: Some,
  resource: Resource,
  records: Iterable<Row>,
): Promise<Some> {
  const wanted = targetIds(work.ctx.model, resource, records)
  if (wanted.size === 0) return work
  const targets = new TargetRecords()
  for (const [name, ids] of wanted) await targets.load(work, name, [...ids])
  return { ...work, ctx: work.ctx.withTargets(targets) }
}

/** The work in a context with the records, up to 5,000 of each resource, that new records of a resource may refer to. */
export async function withAllTargets<Some extends Reading>(work: Some, resource: Resource): Promise<Some> {
  const { model } = work.ctx
  const lines = resource.fields.flatMap(field => lineResource(field, model) ?? [])
  const names = new Set([resource, ...lines].flatMap(one => targetReads(model, one).map(({ target }) => target)))
  if (names.size === 0) return work
  const targets = new TargetRecords()
  for (const name of names) {
    const of = resourceOf(model, name)
    const ids = sql`select t."id"::text as id from ${word(`"${of.table}" t`)} where true${ownTenant(work.ctx, of)} order by t."id" limit 5000`
    const rows = await runAll(work.queries, ids)
    await targets.load(
      work,
      name,
      rows.map(({ id }) => String(id)),
    )
  }
  return { ...work, ctx: work.ctx.withTargets(targets) }
}

/** The values of records in the tenant, deleted ones too, among those of a condition. */
export async function readInTenant(
  { ctx, queries }: Pick<Work, 'ctx' | 'queries'>,
  of: Resource,
  ids: readonly string[],
  among: Fragment = word('true'),
): Promise<Row[]> {
  const shape = shapeOf(ctx.model, of, new Set())
  const table = word(`"${of.table}" t`)
  const rows = await runAll(
    queries,
    sql`select ${word(columnsSql(shape, 't'))} from ${table} where t."id" = any(${ids}::bigint[]) and ${among}${ownTenant(ctx, of)}`,
  )
  return rows.map(row => recordOf(shape, row))
}
