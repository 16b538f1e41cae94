import { isLongText, isMoment } from '../../fields/traits.ts'
import type { Field, Resource } from '../../model/model.ts'
import { systemFields } from '../../model/system-fields.ts'
import { fieldWebOf } from './field-cell.tsx'

/** The alignment and emphasis of a column. */
export function classesOf(resource: Resource, field: Field): string {
  const loud = field.name === resource.display ? 'display' : isQuiet(field) ? 'quiet' : ''
  return `${fieldWebOf(field).align === 'right' ? 'figure' : ''} ${loud}`.trim()
}

/** Long texts and system fields are less prominent than what distinguishes rows. */
const isQuiet = (field: Field) =>
  isLongText(field) || isMoment(field) || systemFields.some(({ name }) => name === field.name)
