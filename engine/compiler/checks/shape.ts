import { isDate } from '../../fields/calendar.ts'
import { writtenDay } from '../../fields/day.ts'
import type { JsonSchema } from '../../model/model.ts'
import { meantOperation } from '../../rules/foreign-names.ts'
import type { Report } from '../check-context.ts'
import { type Draft, layerAt } from '../draft.ts'
import type { Kinds } from '../kind.ts'
import { describableTypes, fieldKeys } from '../language/field.ts'
import { shapes } from '../language/shapes.ts'
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
  maxExampleLength,
  onOneLine,
  type Part,
} from './shape-example.ts'
import { arrow, choice, keyMeant, typeElsewhere, typeMeant } from './unknown-word.ts'

type Note = (offset: number, code: ProblemCode, words?: MessageParameters) => void

/** Validates a draft against the schema of its kind of file: keys, types of values, choices. */
export function checkShape(draft: Draft, kinds: Kinds, report: Report): void {
  const kind = kinds[draft.subject]
  if (!kind) return
  const schema = resolve(kind.whole ?? kind.schema)
  const { root } = draft
  const whole: Part = { schema, file: schema['additionalProperties'] === false ? 'keys' : 'names' }
  if (isNull(root)) {
    report(draft, root.start, 'file.empty', exampleLine(root, whole))
    return
  }
  const note: Note = (offset, code, words) => {
    const quoted = code === 'value.missing' && words?.['expected']?.includes('string') && commentAt(draft, offset)
    if (quoted) report(draft, offset, 'value.comment', { quoted })
    else if (code === 'name.form' && draft.subject === 'dictionary')
      report(draft, offset, code, { ...words, ...codeAsName(draft, offset) })
    else if (words?.['named'] === 'one') report(draft, offset, code, { ...words, ...fieldsFor(draft, offset) })
    else report(draft, offset, code, words)
  }
  const name = /([^/]*)\.yaml$/.exec(draft.source.file)?.[1] ?? ''
  const wrapper = wrapperIn(root, schema, name)
  if (wrapper) note(wrapper.keyStart, 'key.wrapper', { name: wrapper.key })
  const content = wrapper ? wrapper.value : root
  const inner = keysBelow(content, schema)
  for (const [under, { key, keyStart }] of inner) note(keyStart, 'key.outdent', { name: key, under })
  checkNode(without(content, new Set(inner.map(([, entry]) => entry))), schema, note, whole)
}

/** The only key of a file, if it is the name of the file, or unknown, and its value is what the file must contain. */
function wrapperIn(root: Node, schema: JsonSchema, file: string): Entry | undefined {
  const [only, ...others] = entriesOf(root)
  if (!only || others.length > 0 || only.value.kind !== 'map' || faultsOf(root, schema).length === 0) return undefined
  const properties = schemaProperties(schema)
  const isClosed = schema['additionalProperties'] === false
  const isWhole = only.value.entries.every(({ key }) => Object.hasOwn(properties, key))
  return (isClosed ? !Object.hasOwn(properties, only.key) && isWhole : only.key === file) ? only : undefined
}

