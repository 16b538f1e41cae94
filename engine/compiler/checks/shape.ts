import { isDate } from '../../fields/calendar.ts'
import { writtenDay } from '../../fields/day.ts'
import type { JsonSchema } from '../../model/model.ts'
import type { FaultWords } from '../../rules/fault-texts.ts'
import type { Report } from '../check-context.ts'
import { type Draft, layerAt } from '../draft.ts'
import type { Kinds } from '../kind.ts'
import { describableTypes, fieldKeys } from '../language/field.ts'
import { shapes } from '../language/shapes.ts'
import type { ProblemCode } from '../problem-messages.ts'
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
  writtenOf,
} from '../tree.ts'
import { colonInKey, equalsInKey, fullWidthIn } from '../yaml-cause.ts'
import { isField, requiredIn, resolve, schemaProperties } from './schema-parts.ts'
import {
  bilingualOf,
  booleanWords,
  exampleLine,
  identifierIn,
  impliedList,
  impliedNumber,
  isNull,
  onOneLine,
  type ShapePart,
} from './shape-example.ts'
import { choice } from './unknown-word.ts'

type Note = (offset: number, code: ProblemCode, words?: FaultWords) => void

/** Validates a draft against the schema of its kind of file: keys, types of values, choices. */
export function checkShape(draft: Draft, kinds: Kinds, report: Report): void {
  const kind = kinds[draft.subject]
  if (!kind) return
  const schema = resolve(kind.whole ?? kind.schema)
  const { root } = draft
  const whole: ShapePart = { schema, file: schema['additionalProperties'] === false ? 'keys' : 'names' }
  if (isNull(root)) {
    report(draft, root.start, 'file.empty', exampleLine(whole))
    return
  }
  const note: Note = (offset, code, words) => {
    const quoted = code === 'value.missing' && words?.['expected']?.includes('string') && commentAt(draft, offset)
    if (quoted) report(draft, offset, 'value.comment', { quoted })
    else report(draft, offset, code, words)
  }
  const inner = keysBelow(root, schema)
  for (const [under, { key, keyStart }] of inner) note(keyStart, 'key.outdent', { name: key, under })
  checkNode(without(root, new Set(inner.map(([, entry]) => entry))), schema, note, whole)
}

