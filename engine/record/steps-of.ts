import type { Action, Move, Resource } from '../model/model.ts'

/**
 * Transitions and actions that have a button, transitions first, in the descriptor's order. An action called by GET has
 * none: its answer is for programs.
 */
export const recordStepsOf = (resource: Resource): readonly (Move | Action)[] => [
  ...(resource.lifecycle?.moves ?? []),
  ...resource.actions.filter(({ wire }) => wire.method !== 'GET'),
]
