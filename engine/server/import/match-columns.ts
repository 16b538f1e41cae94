import { typeOf } from '../../fields/index.ts'
import { isAsked } from '../../fields/record-schema.ts'
import type { Chosen } from '../../model/import-view.ts'
import type { Field, Resource } from '../../model/model.ts'
import { near } from '../../rules/near.ts'
import { ImportRefusal } from './import-refusal.ts'

/** A column of the file and the field that its cells fill. */
export interface Column {
  readonly index: number
  readonly source: string
  readonly field: Field
}

export interface Columns {
  readonly matched: readonly Column[]
  /** Columns that no field takes; the report names them, so that nothing is lost unseen. */
  readonly ignored: readonly string[]
}

/** What `--map source=field,...` says. */
export type Mapping = ReadonlyMap<string, string>

/** Reads `source=field,...`. */
export function readMapping(text: string): Mapping {
  const pairs = text.split(',').map(pair => pair.trim())
  return new Map(
    pairs.filter(Boolean).map(pair => {
      const at = pair.lastIndexOf('=')
      if (at < 1 || at === pair.length - 1) throw new ImportRefusal('map.malformed', { text: pair })
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const
    }),
  )
}

/** Finds the field of each column: by the mapping, else by name, else by title in either language. */
export function matchColumns(resource: Resource, head: readonly string[], mapping: Mapping): Columns {
  const fields = importableFields(resource)
  checkMapping(fields, head, mapping)
  const found = head.map((source, index) => ({ index, source, field: fieldFor(fields, source, mapping) }))
  return whole(fields, found)
}

/** The columns as a person chose them, held to the same rules. */
export function chosenColumns(fields: readonly Field[], head: readonly string[], chosen: Chosen): Columns {
  const names = fields.map(field => field.name)
  const found = head.map((source, index) => {
    const name = chosen[index]
    const field = fields.find(one => one.name === name)
    if (name !== undefined && !field)
      throw new ImportRefusal('columns.unknown', { name, near: near(name, names) ?? '' })
    return { index, source, field }
  })
  return whole(fields, found)
}

/** A choice to begin with: what was chosen for such a column the last time, else by name or title; no field twice. */
export function guessColumns(fields: readonly Field[], head: readonly string[], lately: Mapping): Chosen {
  const guess: Record<string, string> = {}
  const isFree = (field: Field | undefined) => field && !Object.values(guess).includes(field.name)
  const put = (find: (source: string) => Field | undefined) => {
    for (const [index, source] of head.entries()) {
      if (guess[index] !== undefined || source === '') continue
      const field = find(source)
      if (field && isFree(field)) guess[index] = field.name
    }
  }
  put(source => fields.find(field => field.name === lately.get(source)))
  put(source => (lately.get(source) === '' ? undefined : fieldFor(fields, source, new Map())))
  return guess
}

/** The fields that a file may fill; those of `hidden` are not there for who asks. */
export const importableFields = (resource: Resource, hidden: ReadonlySet<string> = new Set()): Field[] =>
  resource.fields.filter(field => isImportable(field) && !hidden.has(field.name))

function whole(
  fields: readonly Field[],
  found: readonly { readonly index: number; readonly source: string; readonly field: Field | undefined }[],
): Columns {
  const matched = found.filter((column): column is Column => column.field !== undefined)
  if (matched.length === 0) throw new ImportRefusal('columns.none', inBoth(fields))
  refuseTwice(matched)
  const isThere = (field: Field) => matched.some(column => column.field === field)
  const missing = fields.filter(
    field => field.required && field.default === undefined && field.when === undefined && !isThere(field),
  )
  if (missing.length > 0) throw new ImportRefusal('columns.missing', inBoth(missing))
  return { matched, ignored: found.filter(column => !column.field && column.source).map(column => column.source) }
}

const isImportable = (field: Field) => isAsked(field) && typeOf(field).lines === undefined

function fieldFor(fields: readonly Field[], source: string, mapping: Mapping): Field | undefined {
  const said = mapping.get(source)
  if (said !== undefined) return fields.find(field => field.name === said)
  // A field that the mapping fills from elsewhere is not filled by a column that happens to have its name.
  const free = fields.filter(field => ![...mapping.values()].includes(field.name))
  const name = plain(source)
  return (
    free.find(field => plain(field.name) === name) ??
    free.find(field => plain(field.title.zh) === name || plain(field.title.en) === name)
  )
}

/** A name without what people add: required marks, spaces, capitals, full-width brackets. */
const plain = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/^\*+|\*+$/g, '')
    .replace(/\s+/g, '')
    .toLowerCase()

function checkMapping(fields: readonly Field[], head: readonly string[], mapping: Mapping): void {
  const names = fields.map(field => field.name)
  for (const [source, name] of mapping) {
    if (!head.includes(source)) {
      throw new ImportRefusal('map.unknown-source', { name: source, near: near(source, head) ?? '' })
    }
    if (!names.includes(name)) throw new ImportRefusal('map.unknown-field', { name, near: near(name, names) ?? '' })
  }
}

function refuseTwice(matched: readonly Column[]): void {
  const seen = new Map<Field, Column>()
  for (const column of matched) {
    const first = seen.get(column.field)
    const { zh, en } = column.field.title
    const words = { first: first?.source ?? '', second: column.source }
    if (first) throw new ImportRefusal('columns.twice', { zh: { ...words, title: zh }, en: { ...words, title: en } })
    seen.set(column.field, column)
  }
}

const mostNamed = 12

const inBoth = (fields: readonly Field[]) => {
  const named = fields.slice(0, mostNamed)
  const end = fields.length > mostNamed ? '…' : ''
  const zh = named.map(field => field.title.zh).join('、') + end
  const en = named.map(field => field.title.en).join(', ') + end
  return { zh: { titles: zh, known: zh }, en: { titles: en, known: en } }
}