/** What follows a key in place of its value, as a quoted text, if it is a comment without a space: `#1FA99A`. */
function commentAt(draft: Draft, offset: number): string | undefined {
  const { draft: file, start } = layerAt(draft, offset)
  const text = /^ *(#[^\s#].*)/.exec(file.source.text.slice(offset - start))?.[1]
  return text && JSON.stringify(text.trimEnd())
}

/** Keys of the top of a file, with valid values, that are indented as if they belonged to another key. */
function keysBelow(root: Node, schema: JsonSchema): readonly (readonly [under: string, entry: Entry])[] {
  const properties = schemaProperties(schema)
  return entriesOf(root).flatMap(({ key: under, value: inner }) => {
    const own = Object.hasOwn(properties, under) ? resolve(properties[under] ?? {}) : undefined
    const rest = own?.['additionalProperties']
    if (!own || rest === undefined) return []
    const indented = rest === false || inner.kind !== 'map' ? undefined : notIndented(inner, rest as JsonSchema)
    const isMisplaced = (entry: Entry) => {
      const { key, value } = entry
      if (indented?.has(entry)) return false
      const above = Object.hasOwn(properties, key) && !at(value, 'type') && properties[key]
      if (!above || Object.hasOwn(schemaProperties(own), key) || faultsOf(value, above).length > 0) return false
      return rest === false ? !at(root, key) : faultsOf(mapOf(key, value), own).length > 0
    }
    return entriesOf(inner)
      .filter(isMisplaced)
      .map(entry => [under, entry] as const)
  })
}

const mapOf = (key: string, value: Node): MapNode => ({
  kind: 'map',
  start: value.start,
  entries: [{ key, keyStart: value.start, value }],
})

/** The tree without some of the entries on its second level. */
function without(root: Node, left: ReadonlySet<Entry>): Node {
  if (left.size === 0 || root.kind !== 'map') return root
  const kept = (node: Node): Node =>
    node.kind === 'map' ? { ...node, entries: node.entries.filter(entry => !left.has(entry)) } : node
  return { ...root, entries: root.entries.map(entry => ({ ...entry, value: kept(entry.value) })) }
}

/** Validates a part of a draft against a JSON Schema of the form that the descriptor language uses. */
export function checkNode(node: Node, given: JsonSchema, note: Note, part?: ShapePart): void {
  const schema = resolve(given)
  const alternatives = schema['anyOf'] as readonly JsonSchema[] | undefined
  if (alternatives) checkAlternatives(node, alternatives, note, part)
  else if ('const' in schema || 'enum' in schema) checkChoice(node, schema, note)
  else if (!fits(node, schema)) noteType(node, [schema], note, part)
  else if (node.kind === 'map') checkMap(node, schema, note, part)
  else if (node.kind === 'list') checkList(node, schema, note, part)
  else checkScalar(node, schema, note)
}

function checkAlternatives(node: Node, alternatives: readonly JsonSchema[], note: Note, part?: ShapePart): void {
  const able = alternatives.map(resolve).filter(schema => 'const' in schema || fits(node, schema))
  const [first, ...others] = able.filter(schema => !('const' in schema) || isConst(node, schema))
  // A code: as a number, it would lose zeros, and digits beyond the sixteenth.
  if (node.kind === 'scalar' && node.written !== undefined && areCodes(alternatives))
    note(node.start, 'value.code', { value: String(node.value), quoted: JSON.stringify(node.written) })
  else if (!first) noteType(node, alternatives.map(resolve), note, part)
  else if (others.length === 0) checkNode(node, first, note)
  else {
    const tries = [first, ...others].map(schema => faultsOf(node, schema))
    if (!tries.some(faults => faults.length === 0)) for (const fault of tries[0] ?? []) note(...fault)
  }
}

/** Whether these accept a text, and a number at most as one of digits. */
const areCodes = (alternatives: readonly JsonSchema[]): boolean =>
  alternatives.some(({ type }) => type === 'string') &&
  !alternatives.some(({ type }) => type === 'number' || type === 'boolean')

function faultsOf(node: Node, schema: JsonSchema): Parameters<Note>[] {
  const faults: Parameters<Note>[] = []
  checkNode(node, schema, (...fault) => faults.push(fault))
  return faults
}

const isConst = (node: Node, schema: JsonSchema) => node.kind === 'scalar' && node.value === schema['const']

function checkChoice(node: Node, schema: JsonSchema, note: Note): void {
  const choices = ((schema['enum'] as readonly unknown[] | undefined) ?? [schema['const']]).map(String)
  if (node.kind !== 'scalar') noteType(node, [{ type: 'string' }], note)
  else if (!choices.includes(String(node.value)))
    note(node.start, 'value.choice', choiceOf(String(plain(node)), choices, schema))
}

/** An unknown choice; where there is only one, with the purpose of the key. */
function choiceOf(name: string, choices: readonly string[], schema: JsonSchema): FaultWords {
  const [zh = '', en = ''] = choices.length === 1 ? String(schema['description'] ?? '').split('\n\n') : []
  return { ...choice(name, choices), ...(zh !== '' && { zh: `${zh}。`, en: `${en} ` }) }
}

function checkMap(node: MapNode, schema: JsonSchema, note: Note, part?: ShapePart): void {
  if (schema['shape'] === 'refinedField' && !at(node, 'type')) checkKeys(node, shapes['field-refined'] ?? {}, note)
  else if (isField(schema)) checkField(node, note)
  else checkKeys(node, schema, note, part)
}

function checkKeys(node: MapNode, schema: JsonSchema, note: Note, part?: ShapePart): void {
  const properties = schemaProperties(schema)
  const rest = schema['additionalProperties'] as false | JsonSchema | undefined
  const missing = requiredIn(schema).filter(key => !node.entries.some(entry => entry.key === key))
  const below = rest ? notIndented(node, rest) : noneBelow
  const openKeys = rest === false ? openKeysOf(node, schema) : below.size > 0 ? new Set(below.values()) : noneOpen
  const divided = dividedIn(node, schema)
  let before: Node | undefined
  for (const entry of node.entries) {
    const { key, keyStart, value } = entry
    const ofValue = divided.get(entry)
    if (ofValue) {
      if (ofValue.problem) note(...ofValue.problem)
      continue
    }
    const last = before
    before = value
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined
    const under = below.get(entry)
    const hasEquals = isNull(value) && equalsInKey(key) !== undefined
    if (hasEquals) note(keyStart, 'yaml.equals')
    else if (under !== undefined) note(keyStart, 'key.indent', { name: key, under })
    else if (isNull(value) && openKeys.has(key)) continue
    else if (own) checkNode(value, own, note, { schema: own, key })
    else if (isNull(value) && /^\d+$/.test(key) && isNumber(last)) note(keyStart, 'number.comma')
    else if (rest === false) noteKey(entry, node, schema, note)
    else if (rest) {
      checkKey(key, keyStart, schema['propertyNames'] as JsonSchema | undefined, note)
      checkNode(value, rest, note, { schema: rest, key, isEntry: true, of: part })
    }
  }
  if (node.entries.some(isMistyped)) return
  for (const key of missing)
    if (schema['shape'] === 'bilingual') note(node.start, 'text.language-missing', { name: key })
    else note(node.start, 'key.missing', missingKey(key, properties[key]))
  if (node.entries.length < Number(schema['minProperties'] ?? 0)) note(node.start, 'value.empty')
}

/** A missing key with an example of its line. */
function missingKey(name: string, schema: JsonSchema | undefined): FaultWords {
  const { line } = schema ? exampleLine({ schema, key: name }) : {}
  return { name, ...(line !== undefined && { line }) }
}

/** An entry that is a part of a value with commas; one of them has the problem. */
interface Divided {
  readonly problem?: Parameters<Note>
}

/** Entries without a value that follow a plain text: the rest of a text with commas, or of a list without brackets. */
function dividedIn({ entries }: MapNode, schema: JsonSchema): ReadonlyMap<Entry, Divided> {
  if (!entries.some(isOpen)) return noneDivided
  const properties = schemaProperties(schema)
  const isRest = ({ key, value }: Entry) => isNull(value) && !Object.hasOwn(properties, key)
  const found = new Map<Entry, Divided>()
  for (const [index, entry] of entries.entries()) {
    const { key, value } = entry
    const text = value.kind === 'scalar' && value.style === 'plain' ? textOf(value) : undefined
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (value.kind !== 'scalar' || text === undefined || !own) continue
    const end = entries.findIndex((one, at) => at > index && !isRest(one))
    const rest = entries.slice(index + 1, end < 0 ? undefined : end)
    const [first] = rest
    if (!first) continue
    const whole = [text, ...rest.map(one => one.key)].join(', ')
    const items = [value, ...rest.map(one => ({ ...value, start: one.keyStart, value: one.key }))]
    const isText = schema['shape'] === 'bilingual'
    if (!isText && faultsOf({ kind: 'list', start: value.start, items }, own).length > 0) continue
    const write: FaultWords = isText ? { quoted: JSON.stringify(whole) } : { write: `[${whole}]` }
    for (const one of rest) found.set(one, {})
    const [noList] = isText ? [] : faultsOf({ ...value, value: whole }, own)
    if (noList) found.set(entry, { problem: noList })
    else found.set(first, { problem: [first.keyStart, 'text.comma', { name: first.key, ...write }] })
  }
  return found
}

const noneDivided: ReadonlyMap<Entry, Divided> = new Map()

const isNumber = (node: Node | undefined) => node?.kind === 'scalar' && typeof node.value === 'number'

/** The keys without a value whose entries are on their own level, by the keys that belong below them. */
function openKeysOf(node: MapNode, schema: JsonSchema): ReadonlySet<string> {
  if (!node.entries.some(isOpen)) return noneOpen
  const properties = schemaProperties(schema)
  const unknown = node.entries.filter(({ key }) => !Object.hasOwn(properties, key))
  return new Set(unknown.flatMap(entry => keyAbove(entry, schema) ?? []))
}

const isOpen = ({ value }: Entry) => isNull(value)
// Of nearly all maps.
const noneOpen: ReadonlySet<string> = new Set()
const noneBelow: ReadonlyMap<Entry, string> = new Map()

/** Entries that belong below the one before, which has no value, and its key. */
function notIndented(node: MapNode, rest: JsonSchema): ReadonlyMap<Entry, string> {
  if (!node.entries.some(isOpen)) return noneBelow
  const schema = resolve(rest)
  const inner = isField(schema) ? schemaProperties(anyField) : schemaProperties(schema)
  const found = new Map<Entry, string>()
  let open: string | undefined
  for (const entry of node.entries) {
    const { key, value } = entry
    if (isNull(value)) open = key
    else {
      const own = Object.hasOwn(inner, key) ? inner[key] : undefined
      if (!own || faultsOf(value, own).length > 0 || faultsOf(value, rest).length === 0) open = undefined
      if (open !== undefined) found.set(entry, open)
    }
  }
  return found
}

/** An unknown key: one that was not ended as YAML requires, one that belongs below another, or a misspelt one. */
function noteKey(entry: Entry, node: MapNode, schema: JsonSchema, note: Note): void {
  const { key, keyStart } = entry
  const written = keysOf(node)
  const unwritten = Object.keys(schemaProperties(schema)).filter(name => !written.has(name))
  const known = choice(key, unwritten)
  const colon = isNull(entry.value) ? colonInKey(key) : undefined
  const wide = isNull(entry.value) && fullWidthIn(key)
  const under = known['near'] === undefined ? keyAbove(entry, schema) : undefined
  if (wide) note(keyStart + wide.index, 'yaml.full-width', wide.words)
  else if (colon !== undefined) note(keyStart + colon, 'yaml.colon-space', { name: key.slice(0, colon) })
  else if (under !== undefined) note(keyStart, 'key.indent', { name: key, under })
  else note(keyStart, 'key.unknown', known)
}

const knownKeys = new WeakMap<MapNode, ReadonlySet<string>>()

/** The keys of a map; of one with many unknown keys, they are read for each. */
function keysOf(node: MapNode): ReadonlySet<string> {
  const keys = knownKeys.get(node) ?? new Set(node.entries.map(({ key }) => key))
  knownKeys.set(node, keys)
  return keys
}

const isMistyped = ({ key, value }: Entry): boolean =>
  isNull(value) && (colonInKey(key) !== undefined || fullWidthIn(key) !== undefined)

/** The key of a map that an unknown key belongs below, if its value fits there and nowhere else. */
function keyAbove(entry: Entry, schema: JsonSchema): string | undefined {
  const { key, value } = entry
  const all = schemaProperties(schema)
  if (all['fields'] && at(value, 'type')) return 'fields'
  const above = Object.keys(all).filter(name => {
    const inner = schemaProperties(resolve(all[name] ?? {}))[key]
    return inner && faultsOf(value, inner).length === 0
  })
  return above.length === 1 ? above[0] : undefined
}

/** The shape of a field depends on its type; editors select it by `if` and `then`. */
function checkField(node: MapNode, note: Note) {
  const type = at(node, 'type')
  const shape = shapes[`field-${textOf(type)}`]
  if (shape) return checkKeys(node, shape, note)
  for (const entry of node.entries) if (!anyKey.has(entry.key)) noteKey(entry, node, anyField, note)
  if (type) note(type.start, 'field.type-unknown', choice(String(plain(type)), describableTypes.keys()))
  else if (!node.entries.some(isMistyped)) note(node.start, 'key.missing', { name: 'type', line: 'type: text' })
}

/** The keys of all types, for a field without a type. */
const anyKey = new Set([
  ...Object.keys(fieldKeys),
  ...[...describableTypes.values()].flatMap(type => Object.keys(type.options)),
])

const anyField: JsonSchema = { properties: Object.fromEntries([...anyKey].map(key => [key, {}])) }

function checkKey(key: string, offset: number, names: JsonSchema | undefined, note: Note): void {
  const pattern = names && resolve(names)['pattern']
  if (typeof pattern === 'string' && !regular(pattern).test(key))
    note(offset, 'name.form', { name: key, ...nameMeant(key, pattern) })
}

/** The name that a text means: startDay for `Start day`. */
function nameMeant(text: string, pattern: string): FaultWords {
  const write = identifierIn(text)
  return write !== undefined && regular(pattern).test(write) ? { write } : {}
}

function checkList(node: ListNode, schema: JsonSchema, note: Note, part?: ShapePart): void {
  const items = schema['items'] as JsonSchema | undefined
  const ofItem = { schema, of: part }
  if (items && isOneOfLists(node, items)) noteType(node, [schema], note, part)
  else if (items) for (const item of node.items) checkNode(item, items, note, ofItem)
  if (node.items.length < Number(schema['minItems'] ?? 0)) note(node.start, 'value.empty')
  if (schema['uniqueItems'] !== true) return
  const seen = new Set<string>()
  for (const item of node.items) {
    const text = JSON.stringify(plain(item))
    if (seen.has(text)) note(item.start, 'list.item-twice', { name: String(plain(item)) })
    seen.add(text)
  }
}

/** Whether a list of texts is one of the lists that it must contain. */
function isOneOfLists({ items }: ListNode, schema: JsonSchema): boolean {
  const kinds = (schema['anyOf'] as readonly JsonSchema[] | undefined)?.map(resolve) ?? []
  const isText = (item: Node) => item.kind === 'scalar' && typeof item.value === 'string'
  return items.length > 0 && items.every(isText) && kinds.some(kind => kind['type'] === 'array')
}

function checkScalar(node: ScalarNode, schema: JsonSchema, note: Note): void {
  const { value, start } = node
  if (typeof value === 'string') {
    const pattern = schema['pattern']
    if (value.length < Number(schema['minLength'] ?? 0)) note(start, 'value.empty')
    else if (value.length > Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY))
      note(start, 'value.long', { value, limit: String(schema['maxLength']) })
    else if (typeof pattern === 'string' && !regular(pattern).test(value)) {
      if (schema['shape'] === 'name')
        note(start, 'name.form', { ...formOf(node, schema), name: value, ...nameMeant(value, pattern) })
      else note(start, 'value.form', formOf(node, schema))
    } else if (schema['format'] === 'date' && !isDate(value)) noteDay(node, schema, note)
  }
  if (typeof value === 'number') {
    const [least, most] = [schema['minimum'], schema['maximum']]
    if (typeof least === 'number' && value < least) note(start, 'value.small', { limit: String(least) })
    if (typeof most === 'number' && value > most) note(start, 'value.large', { limit: String(most) })
  }
}

