import { typeOf } from '../../fields/index.ts'
import type { Field, Language, Resource } from '../../model/model.ts'
import { fieldOf, systemFields } from '../../model/system-fields.ts'

/** A column of a list and the pixels it is given; undefined takes its share of the rest. */
export interface Column {
  readonly field: Field
  readonly width: number | undefined
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

/** Widths that the columns beside the fields' take, and those of columns that share the rest. */
export const ownWidths = {
  checkbox: 52,
  actions: 72,
  least: 150,
  loose: 220,
  person: 100,
  narrowest: 56,
  widest: 1200,
} as const

/** The columns as the descriptor has them. */
export const usualPlan = (resource: Resource): ColumnPlan => ({
  names: resource.list.columns,
  isChosen: false,
  widths: {},
})

/** Fields that a list may show: all that a row is read with, the resource's own before those of every row. */
export const showable = (resource: Resource): Field[] =>
  [...resource.fields, ...systemFields].filter(field => !typeOf(field).secret && typeOf(field).lines === undefined)

/**
 * The columns that a list of that width shows. Figures, dates and states are never cut: where room is short the
 * last column leaves, but for what stands for the record and its state. Columns that a person chose stay.
 */
export function columnsThatFit(
  resource: Resource,
  language: Language,
  widthOf: (field: Field) => number | undefined,
  room: number,
  plan: ColumnPlan = usualPlan(resource),
): Column[] {
  const all = plan.names.flatMap(name => {
    const field = fieldOf(resource, name)
    if (!field || typeOf(field).lines !== undefined) return []
    return [columnOf(field, language, isPerson(field) ? ownWidths.person : widthOf(field), plan.widths[name])]
  })
  if (plan.isChosen) return needed(all) > room ? all.map(unshared) : shared(all, resource, room)
  const kept = [...all]
  const stays = ({ field }: Column) => field.name === resource.display || field.name === resource.lifecycle?.field
  while (needed(kept) > room) {
    const last = kept.findLastIndex(column => !stays(column))
    if (last < 0) break
    kept.splice(last, 1)
  }
  return shared(kept, resource, room)
}

/** Deals out the room that is left: words take more of it, and the one that takes the most takes all the rest. */
function shared(columns: readonly Column[], resource: Resource, room: number): Column[] {
  const loose = columns.filter(({ width }) => width === undefined)
  const weightOf = ({ field }: Column) => (field.type === 'longtext' ? 3 : field.name === resource.display ? 1.5 : 1)
  const whole = loose.reduce((sum, column) => sum + weightOf(column), 0)
  const widest = loose.reduce<Column | undefined>(
    (most, column) => (most && weightOf(most) >= weightOf(column) ? most : column),
    undefined,
  )
  const left = room - needed(columns) + loose.length * ownWidths.least
  return columns.map(column =>
    column.width === undefined && column !== widest
      ? { ...column, width: Math.max(ownWidths.least, Math.floor((left * weightOf(column)) / whole)) }
      : column,
  )
}

/** The pixels that a table of these columns needs at least. */
export const needed = (columns: readonly Column[]): number =>
  columns.reduce((sum, { width }) => sum + (width ?? ownWidths.least), ownWidths.checkbox + ownWidths.actions)

/** Who made or changed a row: names of people are short. */
const isPerson = ({ name }: Field): boolean => name === 'createUser' || name === 'updateUser'

/** Held within what can still be taken hold of, and what a screen can show. */
export const sane = (width: number): number =>
  Math.round(Math.min(Math.max(width, ownWidths.narrowest), ownWidths.widest))

/** A column is never narrower than its title with the arrow that sorts by it, unless a person made it so. */
function columnOf(field: Field, language: Language, width: number | undefined, given: number | undefined): Column {
  if (given !== undefined) return { field, width: sane(given) }
  const title = textWidth(field.title[language]) + 42
  return { field, width: width === undefined ? undefined : Math.max(width, title) }
}

/** Where nothing is left to share, a column takes what reads well. */
const unshared = (column: Column): Column =>
  column.width === undefined ? { ...column, width: ownWidths.loose } : column

/** About the pixels that a text takes: a Chinese character its size, a Latin letter a good half. */
export const textWidth = (text: string, size = 12): number =>
  [...text].reduce((sum, character) => sum + (character.charCodeAt(0) > 0x2e80 ? size : size * 0.57), 0)
