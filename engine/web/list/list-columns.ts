import { captionOf } from '../../fields/caption.ts'
import { typeOf } from '../../fields/index.ts'
import { isCode } from '../../fields/text/code.ts'
import { textWidth } from '../../fields/text-width.ts'
import type { Field, Language, Resource } from '../../model/model.ts'
import { columnNamed, systemFields, timeLeft } from '../../model/system-fields.ts'

/** A column of a list and the pixels it is given; undefined takes its share of the rest. */
export interface Column {
  readonly field: Field
  readonly width: number | undefined
  /** The pixels that its title takes with the arrow that sorts by it. */
  readonly title: number
  /** A person made it so wide. */
  readonly isGiven?: boolean
  /** Of the one that takes what is left: what it was counted on to take. */
  readonly least?: number
}

/** How the columns of a list are wanted. */
export interface ColumnPlan {
  /** Names of fields, from the left. */
  readonly names: readonly string[]
  /** A person chose them: then all are shown, and the table scrolls where room is short. */
  readonly isChosen: boolean
  /** Pixels that a person gave, by name. */
  readonly widths: Readonly<Record<string, number>>
}

/** Widths that the columns beside the fields' take, and the bounds of columns of words, which share the rest. */
export const ownWidths = {
  checkbox: 52,
  actions: 72,
  least: 150,
  loose: 220,
  shortest: 88,
  longest: 320,
  longWords: 640,
  spread: 96,
  person: 100,
  narrowest: 56,
  widest: 1200,
} as const

const besideColumns = ownWidths.checkbox + ownWidths.actions

/** By a field's name, the pixels that its longest text takes. */
export type Needs = Readonly<Record<string, number>>

/** What texts take: in all rows seen so far, and in the first ones, by which columns leave, so that none does later. */
export interface SeenNeeds {
  readonly now: Needs
  readonly first: Needs
}

const noNeeds: SeenNeeds = { now: {}, first: {} }

/** The columns as the descriptor has them. */
export const usualPlan = (resource: Resource): ColumnPlan => ({
  names: resource.list.columns,
  isChosen: false,
  widths: {},
})

/** Fields that a list may show: all that a row is read with, the resource's own before those of every row. */
export const showable = (resource: Resource): Field[] =>
  [...resource.fields, columnNamed(resource, timeLeft.name) ?? [], ...systemFields]
    .flat()
    .filter(field => !typeOf(field).secret && typeOf(field).lines === undefined)

/**
 * The columns that a list of that width shows. Figures, dates and states are never cut, nor words that its first rows
 * have if they are no longer than reads well: where room is short, who made or changed a row leaves, then the last
 * column, but for what stands for the record and its state. Columns that a person chose stay.
 */
export function columnsThatFit(
  resource: Resource,
  language: Language,
  widthOf: (field: Field) => number | undefined,
  room: number,
  plan: ColumnPlan = usualPlan(resource),
  { now: needs, first }: SeenNeeds = noNeeds,
): Column[] {
  const all = plan.names.flatMap(name => {
    const field = columnNamed(resource, name)
    if (!field || typeOf(field).lines !== undefined) return []
    const own = isPerson(field) ? ownWidths.person : (widthOf(field) ?? (isCode(field) ? needs[name] : undefined))
    return [sized(field, language, own, plan.widths[name])]
  })
  if (plan.isChosen)
    return needed(all) > room ? all.map(column => unshared(column, needs)) : shared(all, resource, room, needs)
  const kept = [...all]
  const stays = ({ field }: Column) => field.name === resource.display || field.name === resource.state
  const width = (column: Column) => column.width ?? leastOf(column, first)
  const isTooWide = () => kept.reduce((sum, column) => sum + width(column), besideColumns) > room
  while (isTooWide()) {
    const person = kept.findLastIndex(({ field }) => isPerson(field))
    const last = person < 0 ? kept.findLastIndex(column => !stays(column)) : person
    if (last < 0) break
    kept.splice(last, 1)
  }
  return shared(kept, resource, room, needs)
}

/** What a column of words needs to stay: long words can be cut. */
function leastOf({ field, title }: Column, needs: Needs): number {
  const need = needs[field.name]
  if (need === undefined || field.type === 'longtext') return ownWidths.least
  return Math.max(title, ownWidths.shortest, Math.min(need, ownWidths.loose))
}

