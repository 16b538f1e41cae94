import type { JsonSchema } from '../../model/model.ts'
import { shapes } from '../language/shapes.ts'
import type { MessageParameters } from '../problem-messages.ts'
import { type Node, plain } from '../tree.ts'
import { isField, requiredIn, resolve, schemaProperties } from './schema-parts.ts'
import { typeElsewhere } from './unknown-word.ts'

/** An example of a value: its required keys, or the first one, and of a map of names one of its entries. */
function exampleOf(given: JsonSchema): unknown {
  const schema = resolve(given)
  if (schema['shape'] === 'bilingual') return { zh: '中文', en: 'English' }
  if (isField(schema)) return { type: 'text', title: { zh: '中文', en: 'English' } }
  const properties = schemaProperties(schema)
  const required = [...requiredIn(schema), ...('fields' in properties && 'mixins' in properties ? ['fields'] : [])]
  const shown = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  const exampleBelow = (key: string) => exampleIn(properties[key] ?? {}) ?? exampleOf(properties[key] ?? {})
  if (shown.length > 0) return Object.fromEntries(shown.map(key => [key, exampleBelow(key)]))
  const rest = schema['additionalProperties']
  return typeof rest === 'object' ? { name: exampleOf(rest as JsonSchema) } : undefined
}

/**
 * What a value belongs to, and its schema: a key, an entry of a map of names (`entry`), an item of a list (no `key`), or a
 * whole file. Examples are made of it for a problem only.
 */
export interface Part {
  readonly schema: JsonSchema
  readonly key?: string
  /** The value of an entry of a map of names. */
  readonly entry?: Node
  /** The map of names, or the list. */
  readonly of?: Part | undefined
  /** Of a whole file: whether its keys are those of the language, or names. */
  readonly file?: 'keys' | 'names'
}

/** An example of a value of a part. */
function exampleAt({ schema, key, entry, of, file }: Part): unknown {
  if (file) return exampleOf(schema)
  if (entry) return exampleOfEntry(entry, schema, of)
  if (key !== undefined) return exampleIn(schema)
  const list = of && exampleAt(of)
  return Array.isArray(list) ? list[0] : undefined
}

const helpIn = (schema: JsonSchema): readonly string[] => String(schema['description'] ?? '').split('\n\n')

const exampleIn = (schema: JsonSchema): unknown => (schema['examples'] as readonly unknown[] | undefined)?.[0]

/** An example of an entry of a map of names: of a field with the type, and with the text as its title, that are written. */
function exampleOfEntry(node: Node, rest: JsonSchema, part?: Part): unknown {
  const schema = resolve(rest)
  const text = node.kind === 'scalar' ? String(node.value ?? '') : ''
  const whole = part && exampleAt(part)
  const first = isMap(whole) ? Object.values(whole)[0] : exampleOf(rest)
  if (!isMap(first)) return first
  const type = typeElsewhere(text) ?? (shapes[`field-${text}`] && text)
  const title = { zh: '中文', en: 'English' }
  const isTitle = /\p{Script=Han}|^[A-Za-z][\w ]*$/u.test(text)
  if (isField(schema)) return { type: type ?? 'text', title: type || !isTitle ? title : bilingualOf(node) }
  return isTitle && isMap(first['title']) ? { ...first, title: bilingualOf(node) } : first
}

/** A comma inside `{ }` ends a text, and the rest looks like a key without a value. */
export const isNull = (node: Node) => node.kind === 'scalar' && node.value === null

/** The number that a quoted or decorated one means: `"50"`, `５０`, `1,000`, `50字`. */
export function impliedNumber(text: string, types: readonly unknown[]): string | undefined {
  const found = /^(-?\d+(\.\d+)?)\p{L}*$/u.exec(
    text
      .normalize('NFKC')
      .replace(/(?<=\d),(?=\d{3})/g, '')
      .trim(),
  )
  if (!found) return undefined
  return types.includes('number') || (types.includes('integer') && found[2] === undefined) ? found[1] : undefined
}

/** The text in both languages that a text in one, or a list of two, means. */
export function bilingualOf(node: Node): { readonly zh: string; readonly en: string } {
  const [one = '', other = ''] = node.kind === 'list' ? node.items.map(item => String(plain(item))) : []
  if (node.kind === 'list' && node.items.length === 2) return { zh: one, en: other }
  const text = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : ''
  if (text === '') return { zh: '中文', en: 'English' }
  return /\p{Script=Han}/u.test(text) ? { zh: text, en: 'English' } : { zh: '中文', en: text }
}

