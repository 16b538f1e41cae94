import { lineResource } from '../../fields/traits.ts'
import { fieldWithId, idOf } from '../../model/ids.ts'
import type { Model, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { inputsOfStep } from '../../model/steps.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Row } from '../database/shape.ts'

/** The id of a field by which rows refer to it; the name itself where the resource has no such field. */
export function fieldId(resource: Resource, name: string): string {
  const field = fieldOf(resource, name)
  return field ? idOf(field) : name
}

/** The present name of a field that rows refer to; the id itself where it was removed. */
export const fieldName = (resource: Resource, id: string): string => fieldWithId(resource, id)?.name ?? id

/** The id by which rows refer to lines of a master: that of their field, or of their resource where they have none. */
export function partId(model: Model, master: Resource, name: string): string {
  const field = fieldOf(master, name)
  if (field) return idOf(field)
  return Object.hasOwn(model.resources, name) ? idOf(resourceOf(model, name)) : name
}

/** Recorded changes by the ids of fields, those of lines included. */
export function changesById(model: Model, resource: Resource, changes: Row): Row {
  if (!mayDiffer(model, resource)) return changes
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => {
      const of = linesNamed(model, resource, name)
      const { lines } = Object(change) as { readonly lines?: readonly { readonly changes: Row }[] }
      const byId =
        of && lines
          ? { ...Object(change), lines: lines.map(one => ({ ...one, changes: changesById(model, of, one.changes) })) }
          : change
      return [partId(model, resource, name), byId]
    }),
  )
}

/** The input of a step by the ids of its parts. */
export const inputById = (resource: Resource, operation: string, input: Row): Row =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field = inputsOfStep(resource, operation).find(one => one.name === name)
      return [field ? idOf(field) : fieldId(resource, name), value]
    }),
  )

/** A path to a value, `count` or `lines.0.price`, by the ids of fields. */
export function pathById(model: Model, resource: Resource, path: string): string {
  const [name = '', index, ofLine] = path.split('.')
  const of = linesNamed(model, resource, name)
  const rest = index === undefined ? [] : [index, ...(ofLine === undefined ? [] : [of ? fieldId(of, ofLine) : ofLine])]
  return [partId(model, resource, name), ...rest].join('.')
}

/** A path of ids with the present names. */
export function pathByName(model: Model, resource: Resource, path: string): string {
  const [id = '', index, ofLine] = path.split('.')
  const name = fieldName(resource, id)
  const of = linesNamed(model, resource, name)
  const rest =
    index === undefined ? [] : [index, ...(ofLine === undefined ? [] : [of ? fieldName(of, ofLine) : ofLine])]
  return [name, ...rest].join('.')
}

function linesNamed(model: Model, resource: Resource, name: string): Resource | undefined {
  const field = fieldOf(resource, name)
  return field && lineResource(field, model)
}

/** Whether some name of a record or of its lines may have another id. */
function mayDiffer(model: Model, resource: Resource): boolean {
  const known = differing.get(resource)
  if (known !== undefined) return known
  const all = [resource, ...resource.fields.flatMap(field => lineResource(field, model) ?? [])]
  const differs = all.some(({ id, fields, partOf }) => (id !== undefined && partOf) || fields.some(one => one.id))
  differing.set(resource, differs)
  return differs
}

const differing = new WeakMap<Resource, boolean>()