/**
 * Deals out the room among columns of words: each gets what its longest text needs, the shortest needs first where room
 * is scarce. Of what is left long words get what they need; then all columns move apart, so that a wide screen has no
 * single gap in its rows, but for those that a person made so wide. What still is left goes to long words alone, else to
 * all of them, and the one that takes the most is not told how much, so that nothing is left over.
 */
function shared(columns: readonly Column[], resource: Resource, room: number, needs: Needs): Column[] {
  const loose = columns.filter(({ width }) => width === undefined)
  const [first] = loose
  if (!first) return [...columns]
  const weightOf = ({ field }: Column) => (field.type === 'longtext' ? 3 : field.name === resource.display ? 1.5 : 1)
  const taker = loose.reduce((most, column) => (weightOf(most) >= weightOf(column) ? most : column), first)
  const isLong = weightOf(taker) === 3
  const wants = loose.map(column => ({ column, want: wantOf(column, needs, column === taker && isLong) }))
  const given = filled(wants, room - needed(columns) + loose.length * ownWidths.least)
  const longWish = isLong ? Math.min(needs[taker.field.name] ?? 0, ownWidths.longWords) : 0
  const spare = Math.max(0, given.left - Math.max(0, longWish - (given.widths.get(taker) ?? 0)))
  const more = Math.floor(Math.min(spare / columns.length, ownWidths.spread))
  const whole = loose.reduce((sum, column) => sum + weightOf(column), 0)
  const widthOf = (column: Column) => {
    const share = isLong ? 0 : ((given.left - more * columns.length) * weightOf(column)) / whole
    return Math.floor((given.widths.get(column) ?? ownWidths.least) + more + share)
  }
  return columns.map(column => {
    if (column === taker) return { ...column, least: Math.max(ownWidths.shortest, widthOf(column)) }
    if (column.isGiven) return column
    return { ...column, width: column.width === undefined ? widthOf(column) : column.width + more }
  })
}

/** What a column of words would have: its longest text, within bounds, and its title. */
function wantOf({ field, title }: Column, needs: Needs, isTaker: boolean): number {
  const need = needs[field.name]
  // Long words are the ones to be cut, and take what is left in any case.
  const text = isTaker ? Math.min(need ?? ownWidths.loose, ownWidths.loose) : Math.min(need ?? 0, ownWidths.longest)
  return Math.max(text, title, need === undefined ? ownWidths.least : ownWidths.shortest)
}

interface Want {
  readonly column: Column
  readonly want: number
}

/** Gives to each what it wants, or where that is more than there is, to all the same but to those that want less. */
function filled(
  wants: readonly Want[],
  room: number,
): { readonly widths: ReadonlyMap<Column, number>; readonly left: number } {
  const widths = new Map<Column, number>()
  let left = room
  const byWant = [...wants].sort((one, other) => one.want - other.want)
  for (const [at, { column, want }] of byWant.entries()) {
    const width = Math.min(want, left / (byWant.length - at))
    widths.set(column, width)
    left -= width
  }
  return { widths, left }
}

/** The pixels that a table of these columns needs at least. */
export const needed = (columns: readonly Column[]): number =>
  columns.reduce((sum, { width, least = ownWidths.least }) => sum + (width ?? least), besideColumns)

/** Who made or changed a row: names of people are short. */
const isPerson = ({ name }: Field): boolean => name === 'createUser' || name === 'updateUser'

/** Held within what can still be taken hold of, and what a screen can show. */
export const sane = (width: number): number =>
  Math.round(Math.min(Math.max(width, ownWidths.narrowest), ownWidths.widest))

/** A column is never narrower than its title with the arrow that sorts by it, unless a person made it so. */
function sized(field: Field, language: Language, width: number | undefined, given: number | undefined): Column {
  const title = Math.ceil(textWidth(captionOf(field, language))) + 45
  if (given !== undefined) return { field, width: sane(given), title, isGiven: true }
  return { field, width: width === undefined ? undefined : Math.max(width, title), title }
}

/** Where nothing is left to share, a column takes what reads well. */
const unshared = (column: Column, needs: Needs): Column =>
  column.width === undefined
    ? { ...column, width: Math.min(Math.max(needs[column.field.name] ?? 0, ownWidths.loose), ownWidths.longest) }
    : column
