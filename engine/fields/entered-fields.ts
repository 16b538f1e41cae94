import type { EditRefinement, Field, Resource, Step } from '../model/model.ts'
import { typeOf } from './index.ts'

/** The fields of the record that a step edits, as it accepts them: those that are read-only elsewhere included. */
export const editedFields = (
  { fields }: Pick<Resource, 'fields'>,
  { edit, refined }: Pick<Step, 'edit' | 'refined'>,
): readonly Field[] =>
  edit.flatMap(name => {
    const field = fields.find(one => one.name === name)
    if (!field) return []
    const { readOnlyIn: _states, readOnlyIf: _condition, ...rest } = field
    return [refinedField({ ...rest, readOnly: false }, refined?.[name])]
  })

function refinedField(field: Field, { columns, add, ...properties }: EditRefinement = {}): Field {
  if (!typeOf(field).lines) return { ...field, ...properties }
  const lines = { ...(columns && { columns }), edit: add ? 'add' : 'change' }
  // A record that has its lines may be changed without naming any.
  return { ...field, required: false, ...properties, options: { ...field.options, ...lines } }
}

/** What a user enters for a step: fields of the record, then its own inputs. */
export const enteredFields = (
  resource: Pick<Resource, 'fields'>,
  step: Pick<Step, 'edit' | 'input' | 'refined'>,
): readonly Field[] => [...editedFields(resource, step), ...step.input]
