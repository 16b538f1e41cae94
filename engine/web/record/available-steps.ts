import type { Step, Transition } from '../../model/model.ts'
import { isTransition } from '../../model/steps.ts'
import { isIrreversible, wayOf } from '../../model/transitions.ts'
import { contextOfPart, type EvaluationContext, isSatisfied } from '../../record/expressions.ts'
import type { ResourcePart } from '../data/resource-part.ts'

/**
 * Whether the user may run a step on this record in its current state. Decides only whether a button is shown; the
 * server checks again.
 */
export function isAvailableStep(
  part: ResourcePart,
  step: Step,
  record: Readonly<Record<string, unknown>>,
  context: EvaluationContext,
): boolean {
  const { resource, model, may } = part
  if (!may.includes(step.name)) return false
  if (isTransition(step) && !step.from.includes(stateOf(part, record) ?? '')) return false
  return step.if === undefined || isSatisfied(contextOfPart(model, context), resource, step.if, record) === true
}

/** The direction of a step; undefined of an action. */
export const directionOf = ({ resource, model }: ResourcePart, step: Step) =>
  isTransition(step) ? wayOf(model, resource, step) : undefined

/** The available step that is the primary button of this user. */
export const firstStep = ({ primary }: ResourcePart, open: readonly Step[]): Transition | undefined =>
  primary.flatMap(name => open.filter((step): step is Transition => isTransition(step) && step.name === name))[0]

/** The title of the final state of a step that no later transition undoes; undefined for other steps. */
export function finalState(
  { resource, model, language }: ResourcePart,
  step: Step,
  from: readonly string[],
): string | undefined {
  const { lifecycle } = resource
  if (!lifecycle || !isTransition(step) || !isIrreversible(lifecycle, step, from)) return undefined
  const field = resource.fields.find(one => one.name === lifecycle.field)
  const entries = model.dictionaries[String(field?.options['of'])]?.entries
  return entries?.find(entry => entry.name === step.to)?.title[language] ?? step.to
}

/** The name of the dictionary entry of the record's current lifecycle state. */
export function stateOf(
  { resource, model }: ResourcePart,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const field = resource.fields.find(one => one.name === resource.lifecycle?.field)
  const key = field && record[field.name]
  return model.dictionaries[String(field?.options['of'])]?.entries.find(entry => entry.key === key)?.name
}
