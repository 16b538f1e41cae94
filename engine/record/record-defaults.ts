import type { Field, Model, Resource } from '../model/model.ts'
import { compileExpression } from '../rules/compile-expression.ts'
import { type TargetRead, targetsIn } from '../rules/read-targets.ts'
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

/** Whether these fields have other values in one record than in another. */
export const readsOther = (names: readonly string[], record: Values, before: Values): boolean =>
  names.some(name => !isSameValue(record[name] ?? null, before[name] ?? null))

/** Whether a stored value may be replaced by another default: it is empty, or the former default. */
export function mayFollow(context: RecordContext, resource: Resource, one: RecordDefault, before: Values): boolean {
  const value = before[one.field.name]
  return isEmptyValue(value) || isSameValue(value, defaultIn(context, resource, one, before))
}
