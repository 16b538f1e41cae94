import type { Field, Model, Resource } from '../model/model.ts'
import { compileExpression } from '../rules/compile-expression.ts'
import { type TargetRead, targetsIn } from '../rules/read-targets.ts'
import { compute, computedOf } from './compute.ts'
import { isEmptyValue } from './empty-value.ts'
import { type RecordContext, scopeAt, valueFor } from './expressions.ts'
import { isSameValue } from './merge-record.ts'

type Values = Readonly<Record<string, unknown>>

/** A field whose default reads the record, or records of its references. */
export interface RecordDefault {
  readonly field: Field
  /** The fields of the record that it reads. */
  readonly reads: readonly string[]
  /** The fields of other records that it reads. */
  readonly targets: readonly TargetRead[]
}

// By the fields, which a dialog's resource has for itself although it has the name of the record's.
const known = new WeakMap<Model, WeakMap<readonly Field[], readonly RecordDefault[]>>()

/** The fields of a resource whose defaults read its records. */
export function recordDefaults(model: Model, resource: Resource): readonly RecordDefault[] {
  const ofModel = known.get(model) ?? new WeakMap<readonly Field[], readonly RecordDefault[]>()
  known.set(model, ofModel)
  const found = ofModel.get(resource.fields) ?? resource.fields.flatMap(field => recordDefault(model, resource, field))
  ofModel.set(resource.fields, found)
  return found
}

function recordDefault(model: Model, resource: Resource, field: Field): RecordDefault[] {
  if (field.defaultExpression === undefined) return []
  const compiled = compileExpression(field.defaultExpression, scopeAt(model, resource, {}))
  if ('fault' in compiled || compiled.expression.reads.length === 0) return []
  return [{ field, reads: compiled.expression.reads, targets: targetsIn(compiled.expression.term) }]
}

/** The value that a default gives a record; null where it is unknown. */
export const defaultIn = (
  context: RecordContext,
  resource: Resource,
  { field }: RecordDefault,
  record: Values,
): unknown => valueFor(context, resource, field, field.defaultExpression ?? '', record) ?? null

/** Whether a default reads other values of one record than of another. */
export const readsOther = ({ reads }: RecordDefault, record: Values, before: Values): boolean =>
  reads.some(name => !isSameValue(record[name] ?? null, before[name] ?? null))

/**
 * The record with the defaults that read it: in a new one, of all fields without input; in a stored one, of those
 * without input whose default reads a changed field, if they are empty or still have the former default. The same
 * record if nothing changed.
 */
export function withRecordDefaults(
  context: RecordContext,
  resource: Resource,
  before: Values | null,
  record: Values,
  isOpen: (one: RecordDefault) => boolean,
): Values {
  const open = recordDefaults(context.model, resource).filter(isOpen)
  let next = record
  // As many rounds as there are defaults are enough for any order in which they read one another.
  for (const _ of open) {
    const computed = compute(context, resource, computedOf(resource), next)
    const filled = { ...next }
    for (const one of open) {
      const { name } = one.field
      if (before && !(readsOther(one, computed, before) && mayFollow(context, resource, one, before))) continue
      filled[name] = defaultIn(context, resource, one, { ...computed, ...filled })
    }
    if (open.every(({ field: { name } }) => isSameValue(filled[name] ?? null, next[name] ?? null))) break
    next = filled
  }
  return next
}

/** Whether a stored value may be replaced by another default: it is empty, or the former default. */
function mayFollow(context: RecordContext, resource: Resource, one: RecordDefault, before: Values): boolean {
  const value = before[one.field.name]
  return isEmptyValue(value) || isSameValue(value, defaultIn(context, resource, one, before))
}
