import type { JsonSchema } from '../../model/model.ts'
import type { Report } from '../check-context.ts'
import { type Draft, layerAt } from '../draft.ts'
import type { Kinds } from '../kind.ts'
import { describableTypes, fieldKeys } from '../language/field.ts'
import { shapes } from '../language/shapes.ts'
import { nearestName } from '../nearest.ts'
import type { MessageParameters, ProblemCode } from '../problem-messages.ts'
import {
  at,
  type Entry,
  entriesOf,
  type ListNode,
  type MapNode,
  type Node,
  plain,
  type ScalarNode,
  textOf,
} from '../tree.ts'
import { colonInKey, fullWidthIn } from '../yaml-cause.ts'

type Note = (offset: number, code: ProblemCode, words?: MessageParameters) => void

/** Validates a draft against the schema of its kind of file: keys, types of values, choices. */
export function checkShape(draft: Draft, kinds: Kinds, report: Report): void {
  const kind = kinds[draft.subject]
  if (!kind) return
  const schema = resolve(kind.whole ?? kind.schema)
  const indented = keysBelowFields(draft.root, schema)
  for (const { key, keyStart } of indented) report(draft, keyStart, 'key.outdent', { name: key })
  checkNode(without(draft.root, indented), schema, (offset, code, words) => {
    const quoted = code === 'value.missing' && words?.['expected']?.includes('string') && commentAt(draft, offset)
    if (quoted) report(draft, offset, 'value.comment', { quoted })
    else report(draft, offset, code, words)
  })
}

