import type { Action, Move, Resource } from '../../model/model.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { holds, type Surroundings } from './expression.ts'

/**
 * Every move and action of a resource that does something, moves first, in the descriptor's order. One that is called
 * by GET is a question whose answer is for programs: no button stands for it.
 */
export const stepsOf = (resource: Resource): readonly (Move | Action)[] => [
  ...(resource.lifecycle?.moves ?? []),
  ...resource.actions.filter(({ wire }) => wire.method !== 'GET'),
]

/**
 * Whether this person may take a step on this record as it stands. The server decides again; here it only keeps
 * a button that would be refused off the screen.
 */
export function isOpenStep(
  part: ResourcePart,
  step: Move | Action,
  record: Readonly<Record<string, unknown>>,
  around: Surroundings,
): boolean {
  const { resource, model, may } = part
  if (!may.includes(step.name)) return false
  if ('from' in step && !step.from.includes(stateOf(part, record) ?? '')) return false
  return step.if === undefined || holds(model, resource, step.if, record, around) === true
}

/** Where a step leads from the states that it may be taken in: on, to an end, back; nowhere where it is no move. */
export function wayOf({ resource, model }: ResourcePart, step: Move | Action): 'on' | 'end' | 'back' | undefined {
  if (!('next' in step)) return undefined
  const field = resource.fields.find(one => one.name === resource.lifecycle?.field)
  const states = model.dictionaries[String(field?.options['of'])]?.entries.map(entry => entry.name) ?? []
  const leadsOn = step.from.some(from => states.indexOf(step.next) > states.indexOf(from))
  if (!leadsOn) return 'back'
  return resource.lifecycle?.end.includes(step.next) ? 'end' : 'on'
}

/** The move that leads on, of those that are open: to a state that the dictionary has after the one at hand. */
export function forwardMove(part: ResourcePart, open: readonly (Move | Action)[]): Move | undefined {
  return open.find((step): step is Move => 'next' in step && wayOf(part, step) !== 'back')
}

/** The name of the dictionary entry that the record's lifecycle stands at. */
export function stateOf(
  { resource, model }: ResourcePart,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const field = resource.fields.find(one => one.name === resource.lifecycle?.field)
  const key = field && record[field.name]
  return model.dictionaries[String(field?.options['of'])]?.entries.find(entry => entry.key === key)?.name
}
