import type { Field, Resource } from '../model/model.ts'
import { typeOf } from './index.ts'
import { isAsked } from './record-schema.ts'

/**
 * The fields that may get one value in many records at once: those that a person writes, but for what tells records
 * apart, what only a move changes, what nobody reads, and lines.
 */
export const editedTogether = (resource: Resource): readonly Field[] =>
  resource.fields.filter(
    field =>
      isAsked(field) &&
      !field.unique &&
      field.name !== resource.lifecycle?.field &&
      field.name !== resource.partOf?.field &&
      typeOf(field).lines === undefined &&
      !typeOf(field).secret,
  )
