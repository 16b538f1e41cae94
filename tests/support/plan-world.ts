import { compile } from '../../engine/compiler/compile.ts'
import { print } from '../../engine/compiler/problem.ts'
import type { Source } from '../../engine/compiler/source.ts'
import type { Model } from '../../engine/model/model.ts'
import { snake } from '../../engine/model/names.ts'

/** Names of a world: each world has so many numbers. */
const namesOfWorld = 100_000

/** The number of the world of a table or dictionary. */
export const worldOf = (name: string): number => Math.floor(Number(/\d+/.exec(name)?.[0]) / namesOfWorld)

/** The expected state of the tables of one sequence, independent of the planner. */
export interface World {
  readonly number: number
  resources: ResourceState[]
  dictionaries: Record<string, string[]>
  /** Former keys of entries, by dictionary. */
  formerKeys: Record<string, { readonly from: string; readonly to: string }[]>
  /** Entries by dictionary and key, where they are not named after their key. */
  entryNames: Record<string, Record<string, string>>
  /** Former names of dictionaries, the newest first. */
  formerCodes: Record<string, readonly string[]>
  /** Keys that changed without a declaration: rows still have them. */
  lostKeys: LostKey[]
  /** The resource that owns rows of others; one of the worlds side by side has it. */
  owner?: ResourceState
  /** The number of names given so far. */
  named: number
}

/** A key that an entry no longer has. */
export interface LostKey {
  readonly code: string
  readonly key: string
  /** The present key of the entry. */
  readonly to: string
}

/** A name that no other part of any world has. */
export const newNameIn = (world: World): string => `x${world.number * namesOfWorld + ++world.named}`

/** The name of the table of a resource, or of the column of a field: that with which it was created. */
export const createdName = ({ id, name }: { readonly id?: string; readonly name: string }): string => snake(id ?? name)

export interface ResourceState {
  name: string
  /** The name with which it was created, where it has another one now. */
  id?: string
  /** Former names, the newest first. */
  was?: readonly string[]
  /** The folder of its file. */
  folder?: string
  master?: string
  /** Of lines, the field of their master. */
  listedIn?: string
  /** Its rows are of all tenants. */
  /** The field that refers to the owner. */
  owner?: FieldState
  fields: FieldState[]
  rows: Row[]
}

