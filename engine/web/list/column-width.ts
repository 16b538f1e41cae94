import { columnWidth } from '../../fields/web.ts'
import type { Field } from '../../model/model.ts'
import { timeRemaining } from '../../model/system-fields.ts'
import type { ResourcePart } from '../data/resource-part.ts'

/** Width of "overdue by some hundred days", in pixels. */
const timeRemainingWidths = { zh: 100, en: 124 } as const

/** The width of a column's values in pixels; undefined for texts, which share the remaining width. */
export const columnWidthOf = ({ model, language }: ResourcePart, field: Field): number | undefined =>
  field === timeRemaining ? timeRemainingWidths[language] : columnWidth(field, model, language)
