import { captionOf } from '../../fields/caption.ts'
import { typeOf } from '../../fields/index.ts'
import { numberOption } from '../../fields/options.ts'
import { isCode, lengthOfCode } from '../../fields/text/code.ts'
import { textWidth } from '../../fields/text-width.ts'
import { isDictionary, isLongText } from '../../fields/traits.ts'
import type { Field, Language, Resource } from '../../model/model.ts'
import { columnNamed, systemFields, timeRemaining } from '../../model/system-fields.ts'
import type { ContentWidths } from './column-width.ts'

/** A column of a list and its width in pixels; undefined for the column that takes the remaining width. */
export interface ListColumn {
  readonly field: Field
  readonly width: number | undefined
  /** The width of the title with its sort arrow. */
  readonly title: number
  /** The width of its longest text in the rows, if it is known. */
  readonly content?: number
  /** The user set its width. */
  readonly isGiven?: boolean
  /** For the column that takes the remaining width: its planned width. */
  readonly least?: number
}

/** The user's column settings. */
export interface ColumnPlan {
  /** Names of fields, from the left. */
  readonly names: readonly string[]
  /** Chosen by the user: all are shown, and the table scrolls if necessary. */
  readonly isChosen: boolean
  /** Widths set by the user, in pixels, by name. */
  readonly widths: Readonly<Record<string, number>>
}

/** Widths of the columns without a field, and the limits of text columns, which share the remaining width. */
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

/** The default columns, from the descriptor, without the owner where the user has only one. */
export const usualPlan = (resource: Resource, owners: readonly string[] = []): ColumnPlan => ({
  names: resource.list.columns.filter(
    name => owners.length !== 1 || name !== resource.owner || name === resource.display,
  ),
  isChosen: false,
  widths: {},
})

/** The fields that a list may show: the resource's own before the system fields. */
export const showable = (resource: Resource): Field[] =>
  [...resource.fields, columnNamed(resource, timeRemaining.name) ?? [], ...systemFields]
    .flat()
    .filter(field => !typeOf(field).secret && typeOf(field).lines === undefined)

/**
 * The columns that fit a width. If there is not enough space, the least important columns are hidden: the display field
 * remains longest, then the state, the deadlines, and the others in the descriptor's order. Columns chosen by the user
 * remain. The rows have no influence beyond the widths of their contents.
 */
export function columnsThatFit(
  resource: Resource,
  language: Language,
  widthOf: (field: Field) => number | undefined,
  room: number,
  plan: ColumnPlan = usualPlan(resource),
  contents: ContentWidths = {},
): ListColumn[] {
  const all = columnFields(resource, plan).map((field): ListColumn => {
    const content = contents[field.name]
    const usual = isPerson(field) ? ownWidths.person : (widthOf(field) ?? widthOfCode(field))
    const own = isPerson(field) || isDictionary(field) ? (content ?? usual) : usual
    const column = sized(field, language, own && Math.min(own, ownWidths.longest), plan.widths[field.name])
    return content === undefined ? column : { ...column, content }
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
 * The rank of a column, the most important first; equal ranks keep the descriptor's order. Where a list shows the
 * remaining time, that is its deadline, and the date is an ordinary column.
 */
function rankIn(resource: Resource): (column: ListColumn) => number {
  const hasTimeRemaining = resource.list.columns.includes(timeRemaining.name)
  const dates = hasTimeRemaining ? [] : resource.lifecycle?.dates?.filter(date => date.isDeadline)
  const deadlines = new Set(dates?.flatMap(date => date.reads))
  return ({ field }) => {
    if (field.name === resource.display) return 0
    if (field.name === resource.state) return 1
    return field === timeRemaining || deadlines.has(field.name) ? 2 : 3
  }
}

/** A code is never truncated, where the descriptor declares its length. */
function widthOfCode(field: Field): number | undefined {
  const length = isCode(field) ? lengthOfCode(field) : undefined
  return length === undefined ? undefined : Math.min(Math.ceil(length * figure) + padding, ownWidths.longest)
}

/** Width in pixels of a digit, of a Chinese character, and of a cell's padding. */
const [figure, character, padding] = [8.5, 14, 28]

/**
 * Distributes the remaining width among text columns: each gets its preferred width, the shortest first if there is not
 * enough, and the one with the longest texts takes the rest. That column has no fixed width, so that no space is left.
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

/** The expected number of characters of a text field; an unlimited one counts like a name. */
function lengthOfTexts(field: Field): number {
  if (isLongText(field)) return 1000
  return (typeOf(field).freeText && numberOption(field, 'max')) ?? usualLength
}
const usualLength = 100

/** The preferred width of a text column, from its contents or the maximum length in its descriptor, and its title. */
function wantOf({ field, title, content = lengthOfTexts(field) * character + padding }: ListColumn): number {
  const longest = lengthOfTexts(field) > usualLength ? ownWidths.longest : ownWidths.loose
  return Math.max(Math.min(content, longest), title, ownWidths.shortest)
}

/** The minimum width of a text column. */
const leastOf = (column: ListColumn): number => Math.min(wantOf(column), ownWidths.least)

interface Want {
  readonly column: ListColumn
  readonly want: number
  /** It gets its preferred width if the others keep their minimum. */
  readonly isFirst: boolean
}

/**
 * Assigns each column its preferred width. If there is not enough, the display field comes first and the others get equal
 * shares, at most their preferred width.
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

/** The minimum width of a table with these columns, in pixels. */
export const neededWidth = (columns: readonly ListColumn[]): number =>
  columns.reduce((sum, column) => sum + (column.width ?? column.least ?? leastOf(column)), paddingColumns)

/** The user who created or changed a row: users' names are short. */
const isPerson = ({ name }: Field): boolean => name === 'createUser' || name === 'updateUser'

/** Clamped to a width that can still be dragged and fits a screen. */
export const clampWidth = (width: number): number =>
  Math.round(Math.min(Math.max(width, ownWidths.narrowest), ownWidths.widest))

/** A column is never narrower than its title with the sort arrow, unless the user made it so. */
function sized(field: Field, language: Language, width: number | undefined, given: number | undefined): ListColumn {
  const title = Math.ceil(textWidth(captionOf(field, language))) + 47
  if (given !== undefined) return { field, width: clampWidth(given), title, isGiven: true }
  return { field, width: width === undefined ? undefined : Math.max(width, title), title }
}

/** The width of a column when no width remains to share. */
const unshared = (column: ListColumn): ListColumn =>
  column.width === undefined ? { ...column, width: wantOf(column) } : column
