import { captionOf } from '../../fields/caption.ts'
import { typeOf } from '../../fields/index.ts'
import { numberOption } from '../../fields/options.ts'
import { isCode, lengthOfCode } from '../../fields/text/code.ts'
import { textWidth } from '../../fields/text-width.ts'
import type { Field, Language, Resource } from '../../model/model.ts'
import { columnNamed, systemFields, timeLeft } from '../../model/system-fields.ts'

/** A column of a list and the pixels it is given; undefined takes its share of the rest. */
export interface ListColumn {
  readonly field: Field
  readonly width: number | undefined
  /** The pixels that its title takes with the arrow that sorts by it. */
  readonly title: number
  /** The user set its width. */
  readonly isGiven?: boolean
  /** Of the one that takes what is left: what it was counted on to take. */
  readonly least?: number
}

/** How the columns of a list are wanted. */
export interface ColumnPlan {
  /** Names of fields, from the left. */
  readonly names: readonly string[]
  /** The user chose them: then all are shown, and the table scrolls where room is short. */
  readonly isChosen: boolean
  /** Widths set by the user, in pixels, by name. */
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
  person: 100,
  narrowest: 56,
  widest: 1200,
} as const

const paddingColumns = ownWidths.checkbox + ownWidths.actions

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
 * The columns that a list of that width shows. Where room is short the least important columns are hidden: the display of
 * the record stays longest, then its state, its deadlines, and the others in the descriptor's order. Columns that a
 * user chose stay. Rows have no influence, so that neither another page nor another order moves a column.
 */
export function columnsThatFit(
  resource: Resource,
  language: Language,
  widthOf: (field: Field) => number | undefined,
  room: number,
  plan: ColumnPlan = usualPlan(resource),
): ListColumn[] {
  const all = columnFields(resource, plan).map(field => {
    const own = isPerson(field) ? ownWidths.person : (widthOf(field) ?? widthOfCode(field))
    return sized(field, language, own, plan.widths[field.name])
  })
  if (plan.isChosen) return neededWidth(all) > room ? all.map(unshared) : shared(all, resource, room)
  const rank = rankIn(resource)
  const byMeaning = [...all].sort((one, other) => rank(one) - rank(other))
  const stays = ({ field }: ListColumn) => field.name === resource.display || field.name === resource.state
  while (neededWidth(byMeaning) > room) {
    const last = byMeaning.at(-1)
    if (!last || stays(last)) break
    byMeaning.pop()
  }
  return shared(
    all.filter(column => byMeaning.includes(column)),
    resource,
    room,
  )
}

/** The fields of a plan's columns, whether they fit or not. */
export const columnFields = (resource: Resource, { names }: ColumnPlan): Field[] =>
  names.flatMap(name => columnNamed(resource, name) ?? []).filter(field => typeOf(field).lines === undefined)

/**
 * How much a column means, the most first; columns of one rank follow each other as the descriptor has them. Where a list
 * shows the time left, that is its deadline, and the date behind it is a column like others.
 */
function rankIn(resource: Resource): (column: ListColumn) => number {
  const hasTimeLeft = resource.list.columns.includes(timeLeft.name)
  const dates = hasTimeLeft ? [] : resource.lifecycle?.dues?.filter(due => due.isDeadline)
  const deadlines = new Set(dates?.map(due => due.field))
  return ({ field }) => {
    if (field.name === resource.display) return 0
    if (field.name === resource.state) return 1
    return field === timeLeft || deadlines.has(field.name) ? 2 : 3
  }
}

/** A code is never truncated, where the descriptor declares its length. */
function widthOfCode(field: Field): number | undefined {
  const length = isCode(field) ? lengthOfCode(field) : undefined
  return length === undefined ? undefined : Math.min(Math.ceil(length * figure) + padding, ownWidths.longest)
}

/** Pixels of a figure, of a Chinese character, and what a cell has beside its text. */
const [figure, character, padding] = [8.5, 14, 28]

/**
 * Deals out the room among columns of words: each gets what it would have, the shortest first where room is scarce, and
 * the one with the longest texts takes what is left. It has no fixed width, so that nothing is left over.
 */