/** What follows a key in place of its value, as a quoted text, if it is a comment without a space: `#1FA99A`. */
function commentAt(draft: Draft, offset: number): string | undefined {
  const { draft: file, start } = layerAt(draft, offset)
  const text = /^ *(#[^\s#].*)/.exec(file.source.text.slice(offset - start))?.[1]
  return text && JSON.stringify(text.trimEnd())
}

/** The digits that an entry of a dictionary has for its name, as written; the parser reads 01 as 1. */
function codeAsName(draft: Draft, offset: number): MessageParameters {
  const { draft: file, start } = layerAt(draft, offset)
  const written = /^["']?(\d[\w.-]*)["']?:/.exec(file.source.text.slice(offset - start))?.[1]
  return written === undefined ? {} : { name: written, code: written }
}

/** The types of fields that a key at the top of a resource can name. */
const typesNamedBy: Readonly<Record<string, readonly string[]>> = {
  display: ['text', 'serial'],
  owner: ['reference'],
  partOf: ['reference'],
  state: ['dictionary'],
  tree: ['reference'],
}

/** The fields of a resource that the key with this value can name. */
function fieldsFor({ root, subject, name }: Draft, offset: number): MessageParameters {
  const entry = subject === 'resource' ? entriesOf(root).find(({ value }) => value.start === offset) : undefined
  const types = entry && typesNamedBy[entry.key]
  if (!types) return {}
  const isCandidate = (field: Node) =>
    types.includes(textOf(at(field, 'type')) ?? '') && (entry.key !== 'tree' || textOf(at(field, 'of')) === name)
  const known = entriesOf(at(root, 'fields')).flatMap(({ key, value }) => (isCandidate(value) ? [key] : []))
  const [only, ...others] = known
  if (only === undefined) return {}
  return others.length > 0 ? { known: known.join(', ') } : { write: `${entry.key}: ${only}` }
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
export function checkNode(node: Node, given: JsonSchema, note: Note, part?: Part): void {
  const schema = resolve(given)
  const alternatives = schema['anyOf'] as readonly JsonSchema[] | undefined
  if (alternatives) checkAlternatives(node, alternatives, note, part)
  else if ('const' in schema || 'enum' in schema) checkChoice(node, schema, note)
  else if (!fits(node, schema)) noteType(node, [schema], note, part)
  else if (node.kind === 'map') checkMap(node, schema, note, part)
  else if (node.kind === 'list') checkList(node, schema, note, part)
  else checkScalar(node, schema, note)
}

function checkAlternatives(node: Node, alternatives: readonly JsonSchema[], note: Note, part?: Part): void {
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
function choiceOf(name: string, choices: readonly string[], schema: JsonSchema): MessageParameters {
  const [zh = '', en = ''] = choices.length === 1 ? String(schema['description'] ?? '').split('\n\n') : []
  const near = choices.find(one => one.toLowerCase() === name.toLowerCase()) ?? typeElsewhere(name)
  return {
    ...(near !== undefined && choices.includes(near) ? { name, near } : choice(name, choices)),
    ...(zh !== '' && { zh: `${zh}。`, en: `${en} ` }),
  }
}

function checkMap(node: MapNode, schema: JsonSchema, note: Note, part?: Part): void {
  if (schema['shape'] === 'refinedField' && !at(node, 'type')) checkKeys(node, shapes['field-refined'] ?? {}, note)
  else if (isField(schema)) checkField(node, note)
  else checkKeys(node, schema, note, part)
}

function checkKeys(node: MapNode, schema: JsonSchema, note: Note, part?: Part): void {
  const properties = schemaProperties(schema)
  const rest = schema['additionalProperties'] as false | JsonSchema | undefined
  const missing = requiredIn(schema).filter(key => !node.entries.some(entry => entry.key === key))
  const named = rest === false && missing.length === 1 ? keyAsValue(node, schema, missing) : undefined
  const below = rest ? notIndented(node, rest) : noneBelow
  const openKeys = rest === false ? openKeysOf(node, schema) : below.size > 0 ? new Set(below.values()) : noneOpen
  const divided = dividedIn(node, schema)
  const instead = rest === false && !named ? insteadOf(node, schema, missing) : undefined
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
    else if (entry === instead) note(keyStart, 'key.unknown', { name: key, near: missing[0] ?? '' })
    else if (entry === named) note(keyStart, 'key.unknown', { name: key, near: `${missing[0]}: ${key}` })
    else if (isNull(value) && /^\d+$/.test(key) && isNumber(last)) note(keyStart, 'number.comma')
    else if (rest === false) noteKey(entry, node, schema, note)
    else if (rest && areNested(value, rest, schema))
      note(keyStart, 'key.nested', { name: `${key}.${entriesOf(value)[0]?.key}` })
    else if (rest) {
      const names = schema['propertyNames'] as JsonSchema | undefined
      const title = /^\d/.test(key) && textOf(value) ? onOneLine(bilingualOf(value)) : undefined
      checkKey(key, keyStart, names, note, title)
      // The problem of the name shows where the text belongs.
      if (title === undefined || !names) checkNode(value, rest, note, { schema: rest, key, entry: value, of: part })
    }
  }
  if (named || instead || node.entries.some(isMistyped)) return
  for (const key of missing)
    if (schema['shape'] === 'bilingual') note(node.start, 'text.language-missing', { name: key })
    // The state that the arrow leads to is reported with the other.
    else if (key !== 'to' || !arrow.test(textOf(at(node, 'from')) ?? ''))
      note(node.start, 'key.missing', missingKey(key, properties[key]))
  if (node.entries.length < Number(schema['minProperties'] ?? 0)) note(node.start, 'value.empty')
}

/** A missing key with an example of its line. */
function missingKey(name: string, schema: JsonSchema | undefined): MessageParameters {
  const { line } = schema ? exampleLine(nothing, { schema, key: name }) : {}
  return { name, ...(line !== undefined && { line }) }
}

const nothing: Node = { kind: 'scalar', start: 0, end: 0, value: null, style: 'plain' }

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
    const write: MessageParameters = isText ? { quoted: JSON.stringify(whole) } : { write: `[${whole}]` }
    for (const one of rest) found.set(one, {})
    const [noList] = isText ? [] : faultsOf({ ...value, value: whole }, own)
    if (noList) found.set(entry, { problem: noList })
    else found.set(first, { problem: [first.keyStart, 'text.comma', { name: first.key, ...write }] })
  }
  return found
}

const noneDivided: ReadonlyMap<Entry, Divided> = new Map()

/** Whether the entries of a value are entries whose names contain a dot: `visit: { days: … }` for `visit.days: …`. */
function areNested(node: Node, rest: JsonSchema, { propertyNames }: JsonSchema): boolean {
  const pattern = propertyNames && resolve(propertyNames as JsonSchema)['pattern']
  const entries = entriesOf(node)
  return (
    typeof pattern === 'string' &&
    regular(pattern).test('a.b') &&
    entries.length > 0 &&
    entries.every(({ value }) => faultsOf(value, rest).length === 0)
  )
}

const isNumber = (node: Node | undefined) => node?.kind === 'scalar' && typeof node.value === 'number'

/** The only unknown key, if its value fits the only missing one. */
function insteadOf(node: MapNode, schema: JsonSchema, missing: readonly string[]): Entry | undefined {
  const properties = schemaProperties(schema)
  const [unknown, ...others] = node.entries.filter(({ key }) => !Object.hasOwn(properties, key))
  const wanted = missing.length === 1 ? properties[missing[0] ?? ''] : undefined
  if (!unknown || others.length > 0 || !wanted || isNull(unknown.value)) return undefined
  const isMeant = keyMeant(unknown.key, Object.keys(properties), isIn(node))['near'] === undefined
  return isMeant && faultsOf(unknown.value, wanted).length === 0 ? unknown : undefined
}

/** The unknown key that is the value of the only missing one: `- inspector: { … }` for `- role: inspector`. */
function keyAsValue(node: MapNode, schema: JsonSchema, missing: readonly string[]): Entry | undefined {
  const properties = schemaProperties(schema)
  const [unknown, ...others] = node.entries.filter(({ key }) => !Object.hasOwn(properties, key))
  const only = missing.length === 1 ? resolve(properties[missing[0] ?? ''] ?? {}) : undefined
  if (!unknown || others.length > 0 || only?.['type'] !== 'string') return undefined
  const isEmpty = isNull(unknown.value) || unknown.value.kind === 'map'
  return isEmpty && keyMeant(unknown.key, Object.keys(properties), isIn(node))['near'] === undefined
    ? unknown
    : undefined
}

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
  const known = choicesMeant(entry, schema) ?? keyMeant(key, Object.keys(schemaProperties(schema)), isIn(node))
  const colon = isNull(entry.value) ? colonInKey(key) : undefined
  const wide = isNull(entry.value) && fullWidthIn(key)
  const under = known['near'] === undefined ? keyAbove(entry, schema) : undefined
  if (wide) note(keyStart + wide.index, 'yaml.full-width', wide.words)
  else if (colon !== undefined) note(keyStart + colon, 'yaml.colon-space', { name: key.slice(0, colon) })
  else if (under !== undefined) note(keyStart, 'key.indent', { name: key, under })
  else note(keyStart, 'key.unknown', known)
}

