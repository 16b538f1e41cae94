import { isDictionary, lineResource } from '../fields/traits.ts'
import type { Field, Model, Resource } from '../model/model.ts'
import {
  formerName,
  keyChangesOf,
  type NameChanges,
  type PartChanges,
  partChangesOf,
  presentName,
  type Renames,
} from '../model/name-changes.ts'
import { isEmptyValue } from './empty-value.ts'

type Values = Readonly<Record<string, unknown>>

/** Values by present names and keys, and those of fields that were removed, by path: `lines.2.price`. */
export interface PresentValues {
  readonly values: Values
  readonly removed: Values
}

/** The values of a record, and of its lines, that were entered by the former names of a resource and its choices. */
export function presentValues(model: Model, resource: Resource, changes: NameChanges, given: Values): PresentValues {
  const { fields }: PartChanges = partChangesOf(changes, formerName(changes.resources, resource.name))
  const values: Record<string, unknown> = {}
  const removed: Record<string, unknown> = {}
  for (const [former, value] of Object.entries(given)) {
    const name = presentKey(fields, former)
    const field = resource.fields.find(one => one.name === name)
    const lines = field && lineResource(field, model)
    if (name === null) {
      // The title of a referenced record is no input.
      if (!isEmptyValue(value) && Object.hasOwn(fields, former)) removed[former] = value
    } else if (lines && Array.isArray(value)) {
      const rows = value.map(line => (isRecord(line) ? presentValues(model, lines, changes, line) : undefined))
      values[name] = rows.map((row, index) => row?.values ?? value[index])
      for (const [index, row] of rows.entries())
        for (const [path, lost] of Object.entries(row?.removed ?? {})) removed[`${former}.${index}.${path}`] = lost
    } else values[name] = field ? presentKeys(field, changes, value) : value
  }
  return { values, removed }
}

/** A value with the present keys of entries; that of a removed entry is unchanged. */
export function presentKeys(field: Field, changes: NameChanges, value: unknown): unknown {
  if (!isDictionary(field)) return value
  const keys = keyChangesOf(changes, formerName(changes.dictionaries, String(field.options['of'])))
  const present = (key: unknown) => (typeof key === 'string' ? (presentName(keys, key) ?? key) : key)
  return Array.isArray(value) ? value.map(present) : present(value)
}

/** The present name of a field or of the title of a referenced record, `ownerIdName`. */
function presentKey(fields: Renames, former: string): string | null {
  if (Object.hasOwn(fields, former)) return presentName(fields, former)
  const reference = former.endsWith('Name') ? former.slice(0, -4) : ''
  if (!Object.hasOwn(fields, reference)) return former
  const name = presentName(fields, reference)
  return name === null ? null : `${name}Name`
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
