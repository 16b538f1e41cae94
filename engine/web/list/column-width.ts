import { columnWidth } from '../../fields/web.ts'
import type { Field } from '../../model/model.ts'
import { timeLeft } from '../../model/system-fields.ts'
import type { ResourcePart } from '../data/resource-part.ts'

/** As wide as some hundred days late. */
const timeLeftWidths = { zh: 100, en: 124 } as const

/** The pixels that a column's values need; undefined where words take what is left. */
export const columnWidthOf = ({ model, language }: ResourcePart, field: Field): number | undefined =>
  field === timeLeft ? timeLeftWidths[language] : columnWidth(field, model, language)
