import type { Resource, Step } from '../model/model.ts'

/**
 * Transitions and actions that have a button, transitions first, in the descriptor's order. An action called by GET has
 * none: its answer is for programs.
 */
export const recordStepsOf = (resource: Resource): readonly Step[] => [
  ...(resource.lifecycle?.transitions ?? []),
  ...resource.actions.filter(({ http }) => http.method !== 'GET'),
]