const isIn = (node: MapNode) => (key: string) => at(node, key) !== undefined

/** Choices that are written on the field instead of in a dictionary. */
function choicesMeant({ key, value }: Entry, schema: JsonSchema): MessageParameters | undefined {
  const isChoices = /^(values|choices|options|enum|select|selection)$/.test(key) && schemaProperties(schema)['of']
  if (!isChoices || (value.kind === 'scalar' && !/[\n,;|]/.test(String(value.value)))) return undefined
  return {
    name: key,
    zh: '可选值写在 dictionaries/<编号>.yaml 里，这里写 of: <编号>。',
    en: 'Write the choices in dictionaries/<code>.yaml, and of: <code> here.',
  }
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
  if (type) note(type.start, 'field.type-unknown', typeMeant(String(plain(type)), describableTypes.keys()))
  else if (!node.entries.some(isMistyped)) note(node.start, 'key.missing', { name: 'type', line: 'type: text' })
}

/** The keys of all types, for a field without a type. */
const anyKey = new Set([
  ...Object.keys(fieldKeys),
  ...[...describableTypes.values()].flatMap(type => Object.keys(type.options)),
])

const anyField: JsonSchema = { properties: Object.fromEntries([...anyKey].map(key => [key, {}])) }

function checkKey(
  key: string,
  offset: number,
  names: JsonSchema | undefined,
  note: Note,
  title: string | undefined,
): void {
  const pattern = names && resolve(names)['pattern']
  if (typeof pattern === 'string' && !regular(pattern).test(key))
    note(offset, 'name.form', { name: key, ...(title !== undefined && { title }), ...nameMeant(key, pattern) })
}

