import type { Field, Resource } from '../model/model.ts'
import { keyedDisplay } from './display-key.ts'
import { typeOf } from './index.ts'
import { isMany } from './options.ts'
import { isDictionary, isReference, isSerial } from './traits.ts'

/** Chinese search covers display fields and the text fields of the list's search. */
export function isSearched(resource: Resource, field: Field): boolean {
  const named = field.name === resource.display || resource.list.search.includes(field.name)
  return named && typeOf(field).operators[0] === 'contains' && !typeOf(field).markup
}

/** Whether an index finds the values that begin with a text: numbers are read aloud and typed from their beginning. */
export const hasPrefixIndex = (field: Field): boolean => isSerial(field)

/** Whether an index has the rows in the order of a field. */
export const hasIndexedOrder = (resource: Resource, field: Field): boolean =>
  field.name === 'id' ||
  field.name === resource.sort.field ||
  field.name === keyedDisplay(resource)?.name ||
  field.index === true ||
  field.unique === true

/** Fields with an index of their own, and those that the index of the list's order includes. */
export const hasIndexedValues = (resource: Resource, field: Field): boolean =>
  hasIndexedOrder(resource, field) ||
  field.name === resource.lifecycle?.field ||
  (isDictionary(field) && !isMany(field) && resource.list.search.includes(field.name))

/** Whether an index finds the rows with a value of the field, or in a range of values. */
export const hasRangeIndex = (resource: Resource, field: Field): boolean =>
  hasIndexedValues(resource, field) || (isReference(field) && !isMany(field) && resource.fields.includes(field))
