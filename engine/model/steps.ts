import type { Resource, Step, Transition } from './model.ts'

/** The steps of a resource: its transitions, then its actions. */
export const stepsOf = ({ lifecycle, actions }: Pick<Resource, 'lifecycle' | 'actions'>): readonly Step[] => [
  ...(lifecycle?.transitions ?? []),
  ...actions,
]

/** Whether a step changes the state. */
export const isTransition = (step: Step): step is Transition => 'to' in step

/** Whether a step is made in a dialog, because it has something to enter. */
export const hasInput = ({ input, edit }: Pick<Step, 'input' | 'edit'>): boolean => input.length > 0 || edit.length > 0
