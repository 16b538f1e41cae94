import type { Field, Model, Order, Resource } from '../../model/model.ts'
import { listOrder } from '../../model/order.ts'
import { ofOption, textOption } from '../options.ts'
import { isReference } from '../traits.ts'

/** The records of a related field: those of a resource whose reference names the record. */
export interface RelatedRecords {
  readonly of: Resource
  readonly by: Field
  /** CEL over such a record (`it.`) and the record to which it refers. */
  readonly where?: string
  readonly sort: Order
}

/** The references of a resource to another, by which its records can be related. */
export const referencesTo = (of: Resource, name: string): readonly Field[] =>
  of.fields.filter(field => isReference(field) && field.column !== undefined && field.options['of'] === name)

/** The records of a related field; undefined where the Model lacks their resource or the reference. */
export function relatedRecords(model: Model, field: Field): RelatedRecords | undefined {
  const name = ofOption(field)
  const of = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
  const by = of?.fields.find(one => one.name === field.options['by'])
  if (!of || !by) return undefined
  const [where, sort] = [textOption(field, 'where'), textOption(field, 'sort')]
  return { of, by, ...(where !== undefined && { where }), sort: listOrder(of, sort) }
}
