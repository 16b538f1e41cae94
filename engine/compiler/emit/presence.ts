import type { Field } from '../../model/model.ts'
import { systemFields } from '../../model/system-fields.ts'

const everWritten = new Set(['id', 'createTime', 'status', 'version'])

/** Whether a record that is read always has a value in this field. */
export const isAlwaysThere = (field: Field): boolean =>
  systemFields.includes(field) ? everWritten.has(field.name) : field.required && field.when === undefined
