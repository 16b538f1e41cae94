import type { ChartPath } from '../model/chart.ts'
import { displayFieldOf } from '../model/display.ts'
import type { Field, Model, Resource } from '../model/model.ts'
import { fieldOf } from '../model/system-fields.ts'
import { typeOf } from './index.ts'
import { isMany } from './options.ts'
import { isPersonal, referredResource } from './traits.ts'

/** A field of a resource, or of the records that one of its references names. */
export interface FieldPath {
  /** The reference, whose records are those of `of`. */
  readonly via?: Field
  readonly of: Resource
  readonly field: Field
}

/** The field that a path names; undefined where the Model lacks a part of it. */
export function fieldOfPath(model: Model, resource: Resource, { via, field: name }: ChartPath): FieldPath | undefined {
  const reference = via === undefined ? undefined : fieldOf(resource, via)
  const of = via === undefined ? resource : reference && referredResource(reference, model)
  const field = of && fieldOf(of, name)
  return field && { of, field, ...(reference && { via: reference }) }
}

/** `entId.regionId`, as descriptors and addresses write a path. */
export const textOfPath = ({ via, field }: ChartPath): string => (via === undefined ? field : `${via}.${field}`)

/** Whether rows can be grouped by the values of a path: each has one, which is neither personal nor names a person. */
export function isGroupable({ via, field }: FieldPath, model: Model): boolean {
  const shown = referredResource(field, model)
  const display = shown && displayFieldOf(shown)
  return (
    [field, ...(via ? [via] : [])].every(one => one.column !== undefined && !isMany(one)) &&
    !typeOf(field).secret &&
    !typeOf(field).large &&
    !isPersonal(field) &&
    !(display && isPersonal(display))
  )
}
