import { typeOf } from '../../fields/index.ts'
import { isAsked } from '../../fields/record-schema.ts'
import type { Bilingual, Field, Resource } from '../../model/model.ts'
import { refuse } from '../refuse.ts'
import type { Asking } from './asking.ts'
import { compute, computedOf } from './computed.ts'
import { isSame } from './history.ts'
import type { TakenLine } from './input.ts'
import { type Part, partsOf } from './referring.ts'
import type { Row } from './shape.ts'
import { brokenRules, checkValues, isShownIn } from './validate.ts'

/** A record as it is stored, its lines by the name of their part. */
export interface Stored {
  readonly record: Row
  readonly lines: ReadonlyMap<string, readonly Row[]>
}

/** What is to become of the lines of one part. */
export type LineWish =
  /** All lines, in their order; those that are not among them go. */
  | { readonly kind: 'all'; readonly lines: readonly TakenLine[] }
  /** One line, new or changed; the others stay. */
  | { readonly kind: 'one'; readonly line: TakenLine }
  | { readonly kind: 'remove'; readonly ids: ReadonlySet<string> }

/** A change that was found right, but for what only the database can tell. */
export interface Prepared {
  readonly after: Row
  /** Fields whose value is another than before, computed ones among them. */
  readonly changed: ReadonlySet<string>
  readonly parts: readonly PreparedPart[]
}

export interface PreparedPart {
  readonly part: Part
  /** In their order. */
  readonly lines: readonly PreparedLine[]
  readonly removed: readonly Row[]
  /** Some stand at another place than before. */
  readonly isReordered: boolean
}

/** Where a stored line says its place; no field has such a name. */
export const linePlace = '#line'

export interface PreparedLine {
  readonly before: Row | null
  readonly after: Row
  readonly changed: ReadonlySet<string>
  /** What stands before a field's name in an error: `lines.2.`. */
  readonly path: string
}

/**
 * Puts a record together as it will be, works out what is computed, and refuses it when it is not right: by field,
 * with everything that is wrong at once. `before` is null for a new record.
 */
export function prepare(
  asking: Asking,
  resource: Resource,
  before: Stored | null,
  values: Row,
  wishes: ReadonlyMap<string, LineWish>,
): Prepared {
  const parts = partsOf(asking.model, resource).flatMap(part => {
    const wish = wishes.get(part.name)
    const there = before?.lines.get(part.name) ?? []
    return wish || part.field ? [planPart(asking, part, there, wish)] : []
  })
  const touched = parts.filter(part => wishes.has(part.part.name))
  const after: Row = { ...(before ? before.record : blank(resource)), ...values }
  for (const { part, lines } of parts) if (part.field) after[part.name] = lines.map(line => line.after)
  settleHidden(asking, resource, before, after, values)
  compute(asking, resource, computedOf(resource), after)
  const changed = changedNames(resource, before && whole(asking, resource, before), after, touched)
  const said = { ...faultsOf(asking, resource, before, after, changed, touched) }
  if (Object.keys(said).length === 0) Object.assign(said, broken(asking, resource, after, changed, touched))
  if (Object.keys(said).length > 0) throw refuse.input(said)
  return { after, changed, parts: touched }
}

/** A stored record with its lines and with what is computed of it without being stored. */
function whole(asking: Asking, resource: Resource, { record, lines }: Stored): Row {
  const all = { ...record, ...Object.fromEntries(lines) }
  compute(asking, resource, unstoredOf(resource), all)
  return all
}

const unstoredOf = (resource: Resource) => computedOf(resource).filter(field => field.column === undefined)

/** A record before anything is known of it: defaults, and null for the rest. */
function blank(resource: Resource): Row {
  const fields = resource.fields.filter(field => typeOf(field).lines === undefined)
  return Object.fromEntries(fields.map(field => [field.name, field.default ?? null]))
}

