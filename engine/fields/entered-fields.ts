import type { EditRefinement, Field, Resource, Step } from '../model/model.ts'
import { typeOf } from './index.ts'
import { isComputed } from './traits.ts'

/** The fields of the record that a step edits, as it accepts them: those that are read-only elsewhere included. */
export const editedFields = (
  { fields }: Pick<Resource, 'fields'>,
  { edit, refined }: Pick<Step, 'edit' | 'refined'>,
): readonly Field[] =>
  edit.flatMap(name => {
    const field = fields.find(one => one.name === name)
    return field ? [refinedField(entered(field), refined?.[name])] : []
  })

/** Whether a step may enter a field: any but those that are computed or set by the engine. */
export const mayBeEntered = (field: Field): boolean => !isComputed(field) && typeOf(field).given !== true

/** A field without what makes it read-only. */
const entered = ({ readOnlyIn: _states, readOnlyIf: _condition, ...field }: Field): Field => ({
  ...field,
  readOnly: false,
})

/** The fields of lines as they are entered: those that a step names also where they are read-only elsewhere. */
export function enteredLineFields({ options: { edit, columns } }: Field, fields: readonly Field[]): readonly Field[] {
  if (edit === undefined || !Array.isArray(columns)) return fields
  return fields.map(field => (columns.includes(field.name) && mayBeEntered(field) ? entered(field) : field))
}

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
