import type { Field, Resource, Step, Transition } from '../model/model.ts'
import { wallText } from '../rules/zone.ts'
import type { RecordContext } from './expressions.ts'

/** The days or times of `opens` before which a step cannot be made, with those of its states that each of them closes. */
export const opensBefore = (
  { lifecycle }: Pick<Resource, 'lifecycle'>,
  step: Step | Transition,
): readonly { readonly at: string; readonly states: readonly string[] }[] =>
  (lifecycle?.dates ?? []).flatMap(({ at, states, isDeadline }) => {
    const closed = 'from' in step ? step.from.filter(state => states.includes(state)) : []
    return isDeadline || closed.length === 0 ? [] : [{ at, states: closed }]
  })

/**
 * The field of `opens` whose day or time has not come, or is missing, in a state; undefined where the transitions of the
 * state are possible.
 */
export function opensLater(
  { clock }: Pick<RecordContext, 'clock'>,
  { fields, lifecycle }: Resource,
  state: string,
  record: Readonly<Record<string, unknown>>,
): Field | undefined {
  const date = lifecycle?.dates.find(({ isDeadline, states }) => !isDeadline && states.includes(state))
  const field = fields.find(({ name }) => name === date?.at)
  const value = field && record[field.name]
  const isOpen = typeof value === 'string' && value <= wallText(clock.now.getTime(), clock.zone).slice(0, value.length)
  return isOpen ? undefined : field
}
