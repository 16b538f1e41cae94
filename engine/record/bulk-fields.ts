import { typeOf } from '../fields/index.ts'
import { isInputField } from '../fields/record-schema.ts'
import { fieldsWithoutMaster } from '../model/lines.ts'
import type { Field, Resource } from '../model/model.ts'

/**
 * The fields that a bulk edit may set: those taken from input, except unique fields, the lifecycle's field, the master
 * of a line, lines and secrets.
 */
export const bulkFields = (resource: Resource): readonly Field[] =>
  fieldsWithoutMaster(resource).filter(
    field =>
      isInputField(field) &&
      !field.unique &&
      field.name !== resource.lifecycle?.field &&
      typeOf(field).lines === undefined &&
      !typeOf(field).secret,
  )