/** What follows a key in place of its value, as a quoted text, if it is a comment without a space: `#1FA99A`. */
function commentAt(draft: Draft, offset: number): string | undefined {
  const { draft: file, start } = layerAt(draft, offset)
  const text = /^ *(#[^\s#].*)/.exec(file.source.text.slice(offset - start))?.[1]
  return text && JSON.stringify(text.trimEnd())
}

/** Keys of a resource, with valid values, that are indented as if they were fields. */
function keysBelowFields(root: Node, schema: JsonSchema): readonly Entry[] {
  const properties = propertiesOf(schema)
  const fields = properties['fields']
  if (!fields) return []
  return entriesOf(at(root, 'fields')).filter(({ key, value }) => {
    const own = Object.hasOwn(properties, key) && !at(value, 'type') && properties[key]
    return own && faultsOf(value, own).length === 0 && faultsOf(mapOf(key, value), fields).length > 0
  })
}

const mapOf = (key: string, value: Node): MapNode => ({
  kind: 'map',
  start: value.start,
  entries: [{ key, keyStart: value.start, value }],
})

/** The tree without some of the entries below `fields`. */
function without(root: Node, left: readonly Entry[]): Node {
  if (left.length === 0 || root.kind !== 'map') return root
  const kept = (node: Node): Node =>
    node.kind === 'map' ? { ...node, entries: node.entries.filter(entry => !left.includes(entry)) } : node
  return {
    ...root,
    entries: root.entries.map(entry => (entry.key === 'fields' ? { ...entry, value: kept(entry.value) } : entry)),
  }
}

const propertiesOf = (schema: JsonSchema) => (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>

/** Validates a part of a draft against a JSON Schema of the form that the descriptor language uses. */
export function checkNode(node: Node, given: JsonSchema, note: Note, part?: Part): void {
  const schema = resolve(given)
  const alternatives = schema['anyOf'] as readonly JsonSchema[] | undefined
  if (alternatives) checkAlternatives(node, alternatives, note, part)
  else if ('const' in schema || 'enum' in schema) checkChoice(node, schema, note)
  else if (!fits(node, schema)) noteType(node, [schema], note, part)
  else if (node.kind === 'map') checkMap(node, schema, note)
  else if (node.kind === 'list') checkList(node, schema, note, part)
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

/** What a value belongs to: its key, or none for an item of a list, and an example of a value. */
interface Part {
  readonly key?: string
  readonly example: unknown
  /** What it is, in Chinese and English, as an editor shows it. */
  readonly help?: readonly string[]
}

const helpIn = (schema: JsonSchema): readonly string[] => String(schema['description'] ?? '').split('\n\n')

const exampleIn = (schema: JsonSchema): unknown => (schema['examples'] as readonly unknown[] | undefined)?.[0]

function checkAlternatives(node: Node, alternatives: readonly JsonSchema[], note: Note, part?: Part): void {
  const able = alternatives.map(resolve).filter(schema => 'const' in schema || fits(node, schema))
  const [first, ...others] = able.filter(schema => !('const' in schema) || isConst(node, schema))
  if (!first) noteType(node, alternatives.map(resolve), note, part)
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
  if (node.kind !== 'scalar') noteType(node, [{ type: 'string' }], note)
  else if (!choices.includes(String(node.value))) note(node.start, 'value.choice', choice(String(plain(node)), choices))
}

function checkMap(node: MapNode, schema: JsonSchema, note: Note): void {
  if (schema['shape'] === 'refinedField' && !at(node, 'type')) checkKeys(node, shapes['field-refined'] ?? {}, note)
  else if (schema['shape'] === 'field' || schema['shape'] === 'refinedField') checkField(node, note)
  else checkKeys(node, schema, note)
}

function checkKeys(node: MapNode, schema: JsonSchema, note: Note): void {
  const properties = propertiesOf(schema)
  const rest = schema['additionalProperties'] as false | JsonSchema | undefined
  for (const { key, keyStart, value } of node.entries) {
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (own) checkNode(value, own, note, { key, example: exampleIn(own), help: helpIn(own) })
    else if (schema['shape'] === 'bilingual' && isNothing(value)) note(keyStart, 'text.comma', { name: key })
    else if (rest === false) noteKey({ key, keyStart, value }, schema, note)
    else if (rest) {
      checkKey(key, keyStart, schema['propertyNames'] as JsonSchema | undefined, note)
      checkNode(value, rest, note)
    }
  }
  if (node.entries.some(isMistyped)) return
  for (const key of (schema['required'] as readonly string[] | undefined) ?? [])
    if (!node.entries.some(entry => entry.key === key))
      note(node.start, schema['shape'] === 'bilingual' ? 'text.language-missing' : 'key.missing', { name: key })
  if (node.entries.length < Number(schema['minProperties'] ?? 0)) note(node.start, 'value.empty')
}

/** An unknown key: one that was not ended as YAML requires, one that belongs below another, or a misspelt one. */
function noteKey(entry: Entry, schema: JsonSchema, note: Note): void {
  const { key, keyStart } = entry
  const known = meant(key, keysElsewhere, Object.keys(propertiesOf(schema)))
  const colon = isNothing(entry.value) ? colonInKey(key) : undefined
  const wide = isNothing(entry.value) && fullWidthIn(key)
  const under = known['near'] === undefined ? keyAbove(entry, schema) : undefined
  if (wide) note(keyStart + wide.index, 'yaml.full-width', wide.words)
  else if (colon !== undefined) note(keyStart + colon, 'yaml.colon-space', { name: key.slice(0, colon) })
  else if (under !== undefined) note(keyStart, 'key.indent', { name: key, under })
  else note(keyStart, 'key.unknown', known)
}

const isMistyped = ({ key, value }: Entry): boolean =>
  isNothing(value) && (colonInKey(key) !== undefined || fullWidthIn(key) !== undefined)

/** The key of a map that an unknown key belongs below, if its value fits there and nowhere else. */
function keyAbove(entry: Entry, schema: JsonSchema): string | undefined {
  const { key, value } = entry
  const all = propertiesOf(schema)
  if (all['fields'] && at(value, 'type')) return 'fields'
  const above = Object.keys(all).filter(name => {
    const inner = propertiesOf(resolve(all[name] ?? {}))[key]
    return inner && faultsOf(value, inner).length === 0
  })
  return above.length === 1 ? above[0] : undefined
}

/** The shape of a field depends on its type; editors select it by `if` and `then`. */
function checkField(node: MapNode, note: Note) {
  const type = at(node, 'type')
  const shape = shapes[`field-${textOf(type)}`]
  if (shape) return checkKeys(node, shape, note)
  for (const entry of node.entries) if (!anyKey.has(entry.key)) noteKey(entry, anyField, note)
  if (type) note(type.start, 'field.type-unknown', meant(String(plain(type)), typesElsewhere, describableTypes.keys()))
  else if (!node.entries.some(isMistyped)) note(node.start, 'key.missing', { name: 'type' })
}

/** The keys of all types, for a field without a type. */
const anyKey = new Set([
  ...Object.keys(fieldKeys),
  ...[...describableTypes.values()].flatMap(type => Object.keys(type.options)),
])

const anyField: JsonSchema = { properties: Object.fromEntries([...anyKey].map(key => [key, {}])) }

/** A comma inside `{ }` ends a text, and the rest looks like a key without a value. */
const isNothing = (node: Node) => node.kind === 'scalar' && node.value === null

function checkKey(key: string, offset: number, names: JsonSchema | undefined, note: Note): void {
  const pattern = names && resolve(names)['pattern']
  if (typeof pattern === 'string' && !regular(pattern).test(key)) note(offset, 'name.form', { name: key })
}

function checkList(node: ListNode, schema: JsonSchema, note: Note, part?: Part): void {
  const items = schema['items'] as JsonSchema | undefined
  const [example] = Array.isArray(part?.example) ? part.example : []
  if (items) for (const item of node.items) checkNode(item, items, note, { example })
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
  if (typeof value === 'string') {
    const pattern = schema['pattern']
    if (value.length < Number(schema['minLength'] ?? 0)) note(start, 'value.empty')
    else if (value.length > Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY))
      note(start, 'value.long', { value, limit: String(schema['maxLength']) })
    else if (typeof pattern === 'string' && !regular(pattern).test(value)) {
      if (schema['shape'] === 'name') note(start, 'name.form', { ...formOf(node, schema), name: value })
      else note(start, 'value.form', formOf(node, schema))
    } else if (schema['format'] === 'date' && !isDay(value)) note(start, 'value.form', formOf(node, schema))
  }
  if (typeof value === 'number') {
    const [least, most] = [schema['minimum'], schema['maximum']]
    if (typeof least === 'number' && value < least) note(start, 'value.small', { limit: String(least) })
    if (typeof most === 'number' && value > most) note(start, 'value.large', { limit: String(most) })
  }
}

/** A value of a wrong form, with an example of a right one. */
function formOf({ value }: ScalarNode, schema: JsonSchema): MessageParameters {
  const [example] = (schema['examples'] as readonly unknown[] | undefined) ?? []
  return { value: String(value), ...(example !== undefined && { example: String(example) }) }
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

function noteType(node: Node, schemas: readonly JsonSchema[], note: Note, part?: Part): void {
  const types = schemas.flatMap(schema =>
    schema['shape'] === 'bilingual'
      ? ['bilingual']
      : 'const' in schema
        ? [String(schema['const'])]
        : [schema['type']].flat(),
  )
  const isNull = node.kind === 'scalar' && node.value === null
  const text = node.kind === 'scalar' ? String(node.value) : ''
  const example = types.includes('array') && !isNull ? listOf(text) : undefined
  const [only, ...others] = node.kind === 'map' && types.includes('string') ? node.entries : []
  const truth = types.includes('boolean') ? truths[text.toLowerCase()] : undefined
  const line = types.includes('object') || node.kind === 'list' ? exampleLine(node, part) : undefined
  note(node.start, isNull ? 'value.missing' : 'value.type', {
    ...(example !== undefined && { example }),
    ...(truth !== undefined && { example: truth }),
    ...(only && others.length === 0 && { example: only.key }),
    ...line,
    expected: [...new Set(types)].join(' '),
    found: node.kind === 'scalar' ? typeof node.value : node.kind === 'map' ? 'object' : 'array',
    ...(types.includes('string') && node.kind === 'scalar' && { quoted: JSON.stringify(text) }),
  })
}

/** Of a list where names are the keys of a map, its first item as it is written there; otherwise an example of the key. */
function exampleLine(node: Node, { key, example, help }: Part = { example: undefined }): MessageParameters {
  const [item] = node.kind === 'list' && isMap(example) ? node.items : []
  const named = item && namedAs(plain(item), Object.values(Object(example))[0])
  const line = named ? onOneLine(named).slice(2, -2) : `${key === undefined ? '-' : `${key}:`} ${onOneLine(example)}`
  if (example === undefined || line.length > mostInLine) return {}
  const [zh, en] = help ?? []
  return {
    line,
    ...(named ? { named: 'true' } : typeof example === 'string' && { zh: zh ? `${zh}。` : '', en: en ? `${en} ` : '' }),
  }
}

const mostInLine = 160

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An item with its name as a key: `- a: { … }`, `- { name: a, … }`, or `a`, which gets the value of an example. */
function namedAs(item: unknown, other: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof item === 'string') return isName(item) && isMap(other) ? { [item]: other } : undefined
  if (!isMap(item)) return undefined
  const { name, ...rest } = item
  if (typeof name === 'string' && isName(name) && Object.keys(rest).length > 0) return { [name]: rest }
  const [value, ...others] = Object.values(item)
  return isMap(value) && others.length === 0 ? item : undefined
}

const isName = (text: string) => /^[a-z]\w*$/i.test(text)

/** A value as YAML on one line. */
function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (isMap(value))
    return `{ ${Object.entries(value)
      .map(([key, one]) => `${key}: ${onOneLine(one)}`)
      .join(', ')} }`
  const text = String(value)
  return typeof value !== 'string' || (/^[\p{L}_][\p{L}\p{N}_ -]*$/u.test(text) && !truths[text])
    ? text
    : JSON.stringify(text)
}

/** What is written for true and false elsewhere. */
const truths: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['yes', 'on', 'y', '是', '1'].map(word => [word, 'true'])),
  ...Object.fromEntries(['no', 'off', 'n', '否', '0'].map(word => [word, 'false'])),
}

