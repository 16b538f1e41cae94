import { isNothing } from '../../fields/cells.tsx'
import { typeOf } from '../../fields/index.ts'
import { textWidth } from '../../fields/text-width.ts'
import { isDictionary, isReference } from '../../fields/traits.ts'
import { columnWidth } from '../../fields/web.ts'
import { listSeparator } from '../../model/list-separator.ts'
import type { Field } from '../../model/model.ts'
import { timeRemaining } from '../../model/system-fields.ts'
import type { ResourcePart } from '../data/resource-part.ts'

/** Width of "overdue by some hundred days", in pixels. */
const timeRemainingWidths = { zh: 100, en: 124 } as const

/** The width of a column's values in pixels; undefined for texts, which share the remaining width. */
export const columnWidthOf = ({ model, language }: ResourcePart, field: Field): number | undefined =>
  field === timeRemaining ? timeRemainingWidths[language] : columnWidth(field, model, language)

/** The width of the longest text of each column in pixels, by the field's name. */
export type ContentWidths = Readonly<Record<string, number>>

type Row = Readonly<Record<string, unknown>>

/**
 * The widths of the columns' contents. Rows that follow change no width, so that columns do not move with the page or the
 * order; only those of dictionaries grow, whose values are never truncated.
 */
export function contentWidths(
  part: ResourcePart,
  fields: readonly Field[],
  rows: readonly Row[],
  before: ContentWidths,
): ContentWidths {
  const next = fields.map(field => {
    const known = before[field.name]
    const isSettled = rows.length === 0 || (known !== undefined && !isDictionary(field))
    return [field.name, isSettled ? known : Math.max(known ?? 0, ...rows.map(row => widthOf(part, field, row)))]
  })
  return Object.fromEntries(next.filter(([, width]) => width !== undefined))
}

/** Width in pixels of a cell's padding, and of a dictionary's mark. */
const [padding, mark] = [28, 18]

/** Characters of a text that its column's width depends on. */
const most = 60

function widthOf({ model, language }: ResourcePart, field: Field, row: Row): number {
  const value = isReference(field) ? row[`${field.name}Name`] : row[field.name]
  if (isNothing(value)) return 0
  const text = isReference(field)
    ? [value].flat().join(listSeparator(language))
    : typeOf(field).format(value, field, model, language)
  return Math.ceil(textWidth(text.slice(0, most), 14)) + padding + (isDictionary(field) ? mark : 0)
}
