import { idOf } from '../../model/ids.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { snake } from '../../model/names.ts'
import { stepsOf } from '../../model/steps.ts'

/** What a name belongs to: names are unique among those of one kind and parent. */
export type NameKind = 'resource' | 'code' | 'field' | 'step' | 'input'

/** A row of `engine_name`. */
export interface NameRow {
  readonly kind: NameKind
  /** The id of the resource, of inputs with that of their step; of resources an empty text. */
  readonly parent: string
  /** The name with which it was created; with a suffix if an earlier part had that. Never reused. */
  readonly id: string
  readonly name: string
  /** The former names that the descriptors declared when they were applied. These renames are done. */
  readonly former: readonly string[]
  readonly removed: boolean
}

/** A rename that the rows do not contain yet. */
interface NameChange {
  readonly kind: NameKind
  readonly parent: string
  readonly id: string
  readonly from: string
  readonly to: string
}

/** A Model with the ids of its names. */
export interface ResolvedNames {
  /** With the ids, and the tables and columns of these. */
  readonly model: Model
  /** All rows after the takeover of the Model. */
  readonly rows: readonly NameRow[]
  /** Those of them that are to be written. */
  readonly changed: readonly NameRow[]
  readonly renames: readonly NameChange[]
  /** What had the new name of a renamed part until now, as `kind parent id`. */
  readonly displaced: ReadonlySet<string>
}

interface Part {
  readonly name: string
  readonly renamedFrom?: readonly string[]
}

/** The key of a row. */
const nameKey = ({ kind, parent, id }: Pick<NameRow, 'kind' | 'parent' | 'id'>): string => `${kind} ${parent} ${id}`

/** The Model with ids, given the stored names; the same Model where every id is the name. */
export const withNames = (model: Model, rows: readonly NameRow[]): Model => resolveNames(model, rows).model

/**
 * Finds the id of each name of a Model: that of the same name, or of a former one whose rename is not done yet, or a new
 * one. Chains and swaps of names need no order, because all former names are those of the stored rows.
 */
export function resolveNames(model: Model, stored: readonly NameRow[]): ResolvedNames {
  const ofModel = resolved.get(model) ?? new WeakMap<readonly NameRow[], ResolvedNames>()
  resolved.set(model, ofModel)
  const found = ofModel.get(stored) ?? resolvedNames(model, stored)
  ofModel.set(stored, found)
  return found
}

// A saved Model is planned, compared and served with the same names.
const resolved = new WeakMap<Model, WeakMap<readonly NameRow[], ResolvedNames>>()

function resolvedNames(model: Model, stored: readonly NameRow[]): ResolvedNames {
  const book = openBook(stored)
  const idsOfResources = book.assign('resource', '', Object.values(model.resources))
  const resources = Object.values(model.resources).map(resource =>
    resolvedResource(resource, idsOfResources.get(resource.name) ?? resource.name, book),
  )
  const isSame = resources.every(one => model.resources[one.name] === one)
  return {
    model: isSame ? model : { ...model, resources: Object.fromEntries(resources.map(one => [one.name, one])) },
    ...book.result(),
  }
}

function resolvedResource(resource: Resource, id: string, book: Book): Resource {
  const codeId = book.codeOf(id, resource.code)
  const fields = book.assign('field', id, resource.fields)
  const steps = book.assign('step', id, [...stepsOf(resource), ...resource.binds])
  const { lifecycle, actions, binds } = resource
  const changed = {
    ...withId(resource, id),
    table: nameInSql(id),
    fields: each(resource.fields, field => resolvedField(field, fields.get(field.name) ?? field.name)),
    ...(lifecycle && {
      lifecycle: withSame(lifecycle, { transitions: each(lifecycle.transitions, resolvedStep) }),
    }),
    actions: each(actions, resolvedStep),
    binds: each(binds, bind => {
      const own = steps.get(bind.name) ?? bind.name
      return withSame(withId(bind, own), { table: `${nameInSql(id)}__${nameInSql(own)}` })
    }),
  }
  const { codeId: _, ...rest } = changed
  return withSame(resource, codeId === resource.code ? rest : { ...rest, codeId }, true)

  function resolvedStep<One extends Part & { readonly id?: string; readonly input: readonly Field[] }>(step: One): One {
    const own = steps.get(step.name) ?? step.name
    const inputs = book.assign('input', `${id}.${own}`, step.input)
    const input = each(step.input, field => withId(field, inputs.get(field.name) ?? field.name))
    return withSame(withId(step, own), { input } as Partial<One>)
  }
}

const resolvedField = (field: Field, id: string): Field =>
  withSame(withId(field, id), field.column === undefined ? {} : { column: nameInSql(id) })

/** The name of a table or column, which it keeps: that of its id. No other one has two underscores and a number. */
export const nameInSql = (id: string): string => snake(id).replace('~', '__')

