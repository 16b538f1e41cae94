import { foldedTitle, looseTitle } from '../../../fields/text-value.ts'
import { isReference } from '../../../fields/traits.ts'
import type { Chosen } from '../../../model/import-view.ts'
import { near } from '../../../rules/near.ts'
import { ImportRefusal, withTitle } from './import-refusal.ts'
import type { ColumnTarget } from './targets.ts'

/** A column of the file and the field assigned to it. */
export interface MatchedColumn {
  readonly index: number
  readonly source: string
  readonly target: ColumnTarget
}

export interface MatchedColumns {
  readonly matched: readonly MatchedColumn[]
  /** Columns without a field; the report lists them, so that no loss goes unnoticed. */
  readonly ignored: readonly string[]
}

/** The fields that heads of columns without a field resemble, among those that have no column. */
export function proposedColumns(
  targets: readonly ColumnTarget[],
  head: readonly string[],
  columns: Chosen,
): MatchedColumn[] {
  const taken = Object.values(columns)
  const free = targets.filter(({ name }) => !taken.includes(name))
  return head.flatMap((source, index) => {
    const target = columns[index] === undefined && source !== '' ? proposedTarget(free, source) : undefined
    return target ? [{ index, source, target }] : []
  })
}

/** The argument of `--map source=field,...`. A column with an empty field is ignored. */
export type Mapping = ReadonlyMap<string, string>

/** Reads `source=field,...`, where the field can be empty. */
export function readMapping(text: string): Mapping {
  const pairs = text.split(',').map(pair => pair.trim())
  return new Map(
    pairs.filter(Boolean).map(pair => {
      const at = pair.lastIndexOf('=')
      if (at < 1) throw new ImportRefusal('map.malformed', { text: pair })
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const
    }),
  )
}

/** Assigns columns to fields, by a mapping whose columns and fields all exist. */
export function matchColumns(
  targets: readonly ColumnTarget[],
  head: readonly string[],
  mapping: Mapping,
): MatchedColumns {
  checkMapping(
    targets.map(({ name }) => name),
    head,
    mapping,
  )
  const found = assigned(targets, head, mapping)
  return columnsOf(head.map((source, index) => ({ index, source, target: found[index] })))
}

/**
 * The field of each column: by the mapping, else by name, else by title in either language, else by either without units
 * and signs between words.
 */
function assigned(
  targets: readonly ColumnTarget[],
  head: readonly string[],
  mapping: Mapping,
): readonly (ColumnTarget | undefined)[] {
  const exact = head.map(source => targetFor(targets, source, mapping))
  // A head that is written exactly has its field before one in another spelling.
  const free = targets.filter(target => !exact.includes(target) && ![...mapping.values()].includes(target.name))
  return head.map((source, index) => exact[index] ?? (mapping.has(source) ? undefined : looseTarget(free, source)))
}

/** Whether a text is the title of a column, by the mapping or in any spelling of a target. */
export const isTitleOf = (targets: readonly ColumnTarget[], mapping: Mapping) => (text: string) =>
  text.trim() !== '' &&
  (mapping.has(text.trim()) || !!(targetFor(targets, text, new Map()) ?? looseTarget(targets, text)))

/** Validates the columns that a user chose. */
export function chosenColumns(
  targets: readonly ColumnTarget[],
  head: readonly string[],
  chosen: Chosen,
): MatchedColumns {
  const names = targets.map(({ name }) => name)
  const found = head.map((source, index) => {
    const name = chosen[index]
    const target = targets.find(one => one.name === name)
    if (name !== undefined && !target)
      throw new ImportRefusal('columns.unknown', { name, near: near(name, names) ?? '' })
    return { index, source, target }
  })
  return columnsOf(found)
}

/** Proposed columns: the last assignment of such a column, else by name or title; each field once. */
export function guessColumns(targets: readonly ColumnTarget[], head: readonly string[], recent: Mapping): Chosen {
  const isKnown = (name: string) => name === '' || targets.some(target => target.name === name)
  const known = new Map([...recent].filter(([source, name]) => head.includes(source) && isKnown(name)))
  const guess: Record<string, string> = {}
  for (const [index, target] of assigned(targets, head, known).entries())
    if (target && head[index] !== '' && !Object.values(guess).includes(target.name)) guess[index] = target.name
  return guess
}