/** Of a list where names are the keys of a map, its first item as it is written there; otherwise an example of the key. */
export function exampleLine(node: Node, part: Part | undefined, hasHelp = false): MessageParameters {
  const { key, file } = part ?? {}
  const example = part && exampleAt(part)
  const [item] = node.kind === 'list' && isMap(example) && file !== 'keys' ? node.items : []
  const named = item && namedAs(plain(item), Object.values(Object(example))[0])
  const whole = onOneLine(named ?? example)
  const line = named || file ? whole.slice(2, -2) : `${key === undefined ? '-' : `${key}:`} ${whole}`
  if (example === undefined || (line.length > maxExampleLength && !file)) return {}
  const [zh, en] = part && key !== undefined && !part.entry ? helpIn(part.schema) : []
  return {
    line,
    ...(named
      ? { named: 'true' }
      : (hasHelp || typeof example === 'string') && { zh: zh ? `${zh}。` : '', en: en ? `${en} ` : '' }),
  }
}

export const maxExampleLength = 160

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An item with its name as a key: `- a: { … }`, `- { name: a, … }`, or `a`, which gets the value of an example. */
function namedAs(item: unknown, other: unknown): Readonly<Record<string, unknown>> | undefined {
  const entry = isMap(item) && isMap(other) && 'key' in other ? entryOfChoice(item) : undefined
  if (entry) return entry
  if (typeof item === 'string') return isName(item) && isMap(other) ? { [item]: other } : undefined
  if (!isMap(item)) return undefined
  const { name, ...rest } = item
  if (typeof name === 'string' && isName(name) && Object.keys(rest).length > 0) return { [name]: rest }
  const [value, ...others] = Object.values(item)
  return isMap(value) && others.length === 0 ? item : undefined
}

/** The entry of a dictionary that a choice of another language means: `{ value: 1, label: Planned }`. */
function entryOfChoice(item: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const [code, label] = [
    item['value'] ?? item['key'] ?? item['code'] ?? item['id'],
    item['label'] ?? item['title'] ?? item['text'] ?? item['name'],
  ]
  if (typeof label !== 'string' || (typeof code !== 'string' && typeof code !== 'number')) return undefined
  const title = /\p{Script=Han}/u.test(label) ? { zh: label, en: 'English' } : { zh: '中文', en: label }
  return { [identifierIn(label) ?? 'open']: { key: String(code), title } }
}

/** A name of the language that a text means: `Start day`, `start_day` and `START_DAY` are startDay. */
export function identifierIn(text: string): string | undefined {
  const words =
    text.match(/[A-Za-z0-9]+/g)?.flatMap(word => (/^[A-Z0-9]+$/.test(word) ? [word.toLowerCase()] : [word])) ?? []
  const name = words
    .map((word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('')
  return /^[a-z]/.test(name) && !/[^\w\s.-]/.test(text) ? name : undefined
}

const isName = (text: string) => /^[a-z]\w*$/i.test(text)

/** A value as YAML on one line. */
export function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (isMap(value))
    return `{ ${Object.entries(value)
      .map(([key, one]) => `${key}: ${onOneLine(one)}`)
      .join(', ')} }`
  const text = String(value)
  return typeof value !== 'string' || (/^[\p{L}_][\p{L}\p{N}_ -]*$/u.test(text) && !booleanWords[text])
    ? text
    : JSON.stringify(text)
}

/** What is written for true and false elsewhere. */
export const booleanWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['yes', 'on', 'y', '是', '1', 'true'].map(word => [word, 'true'])),
  ...Object.fromEntries(['no', 'off', 'n', '否', '0', 'false'].map(word => [word, 'false'])),
}

/** The list that was meant by a text with commas or dashes. */
export function impliedList(text: string): string | undefined {
  const items = text.split(/[,，、\s]+/).map(item => item.replace(/^-/, ''))
  return items.every(item => /^[A-Za-z_]\w*$/.test(item) && !/^(all|any|none|true|false)$/i.test(item))
    ? `[${items.join(', ')}]`
    : undefined
}
