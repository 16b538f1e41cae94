import { typeOf } from '../../engine/fields/index.ts'
import { isMany } from '../../engine/fields/options.ts'
import { isInputField } from '../../engine/fields/record-schema.ts'
import type { Field, Model, Resource } from '../../engine/model/model.ts'
import { resourceOf } from '../../engine/model/names.ts'
import { settled } from '../../engine/record/kept-values.ts'
import { testZone } from './databases.ts'

export type Input = Record<string, unknown>

/** Ids of stored rows, by resource. */
export type Known = Readonly<Record<string, readonly string[]>>

/** The n-th valid record of a resource, with a value for every shown field that accepts one; references are to known rows. */
export function goodRecord(model: Model, resource: Resource, known: Known, n: number): Input {
  const record: Input = {}
  for (const field of resource.fields) {
    if (!isInputField(field) || field.name === resource.lifecycle?.field || field.name === resource.tree) continue
    const value = goodValue(model, resource, field, known, n)
    if (value !== undefined) record[field.name] = value
  }
  const hidden = hiddenIn(model, resource, record)
  return Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.has(name)))
}

/** The names of fields whose `when` is not true in a record. */
export const hiddenIn = (model: Model, resource: Resource, record: Input): ReadonlySet<string> =>
  settled({ model, me, clock: { now: new Date(), zone: testZone } }, resource, record, {}, () => true).hidden

const me = { id: null, tenantId: '000000', deptId: null, roleIds: [], sourceType: null, ownerIds: [], regionId: null }

/** The n-th valid value of a field; undefined where it is optional and no example is known. */
export function goodValue(model: Model, resource: Resource, field: Field, known: Known, n: number): unknown {
  const type = typeOf(field)
  const lines = type.lines?.(field)
  if (lines !== undefined) {
    const line = resourceOf(model, lines)
    return [0, 1].map(index => without(goodRecord(model, line, known, n + index), line.partOf?.field ?? ''))
  }
  if (field.type === 'reference') {
    const ids = known[String(field.options['of'])] ?? []
    // A choice that depends on another field is left to the tests of that feature.
    if (ids.length === 0 || 'where' in field.options) return undefined
    const id = ids[n % ids.length]
    return isMany(field) ? [id] : id
  }
  if (field.type === 'password') return 'Trial-2026'
  if ('pattern' in field.options || (field.when !== undefined && !field.required)) return undefined
  // Rules compare days, so all records have the same; short texts differ only in their number.
  if (field.type === 'text') return short(`${resource.name}${n}`, Number(field.options['max'] ?? 255))
  return type.example(field, model, steady[field.type] ?? (field.type === 'integer' ? n % 50 : n))
}

const steady: Readonly<Record<string, number>> = { date: 1, datetime: 1, dictionary: 0, time: 1 }

const short = (text: string, most: number) => text.slice(Math.max(0, text.length - most))

const without = (record: Input, name: string): Input =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))
