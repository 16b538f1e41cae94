import type { Field, Model, Resource, RuleType } from '../model/model.ts'
import { systemFields } from '../model/system-fields.ts'

/** A dictionary as rules see it: the entry's name, and the key that a column holds. */
export type Entries = Readonly<Record<string, string>>

/** The names that an expression may say, and their types. */
export interface Scope {
  readonly fields: Readonly<Record<string, RuleType>>
  /** Children, by field: what a line of each holds. */
  readonly lists?: Readonly<Record<string, Readonly<Record<string, RuleType>>>>
  /** The candidate row, in `where` alone. */
  readonly it?: Readonly<Record<string, RuleType>>
  /** What `ask` collected. */
  readonly input?: Readonly<Record<string, RuleType>>
  /** Whether the caller may be read. */
  readonly me: boolean
  /** Dictionaries by the name as written: `letterStatus`, `it.kind`, `lines.kind`. */
  readonly entries?: Readonly<Record<string, Entries>>
}

/** What an expression knows of the caller. */
export const meTypes = {
  id: 'int',
  tenantId: 'string',
  deptId: 'int',
  roleIds: 'list<int>',
  sourceType: 'string',
  ownerIds: 'list<int>',
  regionId: 'int',
} as const satisfies Record<string, RuleType>

/** The caller as an expression reads it, in the forms of the wire. */
export type Me = {
  readonly id: string
  readonly tenantId: string
  readonly deptId: string | null
  readonly roleIds: readonly string[]
  readonly sourceType: string | null
  readonly ownerIds: readonly string[]
  readonly regionId: string | null
}

/** What beside the record an expression may read. */
export interface Besides {
  readonly it?: Resource
  readonly input?: readonly Field[]
  readonly me?: boolean
}

/** The scope of expressions on a resource. Make it once for each place and keep it: compiled expressions hang on it. */
export function scopeOf(model: Model, resource: Resource, { it, input, me = false }: Besides = {}): Scope {
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

/** What an expression has to give. */
export interface Expected {
  readonly type: RuleType
  /** The field that it is written into, as `scope.entries` names it: a text is then the name of an entry. */
  readonly into?: string
}
