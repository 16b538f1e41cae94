import type { Field, Model, Resource } from '../../engine/model/model.ts'
import { snake } from '../../engine/model/names.ts'

/** The expected state of the database, independent of the planner. */
export interface World {
  resources: ResourceState[]
  dictionaries: Record<string, string[]>
  /** Former keys of entries, by dictionary. */
  formerKeys: Record<string, { readonly from: string; readonly to: string }[]>
  /** The number of names given so far, which makes new ones unique. */
  named: number
}

export interface ResourceState {
  name: string
  /** Former names, the newest first. */
  was?: readonly string[]
  master?: string
  fields: FieldState[]
  rows: Row[]
}

export interface FieldState {
  name: string
  /** Former names, the newest first. */
  was?: readonly string[]
  kind: Kind
  /** Dictionary or resource. */
  of?: string
  max?: number
  scale?: number
  required?: true
  unique?: true
  sort?: true
  /** A constant. */
  default?: Value
}

export const kinds = [
  'text',
  'longtext',
  'integer',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'one',
  'many',
  'reference',
] as const
export type Kind = (typeof kinds)[number]

export interface Row {
  readonly tenant: string
  readonly id: string
  readonly deleted: boolean
  readonly values: Record<string, Value>
}

/** A value in the form of its column. */
export type Value = string | boolean | readonly string[] | null

const title = { zh: '名', en: 'Name' }

/** The Model of a world, as the compiler would build it. */
export function modelOf(world: World, revision: number): Model {
  return {
    language: 2,
    revision: String(revision),
    title,
    menus: [],
    pages: [],
    parameters: [],
    roles: [],
    messages: {},
    resources: Object.fromEntries(world.resources.map(resource => [resource.name, resourceOf(resource)])),
    dictionaries: Object.fromEntries(
      Object.entries(world.dictionaries).map(([code, keys]) => [
        code,
        { code, title, entries: keys.map(key => ({ ...entryOf(key), ...formerKeysOf(world, code, key) })) },
      ]),
    ),
  }
}

/** The Chinese title of an entry of its own; the English one is that of all entries. */
export const titleOf = (key: string): string => `题${key}`

const entryOf = (key: string) => ({ name: `n${key}`, key, title: { ...title, zh: titleOf(key) }, sealed: false })

function formerKeysOf({ formerKeys }: World, code: string, key: string): { readonly renamedFrom?: readonly string[] } {
  const former = formerKeys[code]?.filter(({ to }) => to === key).map(({ from }) => from) ?? []
  return former.length > 0 ? { renamedFrom: former } : {}
}

function resourceOf({ name, was, master, fields }: ResourceState): Resource {
  return {
    name,
    module: 'm',
    title,
    titles: title,
    table: snake(name),
    ...(was !== undefined && { renamedFrom: was }),
    code: name,
    path: `/m/${name}`,
    shared: false,
    fields: fields.map(fieldOf),
    display: 'label',
    sort: { field: 'createTime', descending: true },
    ...(master !== undefined && { partOf: { field: 'masterId', resource: master } }),
    rules: [],
    list: { columns: [], search: fields.filter(({ kind }) => kind === 'text').map(field => field.name) },
    form: [],
    actions: [],
    queries: [],
    binds: [],
    access: [],
  }
}

const typeOfKind = (kind: Kind) => (kind === 'one' || kind === 'many' ? 'dictionary' : kind)

const fieldOf = ({ name, was, kind, of, max, scale, required, unique, sort, default: first }: FieldState): Field => ({
  name,
  title,
  type: typeOfKind(kind),
  // Only the display names records.
  ...(name === 'label' && { rule: 'string' as const }),
  column: snake(name),
  ...(was !== undefined && { renamedFrom: was }),
  ...(first !== undefined && { default: kind === 'integer' || kind === 'decimal' ? Number(first) : first }),
  required: required ?? false,
  unique: unique ?? false,
  index: sort ?? false,
  readOnly: false,
  stored: false,
  options: {
    ...(of !== undefined && { of }),
    ...(kind === 'many' && { many: true }),
    ...(max !== undefined && { max }),
    ...(scale !== undefined && { scale }),
  },
})
