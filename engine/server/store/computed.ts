import { typeOf } from '../../fields/index.ts'
import type { Field, Resource } from '../../model/model.ts'
import { valueFor } from '../auth/expressions.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row, Shape } from '../database/shape.ts'

/** Adds the computed values without a column to records that were read. */
export function withComputed(ctx: RequestContext, { resource, computed }: Shape, records: Row[]): Row[] {
  if (computed.length > 0) for (const record of records) compute(ctx, resource, computed, record)
  return records
}

/** Computes the computed values of a record, which may depend on one another. */
export function compute(ctx: RequestContext, resource: Resource, fields: readonly Field[], record: Row): void {
  // As many rounds as there are fields are enough for any order of them. The compiler refuses cycles.
  for (let round = 0; round < fields.length; round++) {
    let changed = false
    for (const field of fields) {
      const value = valueFor(ctx, resource, field, String(field.compute), record)
      if (record[field.name] === value) continue
      record[field.name] = value
      changed = true
    }
    if (!changed) return
  }
}

/** The computed fields of a resource, with or without a column. */
export const computedOf = (resource: Resource): readonly Field[] =>
  resource.fields.filter(field => field.compute !== undefined && typeOf(field).lines === undefined)
