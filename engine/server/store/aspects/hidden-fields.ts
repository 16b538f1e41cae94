import { hasLines } from '../../../fields/traits.ts'
import type { Bilingual, Resource } from '../../../model/model.ts'
import { notShownMessage } from '../../../record/kept-values.ts'
import type { Row } from '../../database/shape.ts'
import { refuse } from '../../errors/refuse.ts'
import type { Prepared } from '../prepare.ts'
import type { Aspect } from './aspect.ts'

/**
 * Refuses a change that does not write a value which was entered, in the record or in a line, because `when` of its field
 * is not true. The value that the field keeps is accepted.
 */
export function assureWritten(resource: Resource, { unwritten = {}, parts }: Prepared, entered: Row): void {
  const messages: Record<string, Bilingual> = {}
  const note = ({ fields }: Resource, values: Row, path: string) => {
    for (const field of fields)
      if (Object.hasOwn(values, field.name)) messages[`${path}${field.name}`] = notShownMessage(field)
  }
  const isEntered = (name: string) =>
    Object.hasOwn(entered, name) || resource.fields.some(field => field.name === name && hasLines(field))
  note(resource, Object.fromEntries(Object.entries(unwritten).filter(([name]) => isEntered(name))), '')
  for (const { part, lines } of parts) for (const line of lines) note(part.resource, line.unwritten, line.path)
  if (Object.keys(messages).length > 0) throw refuse.input(messages)
}

export const hiddenFields: Aspect = {
  planned(_work, { resource }, planned, { entered, values }) {
    if (entered) assureWritten(resource, planned, values)
  },
}