/** A text that is no day: one that does not exist, or one that is written otherwise. */
function noteDay(node: ScalarNode, schema: JsonSchema, note: Note): void {
  const written = String(node.value)
  const example = writtenDay(written)
  if (example === undefined || !isDate(`${example.slice(0, 7)}-01`))
    note(node.start, 'value.form', formOf(node, schema))
  else if (isDate(example)) note(node.start, 'value.form', { value: written, example })
  else note(node.start, 'value.day', { value: written, example: lastDay(example) })
}

/** The last day of the month of a day. */
const lastDay = (day: string): string => [31, 30, 29, 28].map(last => `${day.slice(0, 7)}-${last}`).find(isDate) ?? day

/** A value of a wrong form, with an example of a right one. */
function formOf({ value }: ScalarNode, schema: JsonSchema): FaultWords {
  const [example] = (schema['examples'] as readonly unknown[] | undefined) ?? []
  return { value: String(value), ...(example !== undefined && { example: String(example) }) }
}

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

function noteType(node: Node, schemas: readonly JsonSchema[], note: Note, part?: ShapePart): void {
  const types = schemas.flatMap(schema =>
    schema['shape'] === 'bilingual'
      ? ['bilingual']
      : 'const' in schema
        ? [String(schema['const'])]
        : [schema['type']].flat(),
  )
  note(node.start, isNull(node) ? 'value.missing' : 'value.type', {
    ...cureOf(node, types, part),
    expected: [...new Set(types)].join(','),
    found: kindOf(node, types),
    ...(part?.file && { whole: 'true' }),
  })
}

