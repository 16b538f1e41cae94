import type { Dictionary, Field, Model, Resource, RuleType } from '../model/model.ts'
import { systemFields } from '../model/system-fields.ts'

/** A dictionary in rules: entry names with the keys that columns contain. */
export type Entries = Readonly<Record<string, string>>

/** The titles of a dictionary's entries by key. Values that are stored are in Chinese. */
export type Titles = Readonly<Record<string, string>>

/** The names that an expression may use, and their types. */
export interface Scope {
  readonly fields: Readonly<Record<string, RuleType>>
  /** Lists of lines by the written name (`lines`, `input.lines`), and the types of the lines' fields. */
  readonly lists?: Readonly<Record<string, Readonly<Record<string, RuleType>>>>
  /** The candidate row, only in `where`. */
  readonly it?: Readonly<Record<string, RuleType>>
  /** The inputs of a transition or an action. */
  readonly input?: Readonly<Record<string, RuleType>>
  /** Whether the caller may be read. */
  readonly me: boolean
  /** Dictionaries by the written name: `letterStatus`, `it.kind`, `lines.kind`. */
  readonly entries?: Readonly<Record<string, Entries>>
  /** Their titles, by the same names. */
  readonly titles?: Readonly<Record<string, Titles>>
}

/** The properties of the caller in expressions. */
export const meTypes = {
  id: 'int',
  tenantId: 'string',
  deptId: 'int',
  roleIds: 'list<int>',
  sourceType: 'string',
  ownerIds: 'list<int>',
  regionId: 'int',
} as const satisfies Record<string, RuleType>

/** The actor in expressions, in transmitted form. The server itself has no id. */
export type Me = {
  readonly id: string | null
  readonly tenantId: string
  readonly deptId: string | null
  readonly roleIds: readonly string[]
  readonly sourceType: string | null
  readonly ownerIds: readonly string[]
  readonly regionId: string | null
}

/** What an expression may read in addition to the record. */
export interface ScopeOptions {
  readonly it?: Resource
  readonly input?: readonly Field[]
  readonly me?: boolean
  /** The resource of another record, to whose fields results are assigned: `into.kind` names its dictionaries. */
  readonly into?: Resource
}

/** The scope of expressions on a resource. Create it once and reuse it: compiled expressions are cached by scope. */
export function scopeOf(model: Model, resource: Resource, { it, input, me = false, into }: ScopeOptions = {}): Scope {
  const own = [...resource.fields, ...systemFields]
  const candidate = it && [...it.fields, ...systemFields]
  const lists = [
    ...linesIn(model, resource.fields, ''),
    ...linesIn(model, it?.fields ?? [], 'it.'),
    ...linesIn(model, input ?? [], 'input.'),
  ]
  const named = [
    ...dictionariesIn(model, own, ''),
    ...lists.flatMap(({ name, fields }) => dictionariesIn(model, fields, `${name}.`)),
    ...dictionariesIn(model, candidate ?? [], 'it.'),
    ...dictionariesIn(model, input ?? [], 'input.'),
    ...dictionariesIn(model, into?.fields ?? [], 'into.'),
  ]
  return {
    fields: typesOf(own),
    me,
    ...(lists.length > 0 && { lists: Object.fromEntries(lists.map(({ name, fields }) => [name, typesOf(fields)])) }),
    ...(candidate && { it: typesOf(candidate) }),
    ...(input && { input: typesOf(input) }),
    entries: Object.fromEntries(named.map(([name, dictionary]) => [name, entriesOf(dictionary)])),
    titles: Object.fromEntries(named.map(([name, dictionary]) => [name, titlesOf(dictionary)])),
  }
}

const typesOf = (fields: readonly Field[]): Record<string, RuleType> =>
  Object.fromEntries(fields.flatMap(({ name, rule }) => (rule ? [[name, rule]] : [])))

/** The lists of lines among some fields, by their written names. */
const linesIn = (model: Model, fields: readonly Field[], prefix: string) =>
  fields.flatMap(field => {
    const of = field.type === 'children' ? model.resources[String(field.options['of'])] : undefined
    return of ? [{ name: `${prefix}${field.name}`, fields: [...of.fields, ...systemFields] }] : []
  })

const dictionariesIn = (model: Model, fields: readonly Field[], prefix: string): (readonly [string, Dictionary])[] =>
  fields.flatMap(({ name, type, options }) => {
    const dictionary = type === 'dictionary' ? model.dictionaries[String(options['of'])] : undefined
    return dictionary ? [[`${prefix}${name}`, dictionary] as const] : []
  })

const entriesOf = perDictionary(({ entries }) => Object.fromEntries(entries.map(({ name, key }) => [name, key])))
const titlesOf = perDictionary(({ entries }) => Object.fromEntries(entries.map(({ key, title }) => [key, title.zh])))

/** A function of a dictionary that computes its result once for each: many fields have the same one. */
function perDictionary(compute: (dictionary: Dictionary) => Readonly<Record<string, string>>) {
  const known = new WeakMap<Dictionary, Readonly<Record<string, string>>>()
  return (dictionary: Dictionary) => {
    const found = known.get(dictionary) ?? compute(dictionary)
    known.set(dictionary, found)
    return found
  }
}

/** The required result of an expression. */
export interface Expected {
  readonly type: RuleType
  /** The field to which it is assigned, as named in `scope.entries`: a text is then the name of an entry. */
  readonly into?: string
}
