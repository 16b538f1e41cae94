import type { Action, Field, Resource, Step, Transition } from './model.ts'

/** The steps of a resource: its transitions, then its actions. */
export const stepsOf = ({
  lifecycle,
  actions,
}: Pick<Resource, 'lifecycle' | 'actions'>): readonly (Transition | Action)[] => [
  ...(lifecycle?.transitions ?? []),
  ...actions,
]

/** Whether a step writes other records. */
export const hasEffects = ({ updates, creates }: Pick<Step, 'updates' | 'creates'>): boolean =>
  updates !== undefined || creates !== undefined

/** Whether a step changes the state. */
export const isTransition = (step: Step): step is Transition => 'to' in step

/** Whether a step is made in a dialog, because it has something to enter. */
export const hasInput = ({ input, edit }: Pick<Step, 'input' | 'edit'>): boolean => input.length > 0 || edit.length > 0

/** Whether a step belongs to no record. */
export const isOnCollection = (step: Action | Transition): boolean => 'on' in step && step.on === 'collection'

/** What the response to a step contains by its declaration. */
export const returnsOf = (step: Action | Transition): readonly Field[] | undefined =>
  'returns' in step ? step.returns : undefined
