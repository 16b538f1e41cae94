import type { Field, Resource, Step, Transition } from './model.ts'

/** The steps of a resource: its transitions, then its actions. */
export const stepsOf = ({ lifecycle, actions }: Pick<Resource, 'lifecycle' | 'actions'>): readonly Step[] => [
  ...(lifecycle?.transitions ?? []),
  ...actions,
]

/** Whether a step changes the state. */
export const isTransition = (step: Step): step is Transition => 'to' in step

/** Whether a step is made in a dialog, because it has something to enter. */
export const hasInput = ({ input, edit }: Pick<Step, 'input' | 'edit'>): boolean => input.length > 0 || edit.length > 0

/** The fields of the record that a step edits. */
export const editedFields = ({ fields }: Pick<Resource, 'fields'>, { edit }: Pick<Step, 'edit'>): readonly Field[] =>
  edit.flatMap(name => fields.find(field => field.name === name) ?? [])

/** What a user enters for a step: fields of the record, then its own inputs. */
export const enteredFields = (
  resource: Pick<Resource, 'fields'>,
  step: Pick<Step, 'edit' | 'input'>,
): readonly Field[] => [...editedFields(resource, step), ...step.input]
