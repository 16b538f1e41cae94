import type { Field, Language, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'

/** A column of a list and the pixels it is given; undefined takes its share of the rest. */
export interface Column {
  readonly field: Field
  readonly width: number | undefined
}

/** Widths that the columns beside the fields' take. */
export const ownWidths = { checkbox: 52, actions: 64, least: 150 } as const

/**
 * The columns that a list of that width shows. Figures, dates and states are never cut: where room is short the
 * last column leaves, but for what stands for the record and its state.
 */
export function columnsThatFit(
  resource: Resource,
  language: Language,
  widthOf: (field: Field) => number | undefined,
  room: number,
): Column[] {
  const all = resource.list.columns.flatMap(name => {
    const field = fieldOf(resource, name)
    return field ? [columnOf(field, language, widthOf(field))] : []
  })
  const kept = [...all]
  const stays = ({ field }: Column) => field.name === resource.display || field.name === resource.lifecycle?.field
  while (needed(kept) > room) {
    const last = kept.findLastIndex(column => !stays(column))
    if (last < 0) break
    kept.splice(last, 1)
  }
  return kept
}

/** A column is never narrower than its title with the arrow that sorts by it. */
function columnOf(field: Field, language: Language, width: number | undefined): Column {
  const title = textWidth(field.title[language]) + 42
  return { field, width: width === undefined ? undefined : Math.max(width, title) }
}

const needed = (columns: readonly Column[]) =>
  columns.reduce((sum, { width }) => sum + (width ?? ownWidths.least), ownWidths.checkbox + ownWidths.actions)

/** About the pixels that a text of 12 takes: a Chinese character its size, a Latin letter a good half. */
const textWidth = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character.charCodeAt(0) > 0x2e80 ? 12 : 6.8), 0)
