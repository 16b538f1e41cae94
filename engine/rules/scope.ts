import { departmentResource, roleResource, userResource } from '../model/account-resources.ts'
import type { Dictionary, Field, Model, Resource, RuleType } from '../model/model.ts'
import { systemFields } from '../model/system-fields.ts'
import { meFields, meType } from './me.ts'
import { type ScopeParameter, scopeParameters } from './parameter.ts'
import { calendarOf, type WorkCalendar } from './workdays.ts'

/** A dictionary in rules: entry names with the keys that columns contain. */
export type Entries = Readonly<Record<string, string>>

/** The titles of a dictionary's entries by key. Values that are stored are in Chinese. */
export type Titles = Readonly<Record<string, string>>

export type Types = Readonly<Record<string, RuleType>>

/** The fields of a record to which a reference refers. */
export interface TargetScope extends Pick<Scope, 'fields' | 'entries' | 'titles' | 'references' | 'binds'> {
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
  /** Those lists whose items are records that refer to the record or are linked to it, and the resource that has the list. */
  readonly related?: Readonly<Record<string, string>>
  /** Lists of the ids of linked records, by the written name, and the resource that has the bind. Only the database reads them. */
  readonly binds?: Readonly<Record<string, string>>
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
  /** By which working days are counted. */
  readonly calendar?: WorkCalendar
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
  const lists = [
    ...linesIn(model, resource.fields, ''),
    ...linesIn(model, it?.fields ?? [], 'it.'),
    ...linesIn(model, input ?? [], 'input.'),
    ...relatedIn(model, resource, ''),
    ...(it ? relatedIn(model, it, 'it.') : []),
  ]
  const related = lists.flatMap(({ name, of }) => (of === undefined ? [] : [[name, of] as const]))
  const own = namesOf(model, resource.fields)
  const candidate = it && namesOf(model, it.fields, 'it.')
  const entered = input && namesIn(model, input, 'input.')
  const named = [
    own,
    ...lists.map(({ name, fields }) => namesOf(model, fields, `${name}.`)),
    ...(candidate ? [candidate] : []),
    ...(entered ? [entered] : []),
    ...(me ? [meNames(model)] : []),
  ]
  const withInto = into ? [...named, namesOf(model, into.fields, 'into.')] : named
  return {
    fields: own.types,
    ...meScope(model, me),
    ...(lists.length > 0 && {
      lists: Object.fromEntries(lists.map(({ name, fields }) => [name, namesOf(model, fields).types])),
    }),
    ...(related.length > 0 && { related: Object.fromEntries(related) }),
    binds: { ...bindsIn(resource, ''), ...(it && bindsIn(it, 'it.')) },
    derived: [...own.derived, ...(candidate?.derived ?? [])],
    ...(candidate && { it: candidate.types }),
    ...(entered && { input: entered.types }),
    entries: merged(withInto.map(({ entries }) => entries)),
    titles: merged(withInto.map(({ titles }) => titles)),
    references: Object.assign(
      { id: resource.name, ...(it && { 'it.id': it.name }) },
      ...named.map(({ references }) => references),
    ),
    parameters: scopeParameters(model),
    calendar: calendarOf(model),
    of: name => targetScope(model, name),
  }
}

// Most resources have one part, which is not copied.
const merged = <Value>(parts: readonly Readonly<Record<string, Value>>[]): Readonly<Record<string, Value>> =>
  parts.length === 1 && parts[0] ? parts[0] : Object.assign({}, ...parts)

/** What expressions read of a record; all but `types` by the name with its prefix. */
interface Names {
  readonly types: Types
  readonly entries: Readonly<Record<string, Entries>>
  readonly titles: Readonly<Record<string, Titles>>
  readonly references: Readonly<Record<string, string>>
  readonly derived: readonly string[]
}

// By dictionaries, which two Models with the same fields may have in different languages or with edited titles.
const knownNames = new WeakMap<Model['dictionaries'], WeakMap<readonly Field[], Map<string, Names>>>()