/** The list that was meant by a text with commas or dashes. */
function listOf(text: string): string | undefined {
  const items = text.split(/[,，、\s]+/).map(item => item.replace(/^-/, ''))
  return items.every(item => /^\w+$/.test(item)) ? `[${items.join(', ')}]` : undefined
}

/** The names of a hint at most; the number of further ones follows. */
const mostNames = 40

/** Types of fields in other languages. */
const typesElsewhere: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['string', 'varchar', 'char', 'str'].map(name => [name, 'text'])),
  ...Object.fromEntries(['textarea', 'richtext', 'clob'].map(name => [name, 'longtext'])),
  ...Object.fromEntries(['int', 'bigint', 'long'].map(name => [name, 'integer'])),
  ...Object.fromEntries(['number', 'numeric', 'float', 'double'].map(name => [name, 'decimal'])),
  ...Object.fromEntries(['amount', 'currency', 'price'].map(name => [name, 'money'])),
  ...Object.fromEntries(['bool', 'checkbox', 'switch'].map(name => [name, 'boolean'])),
  ...Object.fromEntries(['enum', 'select', 'radio', 'options', 'choice'].map(name => [name, 'dictionary'])),
  ...Object.fromEntries(['relation', 'ref', 'foreignKey', 'link', 'lookup'].map(name => [name, 'reference'])),
  ...Object.fromEntries(['timestamp', 'dateTime'].map(name => [name, 'datetime'])),
  ...Object.fromEntries(['photo', 'picture'].map(name => [name, 'image'])),
  ...Object.fromEntries(['attachment', 'upload'].map(name => [name, 'file'])),
  ...Object.fromEntries(['lines', 'subtable', 'table'].map(name => [name, 'children'])),
}

/** Keys of other languages. */
const keysElsewhere: Readonly<Record<string, string>> = {
  label: 'title',
  caption: 'title',
  maxLength: 'max',
  max_length: 'max',
  description: 'help',
  hint: 'help',
  formula: 'compute',
  validate: 'rules',
  roles: 'role',
  renamed_from: 'renamedFrom',
  formerName: 'renamedFrom',
  formerNames: 'renamedFrom',
}

/** The name that one of another language means if it is known here, otherwise a similar name or all. */
function meant(name: string, elsewhere: Readonly<Record<string, string>>, known: Iterable<string>): MessageParameters {
  const names = [...known]
  const near = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined
  return near !== undefined && names.includes(near) ? { name, near } : choice(name, names)
}

/** An unknown word with the nearest known one, or with all known ones. */
export function choice(name: string, known: Iterable<string>): MessageParameters {
  const names = [...known]
  const near = nearestName(name, names)
  if (near !== undefined) return { name, near }
  const more = names.length - mostNames
  return { name, known: names.slice(0, mostNames).join(', '), ...(more > 0 && { more: String(more) }) }
}
