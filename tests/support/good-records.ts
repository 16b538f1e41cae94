import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { typeOf } from '../../engine/fields/index.ts'
import { isMany } from '../../engine/fields/options.ts'
import { hasDefault, isInputField } from '../../engine/fields/record-schema.ts'
import { isDictionary } from '../../engine/fields/traits.ts'
import { userResource } from '../../engine/model/account-resources.ts'
import type { Field, Model, Resource, Rule } from '../../engine/model/model.ts'
import { resourceOf } from '../../engine/model/names.ts'
import { isShownIn } from '../../engine/record/broken-rules.ts'
import { computeWithLines } from '../../engine/record/compute.ts'
import { isSatisfied } from '../../engine/record/expressions.ts'
import { settled } from '../../engine/record/kept-values.ts'
import { defaultValue } from '../../engine/rules/default-value.ts'
import { patternText } from '../../scripts/demo/pattern-text.ts'
import { randomOf } from '../../scripts/demo/random.ts'
import { testZone } from './databases.ts'

export type Input = Record<string, unknown>

/** Ids of stored rows, by resource. */
export type Known = Readonly<Record<string, readonly string[]>>

/**
 * The n-th valid record of a resource, with a value for every shown field that accepts one; references are to known rows.
 * Fields that rules compare have the values of the rules' examples, or none.
 */
export function goodRecord(model: Model, resource: Resource, known: Known, n: number): Input {
  const record: Input = {}
  for (const field of resource.fields) {
    if (!isInputField(field) || field.name === resource.lifecycle?.field || field.name === resource.tree) continue
    const value = goodValue(model, resource, field, known, n)
    if (value !== undefined) record[field.name] = value
  }
  Object.assign(record, particular(known)[resource.name])
  return repaired(model, resource, record, field => goodValue(model, resource, { ...field, required: true }, known, n))
}

/** Their rows need a menu entry of the descriptors or a saved search, which sample rows lack; they have tests of their own. */
export const needOthers: readonly string[] = ['bladeApiScope', 'bladeDataScope', 'sysReport']

/** Values of the product that are no examples: for patterns, and for rules that read the day, a parameter or other records. */
export const particular = (known: Known): Readonly<Record<string, Input>> => ({
  bladeApiScope: { scopePath: '/ent/v1/entInfo/page' },
  businessProductUse: { purpose: '3' },
  entNoticeLetter: { deadline: '2099-01-01' },
  entNoticeLetterCreate: { deadline: '2099-01-01' },
  entSceneInspection: { inspectorIds: ['1', ...(known[userResource] ?? [])] },
  instAccessNvrInfo: { storageDays: 90 },
  instAppointment: { appointDay: '2099-01-01' },
  witModel: { modelVersion: '1.0' },
})

/**
 * A record that breaks no rule and causes no warning, as far as it can be evaluated alone: instead of values that do, it has
 * those of the rules' examples, or none. It has what it requires, and nothing that it hides.
 */
export function repaired(model: Model, resource: Resource, given: Input, exampleFor: (field: Field) => unknown): Input {
  const complete = (values: Input): Input => {
    const record = { ...values }
    for (const field of requiredIn(model, resource, stored(model, resource, record)))
      record[field.name] ??= exampleFor(field)
    const hidden = hiddenIn(model, resource, stored(model, resource, record))
    return Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.has(name)))
  }
  let record = complete(given)
  for (let broken = brokenIn(model, resource, record); broken.length > 0; broken = brokenIn(model, resource, record)) {
    const changes = broken.flatMap(rule => [
      ...examplesOf(model, resource, rule).map(example => complete({ ...record, ...example })),
      ...optional(resource, rule).map(field => complete({ ...record, [field.name]: exampleFor(field) })),
      ...optional(resource, rule).map(field => complete({ ...record, [field.name]: undefined })),
    ])
    const most = broken.length
    const better = changes.find(change => brokenIn(model, resource, change).length < most)
    if (better === undefined) break
    record = better
  }
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

const optional = ({ fields }: Resource, { reads }: Rule) =>
  fields.filter(field => reads.includes(field.name) && !field.required && isInputField(field))

/** The rules that a record breaks, and those of its warnings. */
export function brokenIn(model: Model, resource: Resource, record: Input): readonly Rule[] {
  const whole = stored(model, resource, record)
  return resource.rules.filter(({ rule, reads }) => {
    const fields = resource.fields.filter(({ name }) => reads.includes(name))
    const context = contextOf(model)
    return (
      fields.every(field => isShownIn(context, resource, field, whole)) &&
      isSatisfied(context, resource, rule, whole) === false
    )
  })
}

/** A record with its defaults and computed values. */
function stored(model: Model, resource: Resource, record: Input): Input {
  const context = contextOf(model)
  const defaults = resource.fields.filter(hasDefault).map(field => [field.name, defaultValue(field, context)])
  return computeWithLines(context, resource, { ...Object.fromEntries(defaults), ...record })
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

const contextOf = (model: Model) => ({ model, me, clock: { now: new Date('2026-11-21T02:00:00Z'), zone: testZone } })

/** The valid examples of a rule of a resource of the engine or the product, with the keys of entries, and without references and files. */
export function examplesOf(model: Model, resource: Resource, { rule }: Rule): readonly Input[] {
  const rules: readonly { readonly rule: string; readonly valid?: Input | readonly Input[] }[] = textsOf(
    resource,
  ).flatMap(text => parse(text).rules ?? [])
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
  return rules
    .filter(one => one.rule === rule)
    .flatMap(({ valid }) => [valid ?? []].flat())
    .filter(values => Object.keys(values).length > 0 && Object.keys(values).every(isEntered))
    .map(values =>
      Object.fromEntries(
        resource.fields
          .filter(({ name }) => values[name] !== undefined)
          .map(field => [field.name, keyOf(model, field, values[field.name])]),
      ),
    )
}

const files = ['engine/base/resources', 'resources'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)),
)

const textsOf = ({ name }: Resource): string[] =>
  files.filter(file => basename(file) === `${name}.yaml`).map(file => readFileSync(file, 'utf8'))

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
    // Lines may be unique by what they refer to.
    return (line.unique ? [0] : [0, 1]).map(index =>
      without(goodRecord(model, line, known, n + index), line.partOf?.field ?? ''),
    )
  }
  if (field.type === 'reference') {
    const ids = known[String(field.options['of'])] ?? []
    // A choice that depends on another field is left to the tests of that feature, unless it is required.
    if (ids.length === 0 || ('where' in field.options && !field.required)) return undefined
    const id = ids[n % ids.length]
    return isMany(field) ? [id] : id
  }
  if (field.type === 'password') return 'Trial-2026'
  if (field.when !== undefined && !field.required) return undefined
  if (typeof field.options['pattern'] === 'string')
    return field.required ? patternText(field.options['pattern'], randomOf(`${field.name}${n}`)) : undefined
  // Rules compare days, so all records have the same; short texts differ only in their number.
  if (field.type === 'text' && !('only' in field.options) && !('min' in field.options))
    return short(`${resource.name}${n}`, Number(field.options['max'] ?? 255))
  return type.example(field, model, steady[field.type] ?? (field.type === 'integer' ? n % 50 : n))
}

const steady: Readonly<Record<string, number>> = { date: 1, datetime: 1, dictionary: 0, time: 1 }

const short = (text: string, most: number) => text.slice(Math.max(0, text.length - most))

const without = (record: Input, name: string): Input =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))
