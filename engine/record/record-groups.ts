import { typeOf } from '../fields/index.ts'
import type { Bilingual, Field, Resource } from '../model/model.ts'
import { fieldOf } from '../model/system-fields.ts'

/** Fields of a record that are shown together. */
export interface RecordGroup {
  readonly title: Bilingual | undefined
  readonly fields: readonly Field[]
  /** No form contains these fields: transitions, actions and the server write them. */
  readonly isWritten: boolean
}

/**
 * The groups in which a record is shown and printed: the form's, and last the fields outside the form, short ones
 * before long ones. The display and the state, which the record's header shows, are only in the form's groups.
 */
export function recordGroupsOf(resource: Resource): readonly RecordGroup[] {
  const fieldNames = new Set(resource.form.flatMap(group => group.fields))
  const written = resource.fields
    .filter(({ name }) => !fieldNames.has(name) && name !== resource.display && name !== resource.lifecycle?.field)
    .filter(({ name }) => resource.approval === undefined || !processIds.includes(name))
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

/** Ids that the server writes at the start of the process. The page of the record shows the process itself. */
const processIds = ['processInstanceId', 'processDefinitionId']
