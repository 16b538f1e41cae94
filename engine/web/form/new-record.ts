import { typeOf } from '../../fields/index.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import type { Me } from '../data/model-source.ts'

type Values = Readonly<Record<string, unknown>>

/** A record that nobody typed yet: its defaults, and what is known beforehand (`<field>Name` beside a reference). */
export function newRecord(resource: Resource, presets: Values = {}): Values {
  const known = new Set(resource.fields.flatMap(({ name }) => [name, `${name}Name`]))
  const defaults = resource.fields.filter(field => field.default !== undefined)
  return {
    ...Object.fromEntries(defaults.map(field => [field.name, field.default])),
    ...Object.fromEntries(Object.entries(presets).filter(([name, value]) => known.has(name) && value !== undefined)),
  }
}

/** Whose a new record is, where the person works for one owner alone. */
export function ownPlace({ owner }: Resource, { ownerIds }: Pick<Me, 'ownerIds'>): Values {
  const [only, ...others] = ownerIds
  const isPlace = owner !== undefined && owner !== 'id' && only !== undefined && others.length === 0
  return isPlace ? { [owner]: only } : {}
}

/**
 * A new record like another: what a person writes, lines included. What tells one record from another (unique fields,
 * numbers that the server gives), its state, and who made it when stay behind.
 */
export function copyOfRecord(model: Model, resource: Resource, record: Values): Values {
  const master = resource.partOf?.field
  const copied = resource.fields.filter(
    field => isWritten(field) && !field.unique && !typeOf(field).secret && field.name !== resource.lifecycle?.field,
  )
  const entries = copied.flatMap(field => {
    const value = record[field.name]
    const line = model.resources[typeOf(field).lines?.(field) ?? '']
    if (line) return [[field.name, linesOf(value).map(one => copyOfLine(model, line, one))]]
    const label = record[`${field.name}Name`]
    return [[field.name, value], ...(label === undefined ? [] : [[`${field.name}Name`, label]])]
  })
  return newRecord(resource, { ...Object.fromEntries(entries), ...(master && { [master]: record[master] }) })
}

function copyOfLine(model: Model, line: Resource, record: Values): Values {
  const { [line.partOf?.field ?? '']: _, ...copy } = copyOfRecord(model, line, record)
  return copy
}

const linesOf = (value: unknown) => (value ?? []) as readonly Values[]

/** Whether a person writes it; all else is the server's, or is worked out. */
export const isWritten = (field: Field): boolean => !field.readOnly && field.compute === undefined
