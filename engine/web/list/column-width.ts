import { entriesOf } from '../../fields/dictionary/field.ts'
import type { Field } from '../../model/model.ts'
import { timeLeft } from '../../model/system-fields.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { webOf } from './field-cell.tsx'
import { textWidth } from './list-columns.ts'

/** As wide as some hundred days late. */
const timeLeftWidths = { zh: 100, en: 124 } as const
const [mark, padding, widest] = [18, 36, 240]

/** The pixels that a column's values need; undefined where words take what is left. */
export function widthOf({ model, language }: ResourcePart, field: Field): number | undefined {
  if (field === timeLeft) return timeLeftWidths[language]
  const { width } = webOf(field)
  if (field.type !== 'dictionary' || field.options['many'] === true) return width
  // A state is never cut, so that the longest one says how wide.
  const titles = entriesOf(field, model).map(({ title }) => textWidth(title[language], 14))
  return Math.min(Math.max(width ?? 0, ...titles.map(title => Math.ceil(title) + mark + padding)), widest)
}
