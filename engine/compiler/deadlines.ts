import { hasDay } from '../fields/traits.ts'
import type { Dictionary, Due, Field, Model, Resource, Transition } from '../model/model.ts'
import { compileExpression } from '../rules/compile-expression.ts'
import { scopeOf } from '../rules/scope.ts'

/** The days that the transition conditions of a resource compare with the clock, deadlines first. */
export function duesOf(model: Model, resource: Resource): readonly Due[] {
  const { lifecycle } = resource
  const state = resource.fields.find(field => field.name === lifecycle?.field)
  const dictionary = model.dictionaries[String(state?.options['of'])]
  const dues = (lifecycle?.transitions ?? []).flatMap((transition): Due[] => {
    const field = dayOf(model, resource, transition)
    return field
      ? [{ field: field.name, from: transition.from, to: transition.to, isDeadline: isBad(dictionary, transition.to) }]
      : []
  })
  return [...dues.filter(({ isDeadline }) => isDeadline), ...dues.filter(({ isDeadline }) => !isDeadline)]
}

function dayOf(model: Model, resource: Resource, { if: condition }: Transition): Field | undefined {
  if (condition === undefined) return undefined
  const compiled = compileExpression(condition, scopeOf(model, resource, { me: true }), 'bool')
  if (!('expression' in compiled) || !compiled.expression.readsClock) return undefined
  const { reads } = compiled.expression
  return resource.fields.find(
    field => reads.includes(field.name) && hasDay(field) && isComparedWithClock(field, condition),
  )
}

/** Whether a condition compares the field itself with the clock, without adding or subtracting a duration. */
function isComparedWithClock({ name }: Field, condition: string): boolean {
  const [field, clock, comparison] = [`(?<![.\\w])${name}\\b`, '\\b(today|now)\\(\\)', '\\s*[<>]=?\\s*']
  return new RegExp(`(?<![+-]\\s*)(${field}${comparison}${clock}|${clock}${comparison}${field})(?!\\s*[+-])`).test(
    condition,
  )
}

const isBad = (dictionary: Dictionary | undefined, state: string): boolean =>
  dictionary?.entries.find(entry => entry.name === state)?.colour === 'red'