/** The part with its id, which is absent where it is the name. */
function withId<One extends Part & { readonly id?: string }>(one: One, id: string): One {
  if (idOf(one) === id && (one.id === undefined) === (id === one.name)) return one
  const { id: _, ...rest } = one
  return (id === one.name ? rest : { ...rest, id }) as One
}

/** The object with other properties; the same object if it has them already. `isWhole`: it gets no others. */
function withSame<One extends object>(one: One, properties: Partial<One>, isWhole = false): One {
  const has = Object.entries(properties).every(([name, value]) => one[name as keyof One] === value)
  const isEqual = has && (!isWhole || Object.keys(one).length === Object.keys(properties).length)
  return isEqual ? one : isWhole ? (properties as One) : { ...one, ...properties }
}

/** The list with each element changed; the same list if none is. */
function each<One>(list: readonly One[], change: (one: One) => One): readonly One[] {
  const changed = list.map(change)
  return changed.every((one, at) => one === list[at]) ? list : changed
}

type Book = ReturnType<typeof openBook>

function openBook(stored: readonly NameRow[]) {
  const scopes = new Map<string, NameRow[]>()
  for (const row of stored) {
    const scope = `${row.kind} ${row.parent}`
    const rows = scopes.get(scope)
    if (rows) rows.push(row)
    else scopes.set(scope, [row])
  }
  const usedCodes = new Set(stored.flatMap(({ kind, id }) => (kind === 'code' ? [id] : [])))
  const renames: NameChange[] = []
  const displaced = new Set<string>()
  const next = new Map(stored.map(row => [nameKey(row), row]))
  const put = (row: NameRow) => {
    const before = next.get(nameKey(row))
    if (before && before.name !== row.name && !before.removed && !row.removed) {
      const { kind, parent, id } = row
      renames.push({ kind, parent, id, from: before.name, to: row.name })
    }
    if (!before || JSON.stringify(before) !== JSON.stringify(row)) next.set(nameKey(row), row)
  }

  /** The ids of the parts of a kind and parent; what no part has is removed. */
  function assign(kind: NameKind, parent: string, parts: readonly Part[]): ReadonlyMap<string, string> {
    const own = scopes.get(`${kind} ${parent}`) ?? []
    const named = new Map(own.flatMap(row => (row.removed ? [] : [[row.name, row] as const])))
    const kept = new Map<string, NameRow>()
    const isKept = (row: NameRow) => [...kept.values()].includes(row)
    const pending: Part[] = []
    for (const part of parts) {
      const row = named.get(part.name)
      if (pendingOf(part, row, named) !== undefined) pending.push(part)
      else if (row) kept.set(part.name, row)
    }
    for (const part of pending) {
      const row = (part.renamedFrom ?? []).map(name => named.get(name)).find(one => one && !isKept(one))
      if (row) kept.set(part.name, row)
    }
    // The former name belongs to another part, which has it for good.
    for (const { name } of pending) {
      const row = named.get(name)
      if (!kept.has(name) && row && !isKept(row)) kept.set(name, row)
    }
    const used = new Set(own.map(({ id }) => id))
    const ids = new Map<string, string>()
    for (const { name, renamedFrom = [] } of parts) {
      const id = kept.get(name)?.id ?? unusedId(name, used)
      used.add(id)
      ids.set(name, id)
      put({ kind, parent, id, name, former: renamedFrom, removed: false })
    }
    for (const row of named.values()) {
      if (isKept(row)) continue
      if (pending.some(({ name }) => name === row.name)) displaced.add(nameKey(row))
      put({ ...row, removed: true })
    }
    return ids
  }

  /** The id of the permission code of a resource, which has one: grants of a former code are those of the present one. */
  function codeOf(parent: string, name: string): string {
    const row = (scopes.get(`code ${parent}`) ?? [])[0]
    const id = row?.id ?? unusedId(name, usedCodes)
    usedCodes.add(id)
    put({ kind: 'code', parent, id, name, former: [], removed: false })
    return id
  }

  const result = () => {
    const rows = [...next.values()]
    const known = new Set(stored)
    return { rows, changed: rows.filter(row => !known.has(row)), renames, displaced }
  }
  return { assign, codeOf, result }
}

/** The row that a part gets by a rename that is not done; undefined if there is none. */
function pendingOf(
  { renamedFrom = [] }: Part,
  own: NameRow | undefined,
  named: ReadonlyMap<string, NameRow>,
): NameRow | undefined {
  for (const name of renamedFrom) {
    if (own?.former.includes(name)) return undefined
    const row = named.get(name)
    if (row) return row
  }
  return undefined
}

function unusedId(name: string, used: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const id = n === 1 ? name : `${name}~${n}`
    if (!used.has(id)) return id
  }
}
