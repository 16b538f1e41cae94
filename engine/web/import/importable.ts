import { typeOf } from '../../fields/index.ts'
import { isAsked } from '../../fields/record-schema.ts'
import type { Chosen } from '../../model/import-view.ts'
import type { Field, Resource } from '../../model/model.ts'
import type { ResourcePart } from '../data/resource-part.ts'

/** The fields that a file may fill. */
export const importableFields = ({ fields }: Resource): Field[] =>
  fields.filter(field => isAsked(field) && typeOf(field).lines === undefined)

/** Whether this person may import records of a resource, and a file of one row a record can hold them. */
export const mayImport = ({ resource, may }: ResourcePart): boolean =>
  may.includes('import') &&
  may.includes('add') &&
  !resource.fields.some(field => field.required && typeOf(field).lines !== undefined)

/** Fields that every row needs and no column fills. */
export const missingFields = (fields: readonly Field[], columns: Chosen): Field[] =>
  fields.filter(
    ({ name, required, when, ...field }) =>
      required && when === undefined && field.default === undefined && !Object.values(columns).includes(name),
  )

/** A number for a sentence: as it is read, and by which the form for one or for many is taken. */
export const many = (count: number) => ({ smart_count: count, count: count.toLocaleString('en') })
