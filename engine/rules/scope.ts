import { departmentResource, roleResource, userResource } from '../model/account-resources.ts'
import type { Dictionary, Field, Model, Resource, RuleType } from '../model/model.ts'
import { systemFields } from '../model/system-fields.ts'
import { meFields, meType } from './me.ts'
import { type ScopeParameter, scopeParameters } from './parameter.ts'

/** A dictionary in rules: entry names with the keys that columns contain. */
export type Entries = Readonly<Record<string, string>>

/** The titles of a dictionary's entries by key. Values that are stored are in Chinese. */
export type Titles = Readonly<Record<string, string>>

type Types = Readonly<Record<string, RuleType>>

/** The fields of a record to which a reference refers. */
export interface TargetScope extends Pick<Scope, 'fields' | 'entries' | 'titles' | 'references'> {
  /** The records form a tree. */
  readonly isTree: boolean
  /** The field whose value names a record. */
  readonly display?: string
}

/** The names that an expression may use, and their types. */
export interface Scope {
  readonly fields: Types
  /** Lists of lines by the written name (`lines`, `input.lines`), and the types of the lines' fields. */
  readonly lists?: Readonly<Record<string, Types>>
  /** Those lists whose items are records that refer to the record, and the resource that has the list. */
  readonly related?: Readonly<Record<string, string>>
  /** Fields, by the written name, that the database computes when a record is read. */
  readonly derived?: readonly string[]
  /** The candidate row, only in `where`. */
  readonly it?: Types
  /** The inputs of a transition or an action. */
  readonly input?: Types
  /** Whether the caller may be read. A job has none. */
  readonly me: boolean
  /** What an app declares for `me.`, by the name after it, in addition to what every caller has. */
  readonly meFields?: Types
  /** Dictionaries by the written name: `letterStatus`, `it.kind`, `lines.kind`. */
  readonly entries?: Readonly<Record<string, Entries>>
  /** Their titles, by the same names. */
  readonly titles?: Readonly<Record<string, Titles>>
  /** The resources to which references refer, by the same names. */
  readonly references?: Readonly<Record<string, string>>
  /** What `parameter()` reads, by key. */
  readonly parameters?: Readonly<Record<string, ScopeParameter>>
  /** What can be read of a record that a reference names; undefined where the Model lacks the resource. */
  readonly of?: (resource: string) => TargetScope | undefined
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
    ...relatedIn(model, resource, ''),
    ...(it ? relatedIn(model, it, 'it.') : []),
  ]
  const related = lists.flatMap(({ name, of }) => (of === undefined ? [] : [[name, of] as const]))
  const named = [
    ...dictionariesIn(model, own, ''),
    ...lists.flatMap(({ name, fields }) => dictionariesIn(model, fields, `${name}.`)),
    ...dictionariesIn(model, candidate ?? [], 'it.'),
    ...dictionariesIn(model, input ?? [], 'input.'),
    ...dictionariesIn(model, into?.fields ?? [], 'into.'),
    ...(me ? meDictionaries(model) : []),
  ]
  return {
    fields: typesOf(own),
    ...meScope(model, me),
    ...(lists.length > 0 && { lists: Object.fromEntries(lists.map(({ name, fields }) => [name, typesOf(fields)])) }),
    ...(related.length > 0 && { related: Object.fromEntries(related) }),
    derived: [...derivedIn(own, ''), ...derivedIn(candidate ?? [], 'it.')],
    ...(candidate && { it: typesOf(candidate) }),
    ...(input && { input: typesOf(input) }),
    entries: Object.fromEntries(named.map(([name, dictionary]) => [name, entriesOf(dictionary)])),
    titles: Object.fromEntries(named.map(([name, dictionary]) => [name, titlesOf(dictionary)])),
    references: Object.fromEntries([
      ...referencesIn(own, ''),
      ['id', resource.name],
      ...lists.flatMap(({ name, fields }) => referencesIn(fields, `${name}.`)),
      ...referencesIn(candidate ?? [], 'it.'),
      ...(it ? [['it.id', it.name] as const] : []),
      ...referencesIn(input ?? [], 'input.'),
      ...(me ? meReferences(model) : []),
    ]),
    parameters: scopeParameters(model),
    of: name => targetScope(model, name),
  }
}

const targets = new WeakMap<Model, Map<string, TargetScope>>()

function targetScope(model: Model, name: string): TargetScope | undefined {
  const resource = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
  if (!resource) return undefined
  const known = targets.get(model) ?? new Map<string, TargetScope>()
  targets.set(model, known)
  const found = known.get(name) ?? targetScopeOf(model, resource)
  known.set(name, found)
  return found
}

function targetScopeOf(model: Model, resource: Resource): TargetScope {
  const fields = [...resource.fields, ...systemFields]
  const named = dictionariesIn(model, fields, '')
  return {
    fields: typesOf(fields),
    entries: Object.fromEntries(named.map(([name, dictionary]) => [name, entriesOf(dictionary)])),
    titles: Object.fromEntries(named.map(([name, dictionary]) => [name, titlesOf(dictionary)])),
    references: Object.fromEntries([...referencesIn(fields, ''), ['id', resource.name]]),
    isTree: resource.tree !== undefined,
    display: resource.display,
  }
}

const referencesIn = (fields: readonly Field[], prefix: string): (readonly [string, string])[] =>
  fields.flatMap(({ name, type, options }) =>
    type === 'reference' ? [[`${prefix}${name}`, String(options['of'])] as const] : [],
  )

function meReferences(model: Model): (readonly [string, string])[] {
  const declared = Object.entries(meFields(model)).flatMap(([name, field]) =>
    referencesIn([field], '').map(([, of]) => [`me.${name}`, of] as const),
  )
  return [...declared, ['me.id', userResource], ['me.deptId', departmentResource], ['me.roleIds', roleResource]]
}

const typesOf = (fields: readonly Field[]): Record<string, RuleType> =>
  Object.fromEntries(fields.flatMap(({ name, rule }) => (rule ? [[name, rule]] : [])))

/** What expressions may read of the caller. */
export const meScope = (model: Model, me: boolean): Pick<Scope, 'me' | 'meFields'> =>
  me ? { me, meFields: meTypesOf(model) } : { me }

const meTypesOf = (model: Model): Types =>
  Object.fromEntries(
    Object.entries(meFields(model)).flatMap(([name, field]) => {
      const type = meType(name, field)
      return type ? [[name, type] as const] : []
    }),
  )

const meDictionaries = (model: Model): (readonly [string, Dictionary])[] =>
  Object.entries(meFields(model)).flatMap(([name, field]) =>
    dictionariesIn(model, [field], '').map(([, dictionary]) => [`me.${name}`, dictionary] as const),
  )

const derivedIn = (fields: readonly Field[], prefix: string): string[] =>
  fields.flatMap(({ name, derived }) => (derived ? [`${prefix}${name}`] : []))

interface ListScope {
  readonly name: string
  readonly fields: readonly Field[]
  /** The resource whose records the items refer to; undefined for lines. */
  readonly of?: string
}

/** The lists of records that refer to a record, by their written names. */
const relatedIn = (model: Model, { name: of, fields }: Resource, prefix: string): ListScope[] =>
  fields.flatMap(({ name, type, options }) => {
    const items = type === 'related' ? model.resources[String(options['of'])] : undefined
    return items ? [{ name: `${prefix}${name}`, fields: [...items.fields, ...systemFields], of }] : []
  })

/** The lists of lines among some fields, by their written names. */
const linesIn = (model: Model, fields: readonly Field[], prefix: string): ListScope[] =>
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
