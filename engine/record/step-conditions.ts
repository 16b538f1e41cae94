import type { Field, Resource, Step } from '../model/model.ts'
import { isSatisfied, type RecordContext, stepScopeOf } from './expressions.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether what a step asks for is shown, and required. */
export interface StepConditions {
  isShown(field: Field): boolean
  isRequired(field: Field): boolean
}

/**
 * The conditions of what a step asks for: `when` and `required` of its inputs and of the fields that it edits, for a
 * record with the edited fields and the inputs. A condition that is unknown is not true.
 */
export function stepConditions(
  context: RecordContext,
  resource: Resource,
  step: Pick<Step, 'name' | 'input'>,
  record: Values,
  input: Values,
): StepConditions {
  const isTrue = (text: string) => isSatisfied(context, resource, text, record, stepScopeOf(step), input) === true
  return {
    isShown: ({ when }) => when === undefined || isTrue(when),
    isRequired: ({ required, requiredIf }) => required || (requiredIf !== undefined && isTrue(requiredIf)),
  }
}
