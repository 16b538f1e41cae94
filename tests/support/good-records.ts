import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { typeOf } from '../../engine/fields/index.ts'
import { isMany } from '../../engine/fields/options.ts'
import { isInputField } from '../../engine/fields/record-schema.ts'
import { isDictionary } from '../../engine/fields/traits.ts'
import type { Field, Model, Resource } from '../../engine/model/model.ts'
import { resourceOf } from '../../engine/model/names.ts'
import { isSatisfied } from '../../engine/record/expressions.ts'
import { settled } from '../../engine/record/kept-values.ts'
import { testZone } from './databases.ts'

export type Input = Record<string, unknown>

/** Ids of stored rows, by resource. */
export type Known = Readonly<Record<string, readonly string[]>>

/**
 * The n-th valid record of a resource, with a value for every shown field that accepts one; references are to known rows.
 * Fields that rules compare have the values of the rules' examples.
 */
export function goodRecord(model: Model, resource: Resource, known: Known, n: number): Input {
  const record: Input = {}
  for (const field of resource.fields) {
    if (!isInputField(field) || field.name === resource.lifecycle?.field || field.name === resource.tree) continue
    const value = goodValue(model, resource, field, known, n)
    if (value !== undefined) record[field.name] = value
  }
  Object.assign(record, examplesOf(model, resource))
  for (const field of requiredIn(model, resource, record))
    record[field.name] ??= goodValue(model, resource, { ...field, required: true }, known, n)
  const hidden = hiddenIn(model, resource, record)
  return Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.has(name)))
}

/** The names of fields whose `when` is not true in a record. */
export const hiddenIn = (model: Model, resource: Resource, record: Input): ReadonlySet<string> =>
  settled(contextOf(model), resource, record, {}, () => true).hidden

/** The fields that a record requires by a condition. */
export const requiredIn = (model: Model, resource: Resource, record: Input): readonly Field[] =>
  resource.fields.filter(field => {
    const condition = field.requiredIf ?? (field.required ? field.when : undefined)
    if (condition === undefined || !isInputField(field)) return false
    return isSatisfied(contextOf(model), resource, condition, record) === true
  })

const contextOf = (model: Model) => ({ model, me, clock: { now: new Date(), zone: testZone } })

/** The values of the first valid example of each rule of a resource of the product, with the keys of entries. */
export function examplesOf(model: Model, resource: Resource): Input {
  const text = textOf(resource)
  const rules: readonly { valid?: Input | readonly Input[] }[] = (text && parse(text).rules) || []
  const isEntered = (name: string) => {
    const field = resource.fields.find(one => one.name === name)
    return (
      field !== undefined &&
      !field.unique &&
      isInputField(field) &&
      field.type !== 'reference' &&
      !typeOf(field).hasFiles
    )
  }
  const examples = rules.flatMap(({ valid }) =>
    [valid]
      .flat()
      .filter(one => Object.keys(one ?? {}).length > 0)
      .slice(0, 1),
  )
  // An example of a computed value says nothing of the fields from which it is computed.
  const values = Object.assign({}, ...examples.filter(one => Object.keys(one ?? {}).every(isEntered)))
  return Object.fromEntries(
    resource.fields
      .filter(({ name }) => values[name] !== undefined)
      .map(field => [field.name, keyOf(model, field, values[field.name])]),
  )
}

const files = new Map(
  readdirSync('resources', { recursive: true, encoding: 'utf8' }).map(file => [
    basename(file, '.yaml'),
    join('resources', file),
  ]),
)

const textOf = ({ name }: Resource): string | undefined => {
  const file = files.get(name)
  return file === undefined ? undefined : readFileSync(file, 'utf8')
}

function keyOf(model: Model, field: Field, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(one => keyOf(model, field, one))
  if (!isDictionary(field)) return value
  return model.dictionaries[String(field.options['of'])]?.entries.find(({ name }) => name === value)?.key ?? value
}

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
