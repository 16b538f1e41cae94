import { type RelatedRecords, relatedRecords } from '../fields/related/rows.ts'
import { isRelated } from '../fields/traits.ts'
import type { Field, Model, Resource } from '../model/model.ts'
import { perModel } from '../model/per-model.ts'
import { listsIn } from '../rules/term.ts'
import { expressionOf, type RecordContext, valueFor } from './expressions.ts'

/** A stored value of related records, and one of the lists that it reads. */
export interface RollUp {
  /** The resource of the value, and its field. */
  readonly resource: Resource
  readonly field: Field
  /** The name of the list, and its records. */
  readonly list: string
  readonly records: RelatedRecords
  /** The fields of a related record that it reads: the reference, those of `where`, and those that are aggregated. */
  readonly reads: ReadonlySet<string>
  /** The fields of its own record that `where` reads. */
  readonly readsOwn: readonly string[]
}

const all = perModel<ReadonlyMap<string, readonly RollUp[]>>()

/** The stored values that count the records of a resource. */
export const rollUpsOver = (model: Model, of: Resource): readonly RollUp[] =>
  all(model, '', () => {
    const found = new Map<string, RollUp[]>()
    for (const rollUp of Object.values(model.resources).flatMap(resource => rollUpsOf(model, resource))) {
      const { name } = rollUp.records.of
      found.set(name, [...(found.get(name) ?? []), rollUp])
    }
    return found
  }).get(of.name) ?? []

const own = perModel<readonly RollUp[]>()

/** The stored values of a resource that count other records. */
export const rollUpsOf = (model: Model, resource: Resource): readonly RollUp[] =>
  own(model, resource.name, () =>
    resource.fields
      .filter(({ rolledUp }) => rolledUp)
      .flatMap(field =>
        [...listsIn(expressionOf(model, resource, String(field.compute)).term)].flatMap(([name, aggregated]) => {
          const list = resource.fields.find(one => one.name === name)
          const records = list && relatedRecords(model, list)
          return records ? [rollUpOf(model, { resource, field, list: name, records }, aggregated)] : []
        }),
      ),
  )

function rollUpOf(
  model: Model,
  found: Pick<RollUp, 'resource' | 'field' | 'list' | 'records'>,
  aggregated: ReadonlySet<string>,
): RollUp {
  const { of, by, where } = found.records
  const which = where === undefined ? undefined : expressionOf(model, found.resource, where, { it: of })
  return { ...found, reads: new Set([by.name, ...aggregated, ...(which?.readsIt ?? [])]), readsOwn: which?.reads ?? [] }
}

/** The value of a stored field that counts related records, where there are none, as for a new record. */
export function valueOfNone(context: RecordContext, resource: Resource, field: Field): unknown {
  const none = Object.fromEntries(resource.fields.filter(isRelated).map(({ name }) => [name, []]))
  return valueFor(context, resource, field, String(field.compute), none) ?? null
}
