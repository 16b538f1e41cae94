import type { Step } from '../../model/model.ts'
import { isTransition } from '../../model/steps.ts'
import { isIrreversible, transitionDirection } from '../../model/transitions.ts'
import { contextOfPart, type EvaluationContext } from '../../record/expressions.ts'
import { opensLater } from '../../record/opens.ts'
import { isMet, readsEntered } from '../../record/step-guard.ts'
import type { ResourcePart } from '../data/resource-part.ts'

/**
 * Whether the user may run a step on this record in its current state. Decides only whether a button is shown; the
 * server checks again.
 */
export const isAvailableStep = (
  part: ResourcePart,
  step: Step,
  record: Readonly<Record<string, unknown>>,
  context: EvaluationContext,
): boolean => isInPlace(part, step, record) && isAllowed(part, step, record, context)

/** Why a step that the user may run in this state is refused; undefined where it is not, or gives no reason. */
export const refusalOfStep = (
  part: ResourcePart,
  step: Step,
  record: Readonly<Record<string, unknown>>,
  context: EvaluationContext,
): string | undefined =>
  step.message && isInPlace(part, step, record) && !isAllowed(part, step, record, context)
    ? step.message[part.language]
    : undefined

/** Whether the user has the right to a step, and the record its state. */
const isInPlace = (part: ResourcePart, step: Step, record: Readonly<Record<string, unknown>>): boolean =>
  part.may.includes(step.name) && (!isTransition(step) || step.from.includes(stateOf(part, record) ?? ''))

/** Whether the condition of a step allows it, as far as that is known before anything is entered. */
function isAllowed(
  { resource, model }: ResourcePart,
  step: Step,
  record: Readonly<Record<string, unknown>>,
  context: EvaluationContext,
): boolean {
  const ctx = contextOfPart(model, context)
  const state = stateOf({ resource, model }, record) ?? ''
  if (isTransition(step) && opensLater(ctx, resource, state, record)) return false
  return readsEntered(ctx, resource, step) || isMet(ctx, resource, step, record)
}

/** The direction of a step; undefined of an action. */
export const directionOf = ({ resource, model }: ResourcePart, step: Step) =>
  isTransition(step) ? transitionDirection(model, resource, step) : undefined

/** The available step that is the primary button of this user. */
export const firstStep = ({ primary }: ResourcePart, open: readonly Step[]): Step | undefined =>
  primary.flatMap(name => open.filter(step => step.name === name))[0]

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
  { resource, model }: Pick<ResourcePart, 'resource' | 'model'>,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const field = resource.fields.find(one => one.name === resource.lifecycle?.field)
  const key = field && record[field.name]
  return model.dictionaries[String(field?.options['of'])]?.entries.find(entry => entry.key === key)?.name
}
