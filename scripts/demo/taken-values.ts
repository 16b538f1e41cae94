import { typeOf } from '../../engine/fields/index.ts'
import type { Resource } from '../../engine/model/model.ts'
import { neededFields, type UniqueFields, uniqueSetsOf } from '../../engine/model/unique-sets.ts'
import { isSatisfied } from '../../engine/record/expressions.ts'
import type { RequestContext } from '../../engine/server/auth/request-context.ts'
import { sql, word } from '../../engine/server/database/fragment.ts'
import { runAll } from '../../engine/server/database/run.ts'
import type { Row } from '../../engine/server/database/shape.ts'
import { ownTenant } from '../../engine/server/store/own-tenant.ts'
import { live } from '../../engine/server/store/select.ts'
import type { Work } from '../../engine/server/store/work.ts'

interface TakenSet {
  readonly set: UniqueFields
  readonly keys: Set<string>
}

/** The values of unique fields and sets that records already have. A set of periods is taken as one of its fields. */
export class TakenValues {
  private readonly resource: Resource
  private readonly sets: readonly TakenSet[]

  private constructor(resource: Resource, sets: readonly TakenSet[]) {
    this.resource = resource
    this.sets = sets
  }

  /** Reads the values that stored records have; those of a set with `where`, from the records that are known. */
  static async read({ ctx, queries }: Work, resource: Resource, known: readonly Row[]): Promise<TakenValues> {
    const sets: TakenSet[] = []
    for (const set of uniqueSetsOf(resource).filter(({ fields }) => !fields.some(field => typeOf(field).given))) {
      const columns = set.fields.map(({ column }, at) => `t."${column}" as n${at}`).join(', ')
      const stored = sql`select ${word(columns)} from ${word(`"${resource.table}" t`)} where ${live('t')}${ownTenant(ctx, resource)}`
      const valuesOf = (row: Row) => set.fields.map((field, at) => typeOf(field).fromColumn(row[`n${at}`], field))
      const values =
        set.where === undefined
          ? (await runAll(queries, stored)).map(valuesOf)
          : known.filter(record => takesPart(ctx, resource, set, record)).map(record => valuesIn(set, record))
      sets.push({ set, keys: new Set(values.map(keyOf)) })
    }
    return new TakenValues(resource, sets)
  }

  /** The set of which another record has the values. */
  clash(ctx: RequestContext, record: Row): UniqueFields | undefined {
    const isTaken = ({ set, keys }: TakenSet) =>
      keys.has(keyOf(valuesIn(set, record))) && takesPart(ctx, this.resource, set, record)
    return this.sets.find(isTaken)?.set
  }

  add(ctx: RequestContext, record: Row): void {
    for (const { set, keys } of this.sets)
      if (takesPart(ctx, this.resource, set, record)) keys.add(keyOf(valuesIn(set, record)))
  }
}

const valuesIn = ({ fields }: UniqueFields, record: Row): unknown[] => fields.map(({ name }) => record[name])

const keyOf = (values: readonly unknown[]): string => JSON.stringify(values.map(value => String(value)))

const takesPart = (ctx: RequestContext, resource: Resource, set: UniqueFields, record: Row): boolean =>
  neededFields(set).every(({ name }) => (record[name] ?? null) !== null) &&
  (set.where === undefined || isSatisfied(ctx, resource, set.where, record) === true)
