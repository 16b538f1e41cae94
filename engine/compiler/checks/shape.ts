import type { JsonSchema } from '../../model/model.ts'
import type { Report } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import type { Kinds } from '../kind.ts'
import { describableTypes, fieldKeys } from '../language/field.ts'
import { shapes } from '../language/shapes.ts'
import { nearestName } from '../nearest.ts'
import type { MessageParameters, ProblemCode } from '../problem-messages.ts'
import { at, type ListNode, type MapNode, type Node, plain, type ScalarNode, textOf } from '../tree.ts'

type Note = (offset: number, code: ProblemCode, words?: MessageParameters) => void

/** Validates a draft against the schema of its kind of file: keys, types of values, choices. */
export function checkShape(draft: Draft, kinds: Kinds, report: Report): void {
  const kind = kinds[draft.subject]
  if (kind)
    checkNode(draft.root, kind.whole ?? kind.schema, (offset, code, words) => report(draft, offset, code, words))
}

/** Validates a part of a draft against a JSON Schema of the form that the descriptor language uses. */
export function checkNode(node: Node, given: JsonSchema, note: Note): void {
  const schema = resolve(given)
  const alternatives = schema['anyOf'] as readonly JsonSchema[] | undefined
  if (alternatives) checkAlternatives(node, alternatives, note)
  else if ('const' in schema || 'enum' in schema) checkChoice(node, schema, note)
  else if (!fits(node, schema)) noteType(node, [schema], note)
  else if (node.kind === 'map') checkMap(node, schema, note)
  else if (node.kind === 'list') checkList(node, schema, note)
  else checkScalar(node, schema, note)
}

const resolved = new WeakMap<JsonSchema, JsonSchema>()

function resolve(schema: JsonSchema): JsonSchema {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return schema
  const before = resolved.get(schema)
  if (before) return before
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  const shape = shapes[name]
  if (!shape) throw new Error(`The schemas have no shape "${name}".`)
  const whole = { ...shape, ...schema, shape: name }
  resolved.set(schema, whole)
  return whole
}

function checkAlternatives(node: Node, alternatives: readonly JsonSchema[], note: Note): void {
  const able = alternatives.map(resolve).filter(schema => 'const' in schema || fits(node, schema))
  const [first, ...others] = able.filter(schema => !('const' in schema) || isConst(node, schema))
  if (!first) noteType(node, alternatives.map(resolve), note)
  else if (others.length === 0) checkNode(node, first, note)
  else {
    const tries = [first, ...others].map(schema => faultsOf(node, schema))
    if (!tries.some(faults => faults.length === 0)) for (const fault of tries[0] ?? []) note(...fault)
  }
}

function faultsOf(node: Node, schema: JsonSchema): Parameters<Note>[] {
  const faults: Parameters<Note>[] = []
  checkNode(node, schema, (...fault) => faults.push(fault))
  return faults
}

const isConst = (node: Node, schema: JsonSchema) => node.kind === 'scalar' && node.value === schema['const']

function checkChoice(node: Node, schema: JsonSchema, note: Note): void {
  const choices = ((schema['enum'] as readonly unknown[] | undefined) ?? [schema['const']]).map(String)
  const isRight = node.kind === 'scalar' && choices.includes(String(node.value))
  if (!isRight) note(node.start, 'value.choice', choice(String(plain(node)), choices))
}

function checkMap(node: MapNode, schema: JsonSchema, note: Note): void {
  if (schema['shape'] === 'refinedField' && !at(node, 'type')) checkKeys(node, shapes['field-refined'] ?? {}, note)
  else if (schema['shape'] === 'field' || schema['shape'] === 'refinedField') checkField(node, note)
  else checkKeys(node, schema, note)
}

function checkKeys(node: MapNode, schema: JsonSchema, note: Note): void {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  const rest = schema['additionalProperties'] as false | JsonSchema | undefined
  for (const { key, keyStart, value } of node.entries) {
    if (Object.hasOwn(properties, key)) checkNode(value, properties[key] ?? {}, note)
    else if (schema['shape'] === 'bilingual' && isNothing(value)) note(keyStart, 'text.comma', { name: key })
    else if (rest === false) note(keyStart, 'key.unknown', choice(key, Object.keys(properties)))
    else if (rest) {
      checkKey(key, keyStart, schema['propertyNames'] as JsonSchema | undefined, note)
      checkNode(value, rest, note)
    }
  }
  for (const key of (schema['required'] as readonly string[] | undefined) ?? [])
    if (!node.entries.some(entry => entry.key === key))
      note(node.start, schema['shape'] === 'bilingual' ? 'text.language-missing' : 'key.missing', { name: key })
  if (node.entries.length < Number(schema['minProperties'] ?? 0)) note(node.start, 'value.empty')
}