/** Refuses columns without any known field, or without a field that new records require. */
export function assureRequiredColumns(
  targets: readonly ColumnTarget[],
  { matched }: MatchedColumns,
  isNew: boolean,
): void {
  if (matched.length === 0) throw new ImportRefusal('columns.none', titlesOf(targets.filter(({ isKey }) => !isKey)))
  if (!isNew) return
  const isThere = (name: string) => matched.some(column => column.target.name === name)
  const parts = new Set(matched.map(({ target }) => target.part))
  const missing = targets.filter(
    ({ name, isRequired, part }) => isRequired && !isThere(name) && (part === undefined || parts.has(part)),
  )
  if (missing.length > 0) throw new ImportRefusal('columns.missing', titlesOf(missing))
}

function columnsOf(
  found: readonly { readonly index: number; readonly source: string; readonly target: ColumnTarget | undefined }[],
): MatchedColumns {
  const matched = found.filter((column): column is MatchedColumn => column.target !== undefined)
  refuseTwice(matched)
  return { matched, ignored: found.filter(column => !column.target && column.source).map(column => column.source) }
}

function targetFor(targets: readonly ColumnTarget[], source: string, mapping: Mapping): ColumnTarget | undefined {
  const mapped = mapping.get(source)
  if (mapped !== undefined) return targets.find(({ name }) => name === mapped)
  // A field that the mapping assigns to another column is not matched by name.
  const free = targets.filter(({ name }) => ![...mapping.values()].includes(name))
  const words = foldedTitle(source)
  return (
    free.find(({ name }) => foldedTitle(name) === words) ??
    free.find(({ title }) => foldedTitle(title.zh) === words || foldedTitle(title.en) === words) ??
    // The title of a line's field without the title of its part.
    free.find(
      ({ part, field }) => part !== undefined && [field.title.zh, field.title.en].map(foldedTitle).includes(words),
    )
  )
}

/** The only field that a head names in another spelling. */
function looseTarget(targets: readonly ColumnTarget[], source: string): ColumnTarget | undefined {
  const [first, ...others] = targets.filter(target => looseNames(target).includes(looseTitle(source)))
  return others.length === 0 ? first : undefined
}

/** Names that a head may have besides the name and the titles as they are written. */
const looseNames = ({ name, title, field }: ColumnTarget): string[] => {
  // `market_id` and `market` are usual heads of a reference `marketId`.
  const bare = isReference(field) ? [name.replace(/Ids?$/, '')] : []
  return [name, title.zh, title.en, ...bare].map(looseTitle).filter(Boolean)
}

/** The field that a head resembles most. No column is assigned by it. */
function proposedTarget(targets: readonly ColumnTarget[], source: string): ColumnTarget | undefined {
  const names = new Map(targets.flatMap(target => looseNames(target).map(name => [name, target] as const)))
  const closest = near(looseTitle(source), [...names.keys()])
  return closest === undefined ? undefined : names.get(closest)
}

/** Refuses a mapping of columns that the head lacks, or to fields that are not among these. */
export function checkMapping(names: readonly string[], head: readonly string[], mapping: Mapping): void {
  for (const [source, name] of mapping) {
    if (!head.includes(source))
      throw new ImportRefusal('map.unknown-source', { name: source, near: near(source, head) ?? '' })
    if (name !== '' && !names.includes(name))
      throw new ImportRefusal('map.unknown-field', { name, near: near(name, names) ?? '' })
  }
}

function refuseTwice(matched: readonly MatchedColumn[]): void {
  const seen = new Map<string, MatchedColumn>()
  for (const column of matched) {
    const first = seen.get(column.target.name)
    const words = { first: first?.source ?? '', second: column.source }
    if (first) throw new ImportRefusal('columns.twice', withTitle(column.target.title, words))
    seen.set(column.target.name, column)
  }
}

const maxNamed = 12

/** The words of a message with some titles. */
export const titlesOf = (targets: readonly ColumnTarget[]) => {
  const named = targets.slice(0, maxNamed)
  const end = targets.length > maxNamed ? '…' : ''
  const zh = named.map(({ title }) => title.zh).join('、') + end
  const en = named.map(({ title }) => title.en).join(', ') + end
  return { zh: { titles: zh, known: zh }, en: { titles: en, known: en } }
}
