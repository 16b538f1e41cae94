import type { Field, Model, Resource, RuleType } from '../model/model.ts'
import { systemFields } from '../model/system-fields.ts'

/** A dictionary in rules: entry names with the keys that columns contain. */
export type Entries = Readonly<Record<string, string>>

/** The names that an expression may use, and their types. */
export interface Scope {
  readonly fields: Readonly<Record<string, RuleType>>
  /** Fields with lines, and the types of the lines' fields. */
  readonly lists?: Readonly<Record<string, Readonly<Record<string, RuleType>>>>
  /** The candidate row, only in `where`. */
  readonly it?: Readonly<Record<string, RuleType>>
  /** The inputs of a transition or an action. */
  readonly input?: Readonly<Record<string, RuleType>>
  /** Whether the caller may be read. */
  readonly me: boolean
  /** Dictionaries by the written name: `letterStatus`, `it.kind`, `lines.kind`. */
  readonly entries?: Readonly<Record<string, Entries>>
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
}

/** The scope of expressions on a resource. Create it once and reuse it: compiled expressions are cached by scope. */
export function scopeOf(model: Model, resource: Resource, { it, input, me = false }: ScopeOptions = {}): Scope {
  const own = [...resource.fields, ...systemFields]
  const children = resource.fields.filter(field => field.type === 'children')
  const lines = children.flatMap(field => {
    const of = model.resources[String(field.options['of'])]
    return of ? [{ name: field.name, fields: [...of.fields, ...systemFields] }] : []
  })
  const candidate = it && [...it.fields, ...systemFields]
  return {
    fields: typesOf(own),
    me,
    ...(lines.length > 0 && { lists: Object.fromEntries(lines.map(({ name, fields }) => [name, typesOf(fields)])) }),
    ...(candidate && { it: typesOf(candidate) }),
    ...(input && { input: typesOf(input) }),
    entries: {
      ...entriesOf(model, own, ''),
      ...Object.assign({}, ...lines.map(({ name, fields }) => entriesOf(model, fields, `${name}.`))),
      ...(candidate && entriesOf(model, candidate, 'it.')),
      ...(input && entriesOf(model, input, 'input.')),
    },
  }
}

const typesOf = (fields: readonly Field[]): Record<string, RuleType> =>
  Object.fromEntries(fields.flatMap(({ name, rule }) => (rule ? [[name, rule]] : [])))

function entriesOf(model: Model, fields: readonly Field[], prefix: string): Record<string, Entries> {
  return Object.fromEntries(
    fields.flatMap(({ name, type, options }) => {
      const dictionary = type === 'dictionary' ? model.dictionaries[String(options['of'])] : undefined
      return dictionary
        ? [[`${prefix}${name}`, Object.fromEntries(dictionary.entries.map(entry => [entry.name, entry.key]))]]
        : []
    }),
  )
}

/** The required result of an expression. */
export interface Expected {
  readonly type: RuleType
  /** The field to which it is assigned, as named in `scope.entries`: a text is then the name of an entry. */
  readonly into?: string
}
