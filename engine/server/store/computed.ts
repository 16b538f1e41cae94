import { typeOf } from '../../fields/index.ts'
import type { Field, Resource } from '../../model/model.ts'
import type { Asking } from './asking.ts'
import { valueFor } from './expressions.ts'
import type { Row, Shape } from './shape.ts'

/** Adds to records read what is computed and has no column. */
export function withComputed(asking: Asking, { resource, computed }: Shape, records: Row[]): Row[] {
  if (computed.length > 0) for (const record of records) compute(asking, resource, computed, record)
  return records
}

/** Works out the computed values of a record, which may build on one another. */
export function compute(asking: Asking, resource: Resource, fields: readonly Field[], record: Row): void {
  // As many rounds as there are fields settle any order of them; the compiler refuses circles.
  for (let round = 0; round < fields.length; round++) {
    let changed = false
    for (const field of fields) {
      const value = valueFor(asking, resource, field, String(field.compute), record)
      if (record[field.name] === value) continue
      record[field.name] = value
      changed = true
    }
    if (!changed) return
  }
}

/** The computed fields of a resource, with a column or without. */
export const computedOf = (resource: Resource): readonly Field[] =>
  resource.fields.filter(field => field.compute !== undefined && typeOf(field).lines === undefined)
