import type { Dictionary, Field, Model, Move, Resource } from '../../model/model.ts'
import { expressionOf } from '../record/expression.ts'

/** A day that a lifecycle waits for. */
export interface Due {
  readonly field: Field
  /** What comes after it is bad: the move leads to a state in red. Else it is the day from which a move is open. */
  readonly isDeadline: boolean
}

/**
 * The day that the condition of a move holds against the clock; a deadline before any other. Undefined where none
 * does.
 */
export function dueOf(model: Model, resource: Resource): Due | undefined {
  const { lifecycle } = resource
  const state = resource.fields.find(field => field.name === lifecycle?.field)
  const dictionary = model.dictionaries[String(state?.options['of'])]
  const all = (lifecycle?.moves ?? []).flatMap(move => {
    const field = dayOf(model, resource, move)
    return field ? [{ field, isDeadline: isBad(dictionary, move.next) }] : []
  })
  return all.find(({ isDeadline }) => isDeadline) ?? all[0]
}

function dayOf(model: Model, resource: Resource, { if: condition }: Move): Field | undefined {
  const expression = condition === undefined ? undefined : expressionOf(model, resource, condition)
  if (!expression?.readsClock) return undefined
  return resource.fields.find(field => expression.reads.includes(field.name) && isDay(field))
}

const isDay = ({ type }: Field): boolean => type === 'date' || type === 'datetime'

const isBad = (dictionary: Dictionary | undefined, state: string): boolean =>
  dictionary?.entries.find(entry => entry.name === state)?.colour === 'red'
