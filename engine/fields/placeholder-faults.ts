import { placeholdersIn, stepPathOf } from '../model/message.ts'
import type { Field, Model, Resource } from '../model/model.ts'
import { fieldOf, systemFields } from '../model/system-fields.ts'
import { typeOf } from './index.ts'
import { isMany } from './options.ts'
import { referredResource } from './traits.ts'

/** Why a path is no field of a message: the code is that of the compiler's problem. */
export interface PathFault {
  readonly code: 'field.unknown' | 'message.path' | 'message.unprintable'
  readonly name: string
  /** The names that are possible, of an unknown one. */
  readonly known?: readonly string[]
}

/** A fault of a placeholder; `start` is its offset in the text. */
export interface PlaceholderFault extends PathFault {
  readonly start: number
}

/** The faults of the placeholders of a message's text about a record of the resource. */
export const placeholderFaults = (text: string, resource: Resource, model: Model): PlaceholderFault[] =>
  placeholdersIn(text).flatMap(({ name, start }) => {
    const { field, fault } = fieldAtPath(name, resource, model)
    if (fault) return [{ ...fault, start }]
    return field && !isPrintable(field) ? [{ code: 'message.unprintable' as const, name, start }] : []
  })

/** The field of a path, or why there is none: an unknown name, or a step through something else than one reference. */
export function fieldAtPath(
  name: string,
  resource: Resource,
  model: Model,
): { readonly field?: Field; readonly fault?: PathFault } {
  const { via, field } = stepPathOf(name)
  if (via === undefined) {
    const own = fieldOf(resource, field)
    return own ? { field: own } : unknown(resource, field)
  }
  const reference = fieldOf(resource, via)
  if (!reference) return unknown(resource, via)
  const target = isMany(reference) ? undefined : referredResource(reference, model)
  if (!target || field.includes('.')) return { fault: { code: 'message.path', name } }
  const found = fieldOf(target, field)
  if (!found) return unknown(target, field)
  return found.column === undefined ? { fault: { code: 'message.unprintable', name } } : { field: found }
}

const unknown = ({ fields }: Resource, name: string): { readonly fault: PathFault } => ({
  fault: { code: 'field.unknown', name, known: [...fields, ...systemFields].map(field => field.name) },
})

/** Whether a value is a text of one line. */
const isPrintable = (field: Field): boolean => {
  const type = typeOf(field)
  return !type.lines && !type.upload && !type.secret && type.column(field) !== 'jsonb'
}