function shared(columns: readonly ListColumn[], resource: Resource, room: number): ListColumn[] {
  const loose = columns.filter(({ width }) => width === undefined)
  const [first] = loose
  if (!first) return [...columns]
  const lengthOf = ({ field }: ListColumn) => lengthOfTexts(field) + (field.name === resource.display ? 1 : 0)
  const taker = loose.reduce((most, column) => (lengthOf(most) >= lengthOf(column) ? most : column), first)
  const wants = loose.map(column => ({ column, want: wantOf(column), isFirst: column.field.name === resource.display }))
  const { widths, left } = filled(
    wants,
    room - neededWidth(columns) + loose.reduce((sum, one) => sum + leastOf(one), 0),
  )
  return columns.map(column => {
    const width = widths.get(column)
    if (width === undefined) return column
    if (column === taker) return { ...column, least: Math.max(ownWidths.shortest, Math.floor(width + left)) }
    return { ...column, width: Math.max(ownWidths.shortest, Math.floor(width)) }
  })
}

/** Characters that texts of a field may have. A name is as long as most of what has no bound of its own. */
function lengthOfTexts(field: Field): number {
  const { freeText } = typeOf(field)
  if (freeText === 'lines') return 1000
  return (freeText && numberOption(field, 'max')) ?? usualLength
}
const usualLength = 100

/** What a column of words would have, by the length that its descriptor allows, and by its title. */
function wantOf({ field, title }: ListColumn): number {
  const longest = lengthOfTexts(field) > usualLength ? ownWidths.longest : ownWidths.loose
  return Math.max(Math.min(lengthOfTexts(field) * character + padding, longest), title, ownWidths.shortest)
}

/** What a column of words needs to stay. */
const leastOf = (column: ListColumn): number => Math.min(wantOf(column), ownWidths.least)

interface Want {
  readonly column: ListColumn
  readonly want: number
  /** It gets what it wants as long as the others keep what they need. */
  readonly isFirst: boolean
}

/**
 * Gives to each what it wants; where that is more than there is, to all the same but to those that want less, after the
 * display.
 */
function filled(
  wants: readonly Want[],
  room: number,
): { readonly widths: ReadonlyMap<ListColumn, number>; readonly left: number } {
  const widths = new Map<ListColumn, number>()
  let left = room
  const byWant = [...wants].sort((one, other) => Number(other.isFirst) - Number(one.isFirst) || one.want - other.want)
  for (const [at, { column, want, isFirst }] of byWant.entries()) {
    const others = byWant.slice(at + 1)
    const most = isFirst
      ? left - others.reduce((sum, other) => sum + leastOf(other.column), 0)
      : left / (others.length + 1)
    const width = Math.min(want, most)
    widths.set(column, width)
    left -= width
  }
  return { widths, left }
}

/** The pixels that a table of these columns needs at least. */
export const neededWidth = (columns: readonly ListColumn[]): number =>
  columns.reduce((sum, column) => sum + (column.width ?? column.least ?? leastOf(column)), paddingColumns)

/** The user who created or changed a row: users' names are short. */
const isPerson = ({ name }: Field): boolean => name === 'createUser' || name === 'updateUser'

/** Held within what can still be taken hold of, and what a screen can show. */
export const clampWidth = (width: number): number =>
  Math.round(Math.min(Math.max(width, ownWidths.narrowest), ownWidths.widest))

/** A column is never narrower than its title with the sort arrow, unless the user made it so. */
function sized(field: Field, language: Language, width: number | undefined, given: number | undefined): ListColumn {
  const title = Math.ceil(textWidth(captionOf(field, language))) + 45
  if (given !== undefined) return { field, width: clampWidth(given), title, isGiven: true }
  return { field, width: width === undefined ? undefined : Math.max(width, title), title }
}

/** Where nothing is left to share, a column takes what reads well. */
const unshared = (column: ListColumn): ListColumn =>
  column.width === undefined ? { ...column, width: wantOf(column) } : column
