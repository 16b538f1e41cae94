import type { Lifecycle, Model, Move, Resource } from './model.ts'

/** The direction of a transition by the order of the dictionary: on, to an end, or back. */
export function wayOf(model: Model, resource: Resource, move: Move): 'on' | 'end' | 'back' {
  const field = resource.fields.find(one => one.name === resource.lifecycle?.field)
  const states = model.dictionaries[String(field?.options['of'])]?.entries.map(entry => entry.name) ?? []
  const leadsOn = move.from.some(from => states.indexOf(move.next) > states.indexOf(from))
  if (!leadsOn) return 'back'
  return resource.lifecycle?.end.includes(move.next) ? 'end' : 'on'
}

/** Whether no later transitions lead from the target of a transition back to each of these states. */
export function isIrreversible({ moves }: Lifecycle, { next }: Move, from: readonly string[]): boolean {
  const reached = new Set([next])
  for (const state of reached) for (const move of moves) if (move.from.includes(state)) reached.add(move.next)
  return !from.every(state => reached.has(state))
}

/**
 * The transitions that may be the first button for a user with these roles, in order of preference: those that name one
 * of the roles or everyone in `primary`, then those that lead on and that no access rule grants to other roles.
 */
export function primaryMoves(model: Model, resource: Resource, roles: readonly string[]): readonly string[] {
  const moves = resource.lifecycle?.moves ?? []
  const named = moves.filter(({ primary }) =>
    Array.isArray(primary) ? primary.some(role => roles.includes(role)) : primary === true,
  )
  const others = moves.filter(move => move.primary === undefined && wayOf(model, resource, move) !== 'back')
  const isPrimary = ({ name }: Move) => {
    const granted = resource.access.filter(rule => rule.may.includes(name))
    return granted.length === 0 || granted.some(rule => roles.includes(rule.role))
  }
  return [...named, ...others.filter(isPrimary)].map(move => move.name)
}
