import type { JsonSchema } from '../../model/model.ts'
import type { FaultWords } from '../../rules/fault-texts.ts'
import { truths } from '../../rules/suggestions.ts'
import { type Node, plain } from '../tree.ts'
import { isField, requiredIn, resolve, schemaProperties } from './schema-parts.ts'

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
 * What a value belongs to, and its schema: a key, an entry of a map of names (`isEntry`), an item of a list (no `key`), or a
 * whole file. Examples are made of it for a problem only.
 */
export interface ShapePart {
  readonly schema: JsonSchema
  readonly key?: string
  /** Whether it is the value of an entry of a map of names. */
  readonly isEntry?: boolean
  /** The map of names, or the list. */
  readonly of?: ShapePart | undefined
  /** Of a whole file: whether its keys are those of the language, or names. */
  readonly file?: 'keys' | 'names'
}

/** An example of a value of a part. */
function exampleAt({ schema, key, isEntry, of, file }: ShapePart): unknown {
  if (file) return exampleOf(schema)
  if (key !== undefined && !isEntry) return exampleIn(schema)
  const whole = of && exampleAt(of)
  if (isEntry) return (isMap(whole) ? Object.values(whole)[0] : undefined) ?? exampleOf(schema)
  return Array.isArray(whole) ? whole[0] : undefined
}

const helpIn = (schema: JsonSchema): readonly string[] => String(schema['description'] ?? '').split('\n\n')

const exampleIn = (schema: JsonSchema): unknown => (schema['examples'] as readonly unknown[] | undefined)?.[0]

/** A comma inside `{ }` ends a text, and the rest looks like a key without a value. */
export const isNull = (node: Node) => node.kind === 'scalar' && node.value === null

/** The number that a quoted one means: `"50"`. */
export function impliedNumber(text: string, types: readonly unknown[]): string | undefined {
  const [, , decimals] = /^-?(\d+)(\.\d+)?$/.exec(text) ?? []
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  return isNumber && (types.includes('number') || (types.includes('integer') && decimals === undefined))
    ? text
    : undefined
}

/** The text in both languages that a text in one, or a list of two, means. */
export function bilingualOf(node: Node): { readonly zh: string; readonly en: string } {
  const [one = '', other = ''] = node.kind === 'list' ? node.items.map(item => String(plain(item))) : []
  if (node.kind === 'list' && node.items.length === 2) return { zh: one, en: other }
  const text = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : ''
  if (text === '') return { zh: '中文', en: 'English' }
  return /\p{Script=Han}/u.test(text) ? { zh: text, en: 'English' } : { zh: '中文', en: text }
}

/** An example of a part, with the help of its key where the example alone does not show what is meant. */
export function exampleLine(part: ShapePart | undefined): FaultWords {
  const example = part && exampleAt(part)
  if (!part || example === undefined) return {}
  const { key, file, isEntry } = part
  const whole = onOneLine(example)
  const line = file ? whole.slice(2, -2) : `${key === undefined ? '-' : `${key}:`} ${whole}`
  if (line.length > maxExampleLength && !file) return {}
  const [zh, en] = key !== undefined && !isEntry && typeof example === 'string' ? helpIn(part.schema) : []
  return { line, ...(zh && { zh }), ...(en && { en }) }
}

const maxExampleLength = 160

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A name of the language that a text means: `Start day`, `start_day` and `START_DAY` are startDay. */
export function identifierIn(text: string): string | undefined {
  const words =
    text.match(/[A-Za-z0-9]+/g)?.flatMap(word => (/^[A-Z0-9]+$/.test(word) ? [word.toLowerCase()] : [word])) ?? []
  const name = words
    .map((word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('')
  return /^[a-z]/.test(name) && !/[^\w\s.-]/.test(text) ? name : undefined
}

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

/** What YAML 1.1 and authors read as true and false. */
export const booleanWords: Readonly<Record<string, string>> = { ...truths, true: 'true', false: 'false' }

/** The list that was meant by a text with commas or dashes. */
export function impliedList(text: string): string | undefined {
  const items = text.split(/[,，、\s]+/).map(item => item.replace(/^-/, ''))
  return items.every(item => /^[A-Za-z_]\w*$/.test(item) && !/^(all|any|none|true|false)$/i.test(item))
    ? `[${items.join(', ')}]`
    : undefined
}
