import { typeOf } from '../../fields/index.ts'
import { hasDefault } from '../../fields/record-schema.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import type { EvaluationContext } from '../../record/expressions.ts'
import { defaultValue } from '../../rules/default-value.ts'
import type { SignedInUser } from '../data/model-source.ts'

type Values = Readonly<Record<string, unknown>>

/** A new record: its defaults, replaced by the values that are given (`<field>Name` is the label of a reference). */
export function newRecord(resource: Resource, context: EvaluationContext, presets: Values = {}): Values {
  const known = new Set(resource.fields.flatMap(({ name }) => [name, `${name}Name`]))
  return {
    ...defaultsOf(resource.fields, context),
    ...Object.fromEntries(Object.entries(presets).filter(([name, value]) => known.has(name) && value !== undefined)),
  }
}

/** The values of fields that have a default. */
export function defaultsOf(fields: readonly Field[], { me, clock }: EvaluationContext): Values {
  const values = fields.filter(hasDefault).map(field => [field.name, defaultValue(field, me, clock)])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** The owner of a new record: the only one of the user, or of several the one chosen last. */
export function ownOwner(
  { owner }: Resource,
  { ownerIds }: Pick<SignedInUser, 'ownerIds'>,
  recent: readonly string[] = [],
): Values {
  if (owner === undefined || owner === 'id') return {}
  const place = ownerIds.length === 1 ? ownerIds[0] : recent.find(id => ownerIds.includes(id))
  return place === undefined ? {} : { [owner]: place }
}

/**
 * Values that the next new record takes from the one just entered: fields with `keep`, with the labels of references.
 */
export function keptValues(resource: Resource, values: Values): Values {
  const kept = resource.fields.filter(field => field.keep && !isEmptyValue(values[field.name]))
  const names = kept.flatMap(({ name }) => [name, `${name}Name`]).filter(name => values[name] !== undefined)
  return Object.fromEntries(names.map(name => [name, values[name]]))
}

/**
 * A new record like another: what a person writes, lines included. What tells one record from another (unique fields,
 * numbers that the server gives), its state, and who made it when stay behind.
 */
export function copyOfRecord(model: Model, resource: Resource, record: Values, context: EvaluationContext): Values {
  const master = resource.partOf?.field
  const copied = resource.fields.filter(
    field => isWritten(field) && !field.unique && !typeOf(field).secret && field.name !== resource.lifecycle?.field,
  )
  const entries = copied.flatMap(field => {
    const value = record[field.name]
    const line = model.resources[typeOf(field).lines?.(field) ?? '']
    if (line) return [[field.name, linesOf(value).map(one => copyOfLine(model, line, one, context))]]
    const label = record[`${field.name}Name`]
    return [[field.name, value], ...(label === undefined ? [] : [[`${field.name}Name`, label]])]
  })
  return newRecord(resource, context, { ...Object.fromEntries(entries), ...(master && { [master]: record[master] }) })
}

function copyOfLine(model: Model, line: Resource, record: Values, context: EvaluationContext): Values {
  const { [line.partOf?.field ?? '']: _, ...copy } = copyOfRecord(model, line, record, context)
  return copy
}

const linesOf = (value: unknown) => (value ?? []) as readonly Values[]

/** Whether the user edits it; other fields are set by the server or computed. */
export const isWritten = (field: Field): boolean => !field.readOnly && field.compute === undefined