export interface FieldState {
  name: string
  /** The name with which it was created, where it has another one now. */
  id?: string
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
  /** The least number. */
  least?: number
  /** The characters of a text. */
  only?: 'digits'
  /** It contains the state of a lifecycle, and so is not changed otherwise. */
  isState?: true
  /** It is computed, and so is not changed otherwise. The job of stored values does not run. */
  isComputed?: true
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
/** A field becomes a password, and ceases to be one, by an edit of its own. Lists of references keep their type. */
export type Kind = (typeof kinds)[number] | 'password' | 'references'

export interface Row {
  /** Empty where the rows are of all tenants. */
  readonly tenant: string
  readonly id: string
  readonly deleted: boolean
  readonly values: Record<string, Value>
}

/** A value in the form of its column. */
export type Value = string | boolean | readonly string[] | null

/** The Model of worlds side by side. */
export function modelOf(worlds: readonly World[]): Model {
  const { model, problems } = compile(sourcesOf(worlds))
  if (!model)
    throw new Error(`The descriptors of the test are invalid:\n${problems.map(problem => print(problem)).join('\n')}`)
  return model
}

/** The descriptors of worlds side by side. A value in JSON is one in YAML. */
export function sourcesOf(worlds: readonly World[]): Source[] {
  const owner = worlds.find(world => world.owner)?.owner?.name
  const files: [string, object][] = [
    ['app.yaml', { language: 2, title: titleFor('app'), ...(owner !== undefined && { owner }) }],
    ...worlds.flatMap(world => [
      ...world.resources.map((resource): [string, object] => [
        `resources/${resource.folder ?? 'first'}/${resource.name}.yaml`,
        resourceIn(world, resource),
      ]),
      ...Object.keys(world.dictionaries).map((code): [string, object] => [
        `dictionaries/${code}.yaml`,
        dictionaryIn(world, code),
      ]),
    ]),
  ]
  return files.map(([file, value]) => ({ file, text: JSON.stringify(value), origin: 'app' }))
}

const titleFor = (name: string) => ({ zh: `名${name}`, en: `Name ${name}` })

/** The Chinese title of an entry. */
export const titleOf = (key: string): string => `题${key}`

/** An identifier, whatever characters the key has. */
const entryName = (key: string): string => `n${[...key].map(one => one.codePointAt(0)?.toString(16)).join('z')}`

/** The name of the entry with a key. */
export const entryIn = ({ entryNames }: World, code: string, key: string): string =>
  entryNames[code]?.[key] ?? entryName(key)

function dictionaryIn(world: World, code: string): object {
  const { dictionaries, formerKeys, formerCodes } = world
  const entries = (dictionaries[code] ?? []).map(key => {
    const former = formerKeys[code]?.filter(({ to }) => to === key).map(({ from }) => from) ?? []
    const title = { zh: titleOf(key), en: `Title ${key}` }
    return [entryIn(world, code, key), { key, title, ...(former.length > 0 && { renamedFrom: former }) }]
  })
  const was = formerCodes[code]
  return { title: titleFor(code), ...(was && { renamedFrom: was }), entries: Object.fromEntries(entries) }
}

function resourceIn(world: World, { name, was, master, owner, fields }: ResourceState): object {
  const state = fields.find(({ isState }) => isState)
  const lines = world.resources.filter(one => one.master === name)
  return {
    title: titleFor(name),
    display: 'label',
    ...(was !== undefined && { renamedFrom: was }),
    ...(master !== undefined
      ? { partOf: 'masterId' }
      : { menu: false, list: { search: fields.filter(({ kind }) => kind === 'text').map(field => field.name) } }),
    ...(owner !== undefined && { owner: owner.name }),
    fields: Object.fromEntries([
      ...fields.map(field => [field.name, fieldIn(field)]),
      ...lines.map(line => [line.listedIn, { type: 'children', of: line.name, title: titleFor(line.name) }]),
    ]),
    ...(state && { lifecycle: lifecycleOf(world, state) }),
  }
}

/** From each entry of its dictionary to the next. */
function lifecycleOf(world: World, { name, of }: FieldState): object {
  const states = (world.dictionaries[String(of)] ?? []).map(key => entryIn(world, String(of), key))
  const steps = states.slice(1).map((to, n) => [`step${n}`, { from: states[n], to, title: titleFor(`step${n}`) }])
  return { field: name, initial: states[0], final: states.slice(-1), transitions: Object.fromEntries(steps) }
}

function typeOfKind(kind: Kind): string {
  if (kind === 'references') return 'reference'
  return kind === 'one' || kind === 'many' ? 'dictionary' : kind
}

const fieldIn = ({
  name,
  was,
  kind,
  of,
  max,
  scale,
  required,
  unique,
  sort,
  default: first,
  least,
  only,
  isComputed,
}: FieldState): object => ({
  type: typeOfKind(kind),
  title: titleFor(name),
  ...(was !== undefined && { renamedFrom: was }),
  ...(of !== undefined && { of }),
  ...((kind === 'many' || kind === 'references') && { many: true }),
  ...(max !== undefined && { max }),
  ...(scale !== undefined && { scale }),
  ...(required && { required }),
  ...(unique && { unique }),
  ...(sort && { index: true }),
  ...(least !== undefined && { min: least }),
  ...(only !== undefined && { only }),
  ...(isComputed && { compute: kind === 'integer' ? '1 + 1' : "'x'", stored: true }),
  ...(first !== undefined && { default: kind === 'integer' || kind === 'decimal' ? Number(first) : first }),
})
