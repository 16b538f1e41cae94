import { typeOf } from '../fields/index.ts'
import { isInputField } from '../fields/record-schema.ts'
import type { Field, Resource } from '../model/model.ts'

/**
 * The fields that a bulk edit may set: those taken from input, except unique fields, the lifecycle's field, the master
 * of a line, lines and secrets.
 */
export const bulkFields = (resource: Resource): readonly Field[] =>
  resource.fields.filter(
    field =>
      isInputField(field) &&
      !field.unique &&
      field.name !== resource.lifecycle?.field &&
      field.name !== resource.partOf?.field &&
      typeOf(field).lines === undefined &&
      !typeOf(field).secret,
  )