/** The shape of a field depends on its type; editors select it by `if` and `then`. */
function checkField(node: MapNode, note: Note) {
  const type = at(node, 'type')
  const shape = shapes[`field-${textOf(type)}`]
  if (shape) return checkKeys(node, shape, note)
  for (const { key, keyStart } of node.entries) if (!anyKey.has(key)) note(keyStart, 'key.unknown', choice(key, anyKey))
  if (type) note(type.start, 'field.type-unknown', choice(String(plain(type)), describableTypes.keys()))
  else note(node.start, 'key.missing', { name: 'type' })
}

/** The keys of all types, for a field without a type. */
const anyKey = new Set([
  ...Object.keys(fieldKeys),
  ...[...describableTypes.values()].flatMap(type => Object.keys(type.options)),
])

/** A comma inside `{ }` ends a text, and the rest looks like a key without a value. */
const isNothing = (node: Node) => node.kind === 'scalar' && node.value === null

function checkKey(key: string, offset: number, names: JsonSchema | undefined, note: Note): void {
  const pattern = names && resolve(names)['pattern']
  if (typeof pattern === 'string' && !regular(pattern).test(key)) note(offset, 'name.form', { name: key })
}

function checkList(node: ListNode, schema: JsonSchema, note: Note): void {
  const items = schema['items'] as JsonSchema | undefined
  if (items) for (const item of node.items) checkNode(item, items, note)
  if (node.items.length < Number(schema['minItems'] ?? 0)) note(node.start, 'value.empty')
  if (schema['uniqueItems'] !== true) return
  const seen = new Set<string>()
  for (const item of node.items) {
    const text = JSON.stringify(plain(item))
    if (seen.has(text)) note(item.start, 'list.item-twice', { name: String(plain(item)) })
    seen.add(text)
  }
}

function checkScalar(node: ScalarNode, schema: JsonSchema, note: Note): void {
  const { value, start } = node
  const noteForm = (name?: string) => {
    const example = (schema['examples'] as readonly unknown[] | undefined)?.[0]
    const words = { value: String(value), ...(example !== undefined && { example: String(example) }) }
    if (name === undefined) note(start, 'value.form', words)
    else note(start, 'name.form', { ...words, name })
  }
  if (typeof value === 'string') {
    const pattern = schema['pattern']
    if (value.length < Number(schema['minLength'] ?? 0)) note(start, 'value.empty')
    else if (value.length > Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY))
      note(start, 'value.long', { value, limit: String(schema['maxLength']) })
    else if (typeof pattern === 'string' && !regular(pattern).test(value))
      noteForm(schema['shape'] === 'name' ? value : undefined)
    else if (schema['format'] === 'date' && !isDay(value)) noteForm()
  }
  if (typeof value === 'number') {
    const [least, most] = [schema['minimum'], schema['maximum']]
    if (typeof least === 'number' && value < least) note(start, 'value.small', { limit: String(least) })
    if (typeof most === 'number' && value > most) note(start, 'value.large', { limit: String(most) })
  }
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const patterns = new Map<string, RegExp>()

function regular(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u')
  patterns.set(pattern, known)
  return known
}

function fits(node: Node, schema: JsonSchema): boolean {
  const type = schema['type']
  return type === undefined || (Array.isArray(type) ? type.some(one => isOf(node, one)) : isOf(node, type))
}

function isOf(node: Node, type: unknown): boolean {
  if (node.kind === 'map') return type === 'object'
  if (node.kind === 'list') return type === 'array'
  if (node.value === null) return false
  if (type === 'integer') return Number.isInteger(node.value)
  return type === typeof node.value
}

function noteType(node: Node, schemas: readonly JsonSchema[], note: Note): void {
  const types = schemas.flatMap(schema =>
    schema['shape'] === 'bilingual'
      ? ['bilingual']
      : 'const' in schema
        ? [String(schema['const'])]
        : [schema['type']].flat(),
  )
  const isNull = node.kind === 'scalar' && node.value === null
  const text = node.kind === 'scalar' ? String(node.value) : ''
  note(node.start, isNull ? 'value.missing' : 'value.type', {
    expected: [...new Set(types)].join(' '),
    found: node.kind === 'scalar' ? typeof node.value : node.kind === 'map' ? 'object' : 'array',
    ...(types.includes('string') && node.kind === 'scalar' && { quoted: JSON.stringify(text) }),
  })
}

/** An unknown word with the nearest known one, or with all known ones. */
export function choice(name: string, known: Iterable<string>): MessageParameters {
  const names = [...known]
  const nearest = nearestName(name, names)
  return nearest === undefined ? { name, known: names.slice(0, 20).join(', ') } : { name, near: nearest }
}
