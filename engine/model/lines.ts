import type { Field, Model, Resource } from './model.ts'
import { resourceOf } from './names.ts'
import { fieldOf } from './system-fields.ts'

/** Whether the records of a resource are lines, which are saved, read and deleted with a record of another resource. */
export const isLines = ({ partOf }: Resource): boolean => partOf !== undefined

/** The resource of the records to which lines belong; undefined of other resources. */
export const masterOf = (model: Model, { partOf }: Resource): Resource | undefined =>
  partOf && resourceOf(model, partOf.resource)

/** The field of lines that refers to their master; undefined of other resources. */
export const masterFieldOf = (resource: Resource): Field | undefined => fieldOf(resource, resource.partOf?.field ?? '')

/** The fields of a record; of a line, which is shown and saved within its master, without the reference to that. */
export const fieldsWithoutMaster = ({ fields, partOf }: Pick<Resource, 'fields' | 'partOf'>): readonly Field[] =>
  fields.filter(({ name }) => name !== partOf?.field)

/** The values of a record; of a line without its master, which cannot change. */
export const valuesWithoutMaster = <Value>(
  { partOf }: Resource,
  values: Readonly<Record<string, Value>>,
): Record<string, Value> => Object.fromEntries(Object.entries(values).filter(([name]) => name !== partOf?.field))