/** The names of a resource's fields and of the fields that every record has, computed once for each prefix. */
function namesOf(model: Model, fields: readonly Field[], prefix = ''): Names {
  const ofModel = knownNames.get(model.dictionaries) ?? new WeakMap<readonly Field[], Map<string, Names>>()
  knownNames.set(model.dictionaries, ofModel)
  const known = ofModel.get(fields) ?? new Map<string, Names>()
  ofModel.set(fields, known)
  const found = known.get(prefix) ?? namesIn(model, [...fields, ...systemFields], prefix)
  known.set(prefix, found)
  return found
}

// One loop: a scope is made for each of a thousand resources.
function namesIn(model: Model, fields: readonly Field[], prefix: string): Names {
  const types: Record<string, RuleType> = {}
  const entries: Record<string, Entries> = {}
  const titles: Record<string, Titles> = {}
  const references: Record<string, string> = {}
  const derived: string[] = []
  for (const { name, type, rule, options, derived: isDerived } of fields) {
    const written = `${prefix}${name}`
    if (rule) types[name] = rule
    if (isDerived) derived.push(written)
    if (type === 'reference' || type === 'bind') references[written] = String(options['of'])
    const dictionary = type === 'dictionary' ? model.dictionaries[String(options['of'])] : undefined
    if (!dictionary) continue
    entries[written] = entriesOf(dictionary)
    titles[written] = titlesOf(dictionary)
  }
  return { types, entries, titles, references, derived }
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
  const { name, fields, tree, display } = resource
  const { types, entries, titles, references } = namesOf(model, fields)
  return {
    fields: types,
    entries,
    titles,
    references: { ...references, id: name },
    binds: bindsIn(resource, ''),
    isTree: tree !== undefined,
    display,
  }
}

const bindsIn = ({ name: of, binds }: Resource, prefix: string): Readonly<Record<string, string>> =>
  Object.fromEntries(binds.map(({ name }) => [`${prefix}${name}`, of]))

/** What expressions may read of the caller. */
export const meScope = (model: Model, me: boolean): Pick<Scope, 'me' | 'meFields'> =>
  me ? { me, meFields: meNames(model).types } : { me }

const meTypesOf = (fields: readonly Field[]): Types =>
  Object.fromEntries(
    fields.flatMap(field => {
      const type = meType(field.name, field)
      return type ? [[field.name, type] as const] : []
    }),
  )

const knownOfMe = new WeakMap<Model, Names>()

function meNames(model: Model): Names {
  const found = knownOfMe.get(model) ?? meNamesIn(model)
  knownOfMe.set(model, found)
  return found
}

function meNamesIn(model: Model): Names {
  const declared = Object.entries(meFields(model)).map(([name, field]) => ({ ...field, name }))
  const { references, ...names } = namesIn(model, declared, 'me.')
  const ofSession = { 'me.id': userResource, 'me.deptId': departmentResource, 'me.roleIds': roleResource }
  return { ...names, types: meTypesOf(declared), references: { ...references, ...ofSession } }
}

interface ListScope {
  readonly name: string
  readonly fields: readonly Field[]
  /** The resource that has the list; undefined for lines. */
  readonly of?: string
}

/** The lists of records that refer to a record, or that binds link to it, by their written names. */
const relatedIn = (model: Model, { name: of, fields }: Resource, prefix: string): ListScope[] =>
  fields.flatMap(({ name, type, options }) => {
    const items = type === 'related' || type === 'bind' ? model.resources[String(options['of'])] : undefined
    return items ? [{ name: `${prefix}${name}`, fields: items.fields, of }] : []
  })

/** The lists of lines among some fields, by their written names. */
const linesIn = (model: Model, fields: readonly Field[], prefix: string): ListScope[] =>
  fields.flatMap(field => {
    const of = field.type === 'children' ? model.resources[String(field.options['of'])] : undefined
    return of ? [{ name: `${prefix}${field.name}`, fields: of.fields }] : []
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
