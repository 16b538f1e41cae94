import type { Model, Resource } from '../../engine/model/model.ts'
import { resourceOf } from '../../engine/model/names.ts'
import { ownerColumn } from '../../engine/model/owner.ts'
import { fieldOf } from '../../engine/model/system-fields.ts'
import { expressionOf } from '../../engine/record/expressions.ts'
import { test } from '../../engine/rules/evaluate.ts'
import { candidatesBy } from '../../engine/server/auth/expressions.ts'
import { type Fragment, sql, word } from '../../engine/server/database/fragment.ts'
import { runAll } from '../../engine/server/database/run.ts'
import { type Row, recordOf, shapeOf } from '../../engine/server/database/shape.ts'
import { ownTenant } from '../../engine/server/store/own-tenant.ts'
import { columnsSql, live } from '../../engine/server/store/select.ts'
import type { Work } from '../../engine/server/store/work.ts'

/** A record to which others may refer. */
export interface KnownRecord {
  readonly id: string
  readonly ownerId: string | null
  readonly record: Row
}

/** The stored and the newly generated records of one resource. */
export interface Pool {
  readonly all: KnownRecord[]
  readonly byOwner: Map<string, KnownRecord[]>
  readonly byId: Map<string, KnownRecord>
  /** By each unique text and by display value. */
  readonly byText: Map<string, KnownRecord>
}

const most = 50_000
const nothing: ReadonlySet<string> = new Set()

/** The records to which new rows may refer, read once from the database. */
export class Pools {
  private readonly work: Work
  private readonly pools = new Map<string, Pool>()
  private readonly byResource = new Map<string, Pool[]>()

  constructor(work: Work) {
    this.work = work
  }

  /** Reads the pool of a resource, or those of its records for which a CEL over `it` is true. */
  async load(by: Resource, of: Resource, among?: string): Promise<void> {
    const key = keyOf(of.name, among)
    if (this.pools.has(key)) return
    const whole = this.pools.get(of.name)
    const known = whole && among !== undefined && whole.all.length < most
    const where = among === undefined ? word('true') : candidatesBy(this.work.ctx, by, of, among, {}, 't')
    this.fill(key, of, known ? whole.all.filter(one => this.fits(by, of, among, one)) : await this.select(of, where))
  }

  private fill(key: string, of: Resource, found: readonly KnownRecord[]): void {
    const pool: Pool = { all: [], byOwner: new Map(), byId: new Map(), byText: new Map() }
    this.pools.set(key, pool)
    this.byResource.set(of.name, [...(this.byResource.get(of.name) ?? []), pool])
    for (const one of found) addTo(pool, of, one)
  }

  /** Reads the records whose display value is one of the texts. */
  async loadNamed(of: Resource, texts: readonly string[]): Promise<void> {
    const field = fieldOf(of, of.display)
    const key = keyOf(of.name, `named ${texts.join()}`)
    if (texts.length === 0 || !field?.column || this.pools.has(of.name) || this.pools.has(key)) return
    this.fill(key, of, await this.select(of, sql`${word(`t."${field.column}"`)} = any(${texts}::text[])`))
  }

  pool(of: string, among?: string): Pool {
    const pool = this.pools.get(keyOf(of, among))
    if (!pool) throw new Error(`The pool of "${of}" was not loaded.`)
    return pool
  }

  /** A record by its id or by its display value, among all that were read of its resource. */
  find(of: string, text: string, by: 'byId' | 'byText'): KnownRecord | undefined {
    for (const pool of this.byResource.get(of) ?? []) {
      const found = pool[by].get(text)
      if (found) return found
    }
    return undefined
  }

  /** Adds a newly generated record if a pool of its resource is in use. */
  add(of: Resource, known: KnownRecord): void {
    const pool = this.pools.get(of.name)
    if (pool) addTo(pool, of, known)
  }

  private fits(by: Resource, of: Resource, among: string, { record }: KnownRecord): boolean {
    const { ctx } = this.work
    return test(expressionOf(ctx.model, by, among, { it: of }), { it: record, me: ctx.me }, ctx.clock) === true
  }

  private async select(of: Resource, where: Fragment): Promise<KnownRecord[]> {
    const { ctx, queries } = this.work
    const shape = shapeOf(ctx.model, of, nothing)
    // Lines have the owner of their master.
    const owner = of.partOf && isOwned(ctx.model, of.name) ? ', t."owner_id"::text as "#owner"' : ''
    const rows = await runAll(
      queries,
      sql`select ${word(columnsSql(shape, 't') + owner)} from ${word(`"${of.table}" t`)} where ${live('t')}${ownTenant(ctx, of)} and ${where} order by t."id" limit ${word(String(most))}`,
    )
    return rows.map(row => {
      const known = knownRecordOf(of, recordOf(shape, row))
      return owner === '' ? known : { ...known, ownerId: row['#owner'] == null ? null : String(row['#owner']) }
    })
  }
}

/** A record as a reference target. */
export function knownRecordOf(of: Resource, record: Row): KnownRecord {
  const owner = of.owner === undefined ? undefined : record[of.owner]
  return { id: String(record['id']), ownerId: owner == null ? null : String(owner), record }
}

/** Whether rows of a resource have owners and are not owners themselves. */
export const isOwned = (model: Model, name: string): boolean =>
  ownerColumn(model, resourceOf(model, name)) === 'owner_id'

const keyOf = (of: string, among: string | undefined) => (among === undefined ? of : `${of} ${among}`)

function addTo(pool: Pool, of: Resource, known: KnownRecord): void {
  pool.all.push(known)
  pool.byId.set(known.id, known)
  if (known.ownerId !== null) {
    const own = pool.byOwner.get(known.ownerId)
    if (own) own.push(known)
    else pool.byOwner.set(known.ownerId, [known])
  }
  for (const field of of.fields) {
    const text = known.record[field.name]
    const isName = field.unique || field.name === of.display
    if (isName && typeof text === 'string' && fieldOf(of, field.name)) pool.byText.set(text, known)
  }
}