function planPart(asking: Asking, part: Part, there: readonly Row[], wish: LineWish | undefined): PreparedPart {
  const place = (line: TakenLine | undefined, old: Row | undefined, path: string): PreparedLine => {
    const after: Row = { ...(old ?? blank(part.resource)), ...line?.values }
    compute(asking, part.resource, computedOf(part.resource), after)
    const was = old && whole(asking, part.resource, { record: old, lines: new Map() })
    return { before: old ?? null, after, changed: changedNames(part.resource, was, after, []), path }
  }
  const byId = new Map(there.map(line => [String(line['id']), line]))
  const kept = (index: number) => `${part.name}.${index}.`
  switch (wish?.kind) {
    case undefined:
      return {
        part,
        lines: there.map((line, index) => place(undefined, line, kept(index))),
        removed: [],
        isReordered: false,
      }
    case 'all': {
      assureTheirs(part, wish.lines, byId)
      const lines = wish.lines.map((line, index) => place(line, byId.get(line.id ?? ''), kept(index)))
      const named = new Set(wish.lines.map(line => line.id))
      const removed = there.filter(line => !named.has(String(line['id'])))
      const isReordered = lines.some(({ before }, index) => before && before[linePlace] !== index)
      return { part, lines, removed, isReordered }
    }
    case 'one': {
      const { line } = wish
      const lines = there.map((old, index) =>
        old['id'] === line.id ? place(line, old, '') : place(undefined, old, kept(index)),
      )
      const all = line.id === undefined ? [...lines, place(line, undefined, '')] : lines
      return { part, lines: all, removed: [], isReordered: false }
    }
    case 'remove': {
      const stay = there.filter(line => !wish.ids.has(String(line['id'])))
      const removed = there.filter(line => wish.ids.has(String(line['id'])))
      const lines = stay.map((line, index) => place(undefined, line, kept(index)))
      return { part, lines, removed, isReordered: false }
    }
  }
}

/** A line that names an id must be one of this record's, and only once. */
function assureTheirs(part: Part, lines: readonly TakenLine[], there: ReadonlyMap<string, Row>): void {
  const ids = lines.flatMap(line => line.id ?? [])
  if (ids.every(id => there.has(id)) && new Set(ids).size === ids.length) return
  throw refuse.input({
    [part.name]: {
      zh: `${part.resource.title.zh}已不存在，请刷新后重试`,
      en: 'A line is no longer there: please reload',
    },
  })
}

/** What is not shown keeps its value, whatever a client sends for it. */
function settleHidden(asking: Asking, resource: Resource, before: Stored | null, after: Row, values: Row): void {
  const old = before?.record ?? blank(resource)
  for (const field of resource.fields) {
    if (!field.when || !(field.name in values) || isShownIn(asking, resource, field, after)) continue
    after[field.name] = old[field.name] ?? null
  }
}

function changedNames(
  resource: Resource,
  before: Row | null | undefined,
  after: Row,
  touched: readonly PreparedPart[],
): Set<string> {
  const own = resource.fields
    .filter(field => typeOf(field).lines === undefined)
    .map(field => field.name)
    .filter(name => !before || !isSame(before[name] ?? null, after[name] ?? null))
  const parts = touched.filter(
    ({ lines, removed, isReordered }) =>
      isReordered || removed.length > 0 || lines.some(line => !line.before || line.changed.size > 0),
  )
  return new Set([...own, ...parts.map(({ part }) => part.name)])
}

function faultsOf(
  asking: Asking,
  resource: Resource,
  before: Stored | null,
  after: Row,
  changed: ReadonlySet<string>,
  touched: readonly PreparedPart[],
): Readonly<Record<string, Bilingual>> {
  const values: Row = before ? { id: String(after['id']) } : {}
  for (const field of resource.fields) {
    if (!isAsked(field) || typeOf(field).lines) continue
    const value = after[field.name]
    if (before ? changed.has(field.name) || owesValue(field) : value !== null) values[field.name] = value
  }
  for (const { part, lines } of touched) if (part.field) values[part.name] = lines.map(line => askedOf(part, line))
  const said = checkValues(asking, resource, values, after, before ? 'update' : 'save')
  return Object.fromEntries(Object.entries(said).map(([name, words]) => [placed(name, touched), words]))
}

/** A field that became shown by this change may owe a value, though it was not given. */
const owesValue = (field: Field) => field.required && field.when !== undefined

function askedOf(part: Part, { before, after }: PreparedLine): Row {
  const fields = part.resource.fields.filter(field => isAsked(field) && field.name !== part.link.name)
  const given = fields.filter(field => after[field.name] !== null).map(field => [field.name, after[field.name]])
  return { ...Object.fromEntries(given), ...(before && { id: String(before['id']) }) }
}

/** An error of a line that was written by itself stands at its own field. */
function placed(name: string, touched: readonly PreparedPart[]): string {
  for (const { part, lines } of touched) {
    const alone = lines.findIndex(line => line.path === '')
    const prefix = `${part.name}.${alone}.`
    if (alone >= 0 && name.startsWith(prefix)) return name.slice(prefix.length)
  }
  return name
}

function broken(
  asking: Asking,
  resource: Resource,
  after: Row,
  changed: ReadonlySet<string>,
  touched: readonly PreparedPart[],
): Readonly<Record<string, Bilingual>> {
  const said: Record<string, Bilingual> = {}
  for (const { part, lines } of touched) {
    for (const line of lines) {
      const wrong = brokenRules(asking, part.resource, line.after, line.changed)
      for (const [name, words] of Object.entries(wrong)) said[`${line.path}${name}`] = words
    }
  }
  return { ...said, ...brokenRules(asking, resource, after, changed) }
}
