import type { Field, Resource } from '../model/model.ts'
import type { StoredField } from '../model/system-fields.ts'
import { isUnique } from '../model/unique-sets.ts'
import { typeOf } from './index.ts'
import { isMany } from './options.ts'
import { isDictionary, isReference } from './traits.ts'

/** Whether a value of a field identifies a record in a file: one that no other record has, or the display text. */
export const identifies = ({ display }: Resource, field: Field): boolean =>
  field.column !== undefined &&
  !isMany(field) &&
  !isDictionary(field) &&
  !isReference(field) &&
  (isUnique(field) || typeOf(field).given === true || (field.name === display && field.rule === 'string'))

/** Types of unique values by which a file names records. */
const namingRules: readonly unknown[] = ['string', 'int', 'decimal', 'date', 'google.protobuf.Timestamp']

/** The fields by whose values a file names records, in references: unique ones, and the display field if it is a text. */
export const namingFields = (resource: Resource): readonly StoredField[] =>
  resource.fields.filter(
    (field): field is StoredField =>
      identifies(resource, field) &&
      namingRules.includes(field.rule) &&
      (isUnique(field) || field.name === resource.display),
  )

/** Whether no two records have the same value in a naming field: one that the server gives is unique too. */
export const isUniqueName = (field: Field): boolean => isUnique(field) || typeOf(field).given === true
