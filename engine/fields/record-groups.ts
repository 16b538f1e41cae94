import type { Bilingual, Field, Resource } from '../model/model.ts'
import { fieldOf } from '../model/system-fields.ts'
import { typeOf } from './index.ts'

/** Fields of a record that are read together. */
export interface RecordGroup {
  readonly title: Bilingual | undefined
  readonly fields: readonly Field[]
  /** No form asks for these: moves, actions and the server wrote them, or nothing did yet. */
  readonly isWritten: boolean
}

/**
 * The groups in which a record is read and printed: the form's, and last what no form asks, short fields before long
 * ones. What stands in a record's head, its display and its state, is in the form's groups alone.
 */
export function groupsOf(resource: Resource): readonly RecordGroup[] {
  const asked = new Set(resource.form.flatMap(group => group.fields))
  const written = resource.fields
    .filter(({ name }) => !asked.has(name) && name !== resource.display && name !== resource.lifecycle?.field)
    .toSorted((one, other) => typeOf(one).span(one) - typeOf(other).span(other))
  return [
    ...resource.form.map(({ title, fields }) => ({
      title,
      fields: fields.flatMap(name => fieldOf(resource, name) ?? []),
      isWritten: false,
    })),
    { title: undefined, fields: written, isWritten: true },
  ]
}