function kindOf(node: Node, types: readonly unknown[]): string {
  if (node.kind === 'list' && types.every(type => type === 'array')) return 'texts'
  if (node.kind !== 'scalar') return node.kind === 'map' ? 'object' : 'array'
  const isDecimal = typeof node.value === 'number' && !Number.isInteger(node.value)
  return isDecimal && types.includes('integer') ? 'decimal' : typeof node.value
}

/** What to write instead of a value of the wrong type. */
function cureOf(node: Node, types: readonly unknown[], part?: ShapePart): FaultWords {
  const isScalar = node.kind === 'scalar'
  if (isNull(node)) return types.includes('string') ? {} : exampleLine(part)
  if (types.includes('bilingual') && !types.includes('string')) return { example: onOneLine(bilingualOf(node)) }
  const text = isScalar ? writtenOf(node) : ''
  const isText = isScalar && typeof node.value === 'string'
  const meant =
    (types.includes('boolean') ? booleanWords[text.toLowerCase()] : undefined) ??
    (isText && !types.includes('string') ? impliedNumber(text, types) : undefined) ??
    (isText && types.includes('array') ? impliedList(text) : undefined)
  if (meant !== undefined) return { example: meant }
  // Quotes would make a text of it, but not the name of anything.
  const isNoName = isScalar && typeof node.value === 'boolean' && part !== undefined && namesSomething(part.schema)
  return isScalar && types.includes('string') && !isNoName ? { quoted: JSON.stringify(text) } : exampleLine(part)
}

/** Whether a value is the name of something, by its example. */
const namesSomething = (schema: JsonSchema): boolean =>
  /^[a-z][a-zA-Z0-9]*$/.test(String(Object(resolve(schema)['examples'])[0] ?? ''))
