import type { Lifecycle, Model, Resource, Transition } from './model.ts'
import { isAutomatic, userSteps } from './steps.ts'

/** The direction of a transition by the order of the dictionary: on, to an end, or back. */
export function transitionDirection(model: Model, resource: Resource, transition: Transition): 'on' | 'end' | 'back' {
  const field = resource.fields.find(one => one.name === resource.lifecycle?.field)
  const states = model.dictionaries[String(field?.options['of'])]?.entries.map(entry => entry.name) ?? []
  const leadsOn = transition.from.some(from => states.indexOf(transition.to) > states.indexOf(from))
  if (!leadsOn) return 'back'
  return resource.lifecycle?.final.includes(transition.to) ? 'end' : 'on'
}

/** Whether no later transitions lead from the target of a transition back to each of these states. */
export function isIrreversible({ transitions }: Lifecycle, { to }: Transition, from: readonly string[]): boolean {
  const reached = new Set([to])
  for (const state of reached)
    for (const transition of transitions) if (transition.from.includes(state)) reached.add(transition.to)
  return !from.every(state => reached.has(state))
}

/**
 * The steps that may be the first button for a user with these roles, in order of preference: those that name one
 * of the roles or everyone in `primary`, then transitions that lead on and that no access rule grants to other roles.
 */
export function primarySteps(model: Model, resource: Resource, roles: readonly string[]): readonly string[] {
  const transitions = resource.lifecycle?.transitions ?? []
  const named = userSteps(resource).filter(({ primary }) =>
    Array.isArray(primary) ? primary.some(role => roles.includes(role)) : primary === true,
  )
  const others = transitions.filter(
    transition =>
      !isAutomatic(transition) &&
      transition.primary === undefined &&
      transitionDirection(model, resource, transition) !== 'back',
  )
  const isPrimary = ({ name }: Transition) => {
    const granted = resource.access.filter(rule => rule.allow.includes(name))
    return granted.length === 0 || granted.some(rule => roles.includes(rule.role))
  }
  return [...named, ...others.filter(isPrimary)].map(step => step.name)
}