/** The name that a text means: startDay for `Start day`. */
function nameMeant(text: string, pattern: string): MessageParameters {
  const write = identifierIn(text)
  return write !== undefined && regular(pattern).test(write) ? { write } : {}
}

function checkList(node: ListNode, schema: JsonSchema, note: Note, part?: Part): void {
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
function formOf({ value }: ScalarNode, schema: JsonSchema): MessageParameters {
  const [given] = (schema['examples'] as readonly unknown[] | undefined) ?? []
  const [, field, order] = /^([a-z]\w*)\s+(asc|desc)(ending)?$/i.exec(String(value)) ?? []
  const example = field === undefined ? given : `${/^desc/i.test(order ?? '') ? '-' : ''}${field}`
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

function noteType(node: Node, schemas: readonly JsonSchema[], note: Note, part?: Part): void {
  const types = schemas.flatMap(schema =>
    schema['shape'] === 'bilingual'
      ? ['bilingual']
      : 'const' in schema
        ? [String(schema['const'])]
        : [schema['type']].flat(),
  )
  note(node.start, isNull(node) ? 'value.missing' : 'value.type', {
    ...cureOf(node, schemas, types, part),
    expected: [...new Set(types)].join(' '),
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
function cureOf(node: Node, schemas: readonly JsonSchema[], types: readonly unknown[], part?: Part): MessageParameters {
  const isScalar = node.kind === 'scalar'
  const text = isScalar ? writtenOf(node) : ''
  const line =
    types.includes('object') || types.includes('array') || node.kind === 'list' ? exampleLine(node, part) : {}
  if (isNull(node)) return types.includes('string') ? {} : line
  if (types.includes('bilingual') && !types.includes('string')) return { example: onOneLine(bilingualOf(node)) }
  const truth = types.includes('boolean') ? booleanWords[text.toLowerCase()] : undefined
  if (truth !== undefined) return { example: truth }
  const [item, ...items] = node.kind === 'list' && types.includes('string') ? node.items.map(textOf) : []
  if (item !== undefined && items.length === 0 && !types.includes('array')) return { example: item }
  const name = node.kind === 'map' && types.includes('string') ? nameIn(node, part?.of) : undefined
  if (name !== undefined) return { example: name }
  const number = isScalar && typeof node.value === 'string' ? impliedNumber(text, types) : undefined
  if (number !== undefined && !types.includes('string')) return { example: number }
  const list = types.includes('array') ? asList(node, schemas, part) : undefined
  if (list !== undefined) return { example: list }
  if (isScalar && types.every(type => type === 'array')) return exampleLine(node, part, true)
  const isText = (schema: JsonSchema) => {
    const pattern = schema['pattern']
    return (
      schema['type'] === 'string' &&
      (typeof pattern !== 'string' || regular(pattern).test(text)) &&
      schema['format'] !== 'date'
    )
  }
  // Quotes would make a text of it, but not one that names something.
  const namesOne = isScalar && part?.key !== undefined && typeof node.value === 'boolean' && isNameIn(part.schema)
  if (namesOne || (isScalar && types.includes('string') && !schemas.some(isText)))
    return { ...exampleLine(node, part, true), named: 'one' }
  if (
    isScalar &&
    part?.key !== undefined &&
    ['number', 'integer'].some(type => types.includes(type)) &&
    !types.includes('string')
  )
    return exampleLine(node, part)
  return { ...line, ...(types.includes('string') && isScalar && { quoted: JSON.stringify(text) }) }
}

/** The name that a map has instead of being one: `{ name: visitNo, width: 100 }`, `{ createTime: desc }`, `visitNo:`. */
function nameIn({ entries }: MapNode, list?: Part): string | undefined {
  const named = entries.find(({ key }) => /^(name|field|fieldname|prop|dataIndex|column|key|code|attribute)$/.test(key))
  const name = textOf(named?.value)
  const order = entries.find(({ key, value }) => /^(order|direction|dir)$/.test(key) || isOrder(value))
  const sign = /^(desc|descending|-1)$/i.test(order?.value.kind === 'scalar' ? String(order.value.value) : '')
    ? '-'
    : ''
  if (name !== undefined) return sign + name
  const [only, ...others] = entries
  if (!only || others.length > 0) return undefined
  return list ? namesIn(only, list).join(', ') : sign + only.key
}

const isOrder = (node: Node) => /^(asc|desc)(ending)?$/i.test(textOf(node) ?? '')

/** Whether the value of a key is the name of something, by its example. */
const isNameIn = (schema: JsonSchema): boolean =>
  resolve(schema)['shape'] !== 'expression' && /^[a-z][a-zA-Z0-9]*$/.test(String(Object(schema['examples'])[0] ?? ''))

/** The list that was meant by a text with commas or dashes, by a list of texts, by an item, or by a map of items. */
function asList(node: Node, schemas: readonly JsonSchema[], part?: Part): string | undefined {
  if (node.kind === 'scalar') {
    const isOfTexts = schemas.some(({ items }) => resolve((items ?? {}) as JsonSchema)['type'] !== 'object')
    return isOfTexts && typeof node.value === 'string' ? impliedList(node.value) : undefined
  }
  if (node.kind === 'list') return `[${onOneLine(plain(node))}]`
  const [items] = schemas.flatMap(({ items }) => (items ? [resolve(items as JsonSchema)] : []))
  if (items?.['type'] === 'string') return `[${node.entries.flatMap(entry => namesIn(entry, part)).join(', ')}]`
  if (items?.['type'] !== 'object') return undefined
  const list = faultsOf(node, items).length === 0 ? [plain(node)] : node.entries.map(entry => asItem(entry, items))
  const text = `${part?.key === undefined ? '' : `${part.key}: `}${onOneLine(list)}`
  return list.includes(undefined) || text.length > maxExampleLength ? undefined : text
}

/** The names of a list that an entry of a map means: `{ visitNo: 100 }`, and permission codes: `{ site: [view, edit] }`. */
function namesIn({ key, value }: Entry, part?: Part): readonly string[] {
  const [example] = (part?.schema['examples'] as readonly unknown[][] | undefined) ?? []
  if (!String(example?.[0]).includes('_')) return [key]
  const verbs = (value.kind === 'list' ? value.items : [value]).map(textOf)
  return verbs.map(
    verb => `${key}_${verb && /^\w+$/.test(verb) && !/^(all|crud|full)$/.test(verb) ? meantOperation(verb) : '*'}`,
  )
}

/** The item of a list that an entry of a map means: `inspector: [view]` is { role: inspector, allow: [view] }. */
function asItem({ key, value }: Entry, items: JsonSchema): unknown {
  const [name, ...others] = requiredIn(items)
  const properties = schemaProperties(items)
  if (name === undefined || others.length > 0 || resolve(properties[name] ?? {})['type'] !== 'string') return undefined
  if (value.kind === 'map') return { [name]: key, ...Object(plain(value)) }
  const [fit] =
    Object.entries(properties).find(([other, one]) => other !== name && faultsOf(value, one).length === 0) ?? []
  return fit === undefined ? undefined : { [name]: key, [fit]: plain(value) }
}
